"""Where a derivative was asked for, told in the errors that come when it is generated."""

import sys
from typing import NamedTuple

from cladpy.errors import display_path

_WHY = "needed to differentiate"  # how the note begins to which the place belongs


class Place(NamedTuple):
    """A line of the user's."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{display_path(self.file)}:{self.line}"


def calling_place() -> Place:
    """Return the line outside of cladpy that is being run."""
    frame = sys._getframe(1)  # noqa: SLF001 - there is no public way
    while frame.f_back is not None and str(frame.f_globals.get("__name__")).partition(".")[0] == "cladpy":
        frame = frame.f_back
    return Place(frame.f_code.co_filename, frame.f_lineno)


def with_place(notes: tuple[str, ...], place: Place | None) -> tuple[str, ...]:
    """Return an error's notes with the place of the request.

    Examples
    --------
    >>> with_place(("needed to differentiate loss with respect to w",), Place("train.py", 3))
    ('needed to differentiate loss with respect to w (requested at train.py:3)',)
    >>> with_place((), Place("train.py", 3))
    ('requested at train.py:3',)
    """
    if place is None or any("requested at" in note for note in notes):
        return notes
    told = [f"{note} (requested at {place})" if note.startswith(_WHY) else note for note in notes]
    return tuple(told) if told != list(notes) else (*notes, f"requested at {place}")
