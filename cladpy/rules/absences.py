"""Three words for "no derivative", so that none of them passes for another."""

from dataclasses import dataclass
from typing import Final

from cladpy.runtime.no_adjoint import NoAdjoint


@dataclass(frozen=True, slots=True)
class Zero:
    """Say that a derivative exists and is zero: the adjoint has the shape of its operand."""

    def __repr__(self) -> str:
        return "zero"


@dataclass(frozen=True, slots=True)
class NotImplementedRule:
    """Say that a derivative exists and is not written: its use is an error.

    Parameters
    ----------
    why : str
        What a user is told, after the name of the function.
    """

    why: str


Absence = Zero | NotImplementedRule | NoAdjoint
"""What stands in a rule where no formula does; ``no_adjoint`` says that there can be none."""

zero: Final = Zero()
"""The one instance of :class:`Zero`."""


def not_implemented(why: str) -> NotImplementedRule:
    """Return the absence of a derivative that exists and is not written yet."""
    return NotImplementedRule(why)
