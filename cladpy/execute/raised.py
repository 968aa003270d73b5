"""Exceptions that are raised in generated code, told in terms of the primal."""

import re
from collections.abc import Mapping
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


def told_of_the_primal(error: CladpyError, maps: Mapping[str, LineMap]) -> CladpyError:
    """Return an error about generated code that is differentiated again, told of the primal behind it.

    Parameters
    ----------
    error : CladpyError
        Given back as it is if its place is one of the user's.
    maps : mapping
        Of the generated modules, by the name that they were compiled under.
    """
    location, notes = error.location, list(error.notes)
    if location is None or location.file not in maps:
        return error
    notes.append(f"in its derivative, {location.lines[location.line - 1].strip()!r}: {error.message}")
    while location is not None and location.file in maps:
        line = maps[location.file].nearest_line(location.line)
        location = None if line is None else line.location
    return CladpyError(
        error.code,
        "the derivative of this cannot be differentiated again yet",
        location=location,
        notes=notes,
        hint="write it without helpers, loops or branches, or take differences of the derivative",
    )


def primal_line(traceback: TracebackType | None, lines: LineMap) -> PrimalLine | None:
    """Return the primal's line behind the innermost generated line of a traceback."""
    number = None
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == lines.filename:
            number = traceback.tb_lineno
        traceback = traceback.tb_next
    return None if number is None else lines.primal_line(number)
