"""Decide where the lines of a document break.

The algorithm is Wadler's, as ruff's formatter varies it: walk through the document
once, and at each group measure whether the text up to the next certain line break
fits in what is left of the line.  What lies behind the group counts too.

Reference: P. Wadler, *A prettier printer*, 1998.
"""

import unicodedata
from enum import Enum, auto
from typing import NamedTuple

from cladpy.emit.document import SOFT, BestFit, Choice, Document, Group, IfBroken, Indent, Line, Relaxed

INDENT = 4  # columns of one level


def columns(text: str) -> int:
    """Return the number of columns that a text takes up.

    Examples
    --------
    >>> columns("weight"), columns("重み")
    (6, 4)
    """
    if text.isascii():
        return len(text)
    return sum(_columns_of_character(character) for character in text)


def _columns_of_character(character: str) -> int:
    """Return 2 for wide characters, 0 for combining ones."""
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"F", "W"} else 1


def break_lines(document: Document, *, indent: int, width: int) -> str:
    """Lay a document out in lines of at most `width` columns, where it can be broken.

    Parameters
    ----------
    document : Document
    indent : int
        Columns in front of the first line, and of every line that is not indented further.
    width : int
        Columns of a line, the indentation among them.

    Returns
    -------
    str
        One or several lines, without a line break at the end.

    Examples
    --------
    >>> from cladpy.emit.document import SOFT, SPACE, Group, Indent
    >>> call = Group(("f(", Indent((SOFT, "first,", SPACE, "second")), SOFT, ")"))
    >>> break_lines(call, indent=0, width=20)
    'f(first, second)'
    >>> print(break_lines(call, indent=0, width=12))
    f(
        first,
        second
    )
    """
    return _LineBreaker(width).layout(document, indent)


class _Measure(Enum):
    """How much of a text has to fit."""

    FIRST_LINE = auto()  # what precedes the first certain line break
    ALL_LINES = auto()
    SURROUNDINGS = auto()  # only what stands around it: a name or a string too long for any line changes no layout


class _Frame(NamedTuple):
    """An element on the way to be printed or measured."""

    document: Document
    indent: int
    broken: bool
    measure: _Measure = _Measure.FIRST_LINE


