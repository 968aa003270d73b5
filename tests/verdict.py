"""What came of a random program."""

import traceback
from dataclasses import dataclass


@dataclass(frozen=True)
class Verdict:
    """What came of a program.

    ``kind``: "right"; "refused" (a CladpyError, but no fault of cladpy); "useless" (the primal raises, is not finite
    or not smooth here); "WRONG" or "CRASH". ``what`` is the code, the aspect or the exception; ``report``: numbers, or
    the whole text.
    """

    kind: str
    what: str = ""
    report: str = ""

    @property
    def is_fault(self):
        """Whether cladpy is at fault."""
        return self.kind in {"WRONG", "CRASH"}

    @classmethod
    def of_refusal(cls, error):
        """Return the verdict for a CladpyError."""
        return cls("CRASH" if error.code.startswith("C9") else "refused", error.code, str(error))

    @classmethod
    def of_crash(cls, error, frames):
        """Return the verdict for any other exception, with the last lines of its traceback."""
        first = f"{type(error).__name__}: {error}".partition("\n")[0]
        return cls("CRASH", type(error).__name__, "\n".join([first, *traceback.format_exception(error)[-frames:]]))
