"""Exceptions that are raised in generated code, told in terms of the primal."""

import re
from types import TracebackType

from cladpy.errors import CladpyError, display_path
from cladpy.execute.line_map import LineMap, PrimalLine

_CODED = re.compile(r"\[(C\d{3})\] (.*)", re.DOTALL)  # how the runtime's helpers begin the text of their errors


def explain(error: Exception, lines: LineMap, name: str) -> None:
    """Say of an exception that came out of generated code where in the primal it belongs: a note on it.

    Parameters
    ----------
    error : Exception
    lines : LineMap
        Of the module that raised it.
    name : str
        Of the primal.

    Raises
    ------
    CladpyError
        In place of an error of the runtime's helpers, at the primal's line.
    """
    line = primal_line(error.__traceback__, lines)
    coded = _CODED.fullmatch(str(error)) if isinstance(error, TypeError | ValueError) else None
    if coded is not None:
        note = f"raised by the derivative of {name}" if line is None else f"raised by the derivative of: {line.text}"
        location = None if line is None else line.location
        raise CladpyError(coded[1], coded[2], location=location, notes=(note,)) from error
    if line is not None and line.location is not None:
        place = f"{display_path(line.location.file)}:{line.location.line}"
        error.add_note(f"raised by the derivative of {name}, at {place}: {line.text}")


def primal_line(traceback: TracebackType | None, lines: LineMap) -> PrimalLine | None:
    """Return the primal's line behind the innermost generated line of a traceback."""
    number = None
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == lines.filename:
            number = traceback.tb_lineno
        traceback = traceback.tb_next
    return None if number is None else lines.primal_line(number)