class _LineBreaker:
    """The state of one layout: the text so far and where its last line ends."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._text: list[str] = []
        self._column = 0
        self._pending = 0  # indentation of a line on which nothing stands yet
        self._measured = False  # an enclosing group is known to fit, so that inner ones need no measuring
        self._broken: dict[int, bool] = {}

    def layout(self, document: Document, indent: int) -> str:
        self._pending = indent
        stack = [_Frame(document, indent, broken=True)]
        while stack:
            self._print(stack.pop(), stack)
        return "".join(self._text)

    def _print(self, frame: _Frame, stack: list[_Frame]) -> None:
        """Print a text or a line break; put what any other element contains on the stack."""
        match frame.document:
            case str(text):
                self._print_text(text)
            case Line(flat):
                self._print_line(flat, frame)
            case Group() as group:
                stack.append(frame._replace(document=group.content, broken=self._breaks(group, frame, stack)))
            case Relaxed(content, key):
                # What encloses this was measured with it broken: measure again inside.
                self._measured = self._measured and key > 0 and self._broken.get(key, False)
                stack.append(frame._replace(document=content))
            case BestFit() as best_fit:
                stack.append(self._best_fit(best_fit, frame, stack))
            case Choice(variants):
                stack.append(self._choose(variants, frame, stack))
            case _:
                stack.extend(self._inner(frame))

    def _print_text(self, text: str) -> None:
        if text:
            self._text.append(" " * self._pending + text)
            self._column += self._pending + columns(text)
            self._pending = 0

    def _print_line(self, flat: str, frame: _Frame) -> None:
        if not frame.broken:
            self._print_text(flat)
            return
        self._text.append("\n")
        self._column = 0
        self._pending = frame.indent
        self._measured = False

    def _inner(self, frame: _Frame) -> list[_Frame]:
        """Return the contents, last one first, of elements that are printed and measured alike."""
        match frame.document:
            case tuple(parts):
                return [frame._replace(document=part) for part in reversed(parts)]
            case Indent(content, when):
                deeper = not when or self._broken.get(when, frame.broken)
                return [frame._replace(document=content, indent=frame.indent + INDENT * deeper)]
            case IfBroken(content, otherwise, key):
                broken = self._broken.get(key, frame.broken) if key else frame.broken
                return [frame._replace(document=content if broken else otherwise)]
        return []

    # ---- decisions ----

    def _breaks(self, group: Group, frame: _Frame, stack: list[_Frame]) -> bool:
        """Decide whether a group is laid out broken."""
        if group.when and not self._broken[group.when]:
            return frame.broken
        if group.broken:
            broken = True
        elif not frame.broken and self._measured:
            broken = False
        else:
            self._measured = True
            self._broken[group.key] = False  # what refers to the key is measured flat too
            broken = not self._fits(frame._replace(document=group.content, broken=False), stack)
        self._broken[group.key] = broken
        return broken

    def _best_fit(self, element: BestFit, frame: _Frame, stack: list[_Frame]) -> _Frame:
        """Lay content out flat, or in parentheses if it fits there only."""
        flat = frame._replace(document=element.content, broken=False)
        self._broken[element.key] = False
        if not frame.broken and self._measured:
            return flat
        self._measured = True
        if self._fits(flat, stack):
            return flat
        self._broken[element.key] = True
        parenthesized = frame._replace(document=("(", Indent((SOFT, element.content)), SOFT, ")"), broken=True)
        if self._fits(parenthesized._replace(measure=_Measure.ALL_LINES), stack):
            return parenthesized
        self._broken[element.key] = False
        return flat

    def _choose(self, variants: tuple[Document, ...], frame: _Frame, stack: list[_Frame]) -> _Frame:
        """Take the first variant that fits."""
        if not frame.broken and self._measured:
            return frame._replace(document=variants[0])
        self._measured = True
        for variant in variants[:-1]:
            flat = frame._replace(document=variant, broken=False)
            if self._fits(flat, stack):
                return flat
        return frame._replace(document=variants[-1], broken=True)

    # ---- measuring ----

    def _fits(self, frame: _Frame, rest: list[_Frame]) -> bool:
        """Return whether a frame, and what follows it up to a line break, fits on the current line."""
        column, pending = self._column, self._pending
        work = [frame]
        following = len(rest)
        while work or following:
            if not work:
                following -= 1
                work.append(rest[following])
            frame = work.pop()
            match frame.document:
                case Line() if frame.broken and frame.measure is _Measure.FIRST_LINE:
                    return True
                case Line() if frame.broken:
                    column, pending = 0, frame.indent
                case str(text) | Line(text):
                    if not text:
                        continue
                    column += pending + columns(text)
                    pending = 0
                    if column > self._width and frame.measure is not _Measure.SURROUNDINGS:
                        return False
                case _:
                    work.extend(self._measured_inner(frame))
        return True

    def _measured_inner(self, frame: _Frame) -> list[_Frame]:
        """Return the contents, last one first, of an element that is being measured."""
        match frame.document:
            case Group(content, key, when, forced):
                is_group = not when or self._broken.get(when, frame.broken)
                broken = frame.broken or (forced and is_group)
                self._broken[key] = broken
                return [frame._replace(document=content, broken=broken)]
            case Relaxed(content, key):
                if not key or not self._broken.get(key, frame.broken):
                    return [frame._replace(document=content, broken=True, measure=_Measure.SURROUNDINGS)]
                return [frame._replace(document=content)]
            case BestFit(content, key):
                self._broken[key] = frame.broken
                return [frame._replace(document=content)]
            case Choice(variants):
                return [frame._replace(document=variants[-1 if frame.broken else 0])]
        return self._inner(frame)
