"""Decide where the lines of a document break.

The algorithm is Wadler's, as ruff's formatter varies it: walk through the document
once, and at each group measure whether the text up to the next certain line break
fits in what is left of the line.  What lies behind the group counts too.

Reference: P. Wadler, *A prettier printer*, 1998.
"""

import unicodedata
from typing import Final

from cladpy.emit.document import SOFT, BestFit, Choice, Document, Group, IfBroken, Indent, Line, Relaxed

INDENT: Final = 4  # columns of one level


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


# How an element is laid out, and how much of it has to fit while it is being measured.
_FLAT: Final = 0
_BROKEN: Final = 1  # what precedes the first line break has to fit
_ALL_LINES: Final = 2  # broken, and each line has to fit
_SURROUNDINGS: Final = 3  # broken, and what stands around it has to fit: no layout shortens a word that is too long

_Frame = tuple[Document, int, int]  # an element on the way to be printed or measured, its indentation, its mode


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
        stack: list[_Frame] = [(document, indent, _BROKEN)]
        while stack:
            self._print(stack.pop(), stack)
        return "".join(self._text)

    def _print(self, frame: _Frame, stack: list[_Frame]) -> None:
        """Print a text or a line break; put what any other element contains on the stack."""
        document, indent, mode = frame
        if isinstance(document, str):
            self._print_text(document)
        elif isinstance(document, Line):
            if mode == _FLAT:
                self._print_text(document.flat)
            else:
                self._print_break(indent)
        elif isinstance(document, Group):
            stack.append((document.content, indent, self._mode_of(document, frame, stack)))
        elif isinstance(document, Relaxed):
            # What encloses this was measured with it broken: measure again inside.
            self._measured = self._measured and document.key > 0 and self._broken.get(document.key, False)
            stack.append((document.content, indent, mode))
        elif isinstance(document, BestFit):
            stack.append(self._best_fit(document, frame, stack))
        elif isinstance(document, Choice):
            stack.append(self._choose(document.variants, frame, stack))
        else:
            self._push_inner(document, indent, mode, stack)

    def _print_text(self, text: str) -> None:
        if text:
            self._text.append(" " * self._pending + text)
            self._column += self._pending + columns(text)
            self._pending = 0

    def _print_break(self, indent: int) -> None:
        self._text.append("\n")
        self._column = 0
        self._pending = indent
        self._measured = False

    def _push_inner(
        self, document: tuple[Document, ...] | Indent | IfBroken, indent: int, mode: int, stack: list[_Frame]
    ) -> None:
        """Put the contents of an element on the stack; this is the same for printing and measuring."""
        if isinstance(document, tuple):
            stack.extend([(part, indent, mode) for part in reversed(document)])
        elif isinstance(document, Indent):
            deeper = not document.when or self._broken.get(document.when, mode != _FLAT)
            stack.append((document.content, indent + INDENT * deeper, mode))
        else:
            broken = self._broken.get(document.key, mode != _FLAT) if document.key else mode != _FLAT
            stack.append((document.content if broken else document.otherwise, indent, mode))

    # ---- decisions ----

    def _mode_of(self, group: Group, frame: _Frame, stack: list[_Frame]) -> int:
        """Decide whether a group is laid out flat or broken."""
        _, indent, mode = frame
        if group.when and not self._broken[group.when]:
            return mode
        if group.broken:
            broken = True
        elif mode == _FLAT and self._measured:
            broken = False
        else:
            self._measured = True
            self._broken[group.key] = False  # what refers to the key is measured flat too
            broken = not self._fits((group.content, indent, _FLAT), stack)
        self._broken[group.key] = broken
        return _BROKEN if broken else _FLAT

    def _best_fit(self, element: BestFit, frame: _Frame, stack: list[_Frame]) -> _Frame:
        """Lay content out flat, or in parentheses if it fits there only."""
        _, indent, mode = frame
        flat = (element.content, indent, _FLAT)
        self._broken[element.key] = False
        if mode == _FLAT and self._measured:
            return flat
        self._measured = True
        if self._fits(flat, stack):
            return flat
        self._broken[element.key] = True
        parenthesized = ("(", Indent((SOFT, element.content)), SOFT, ")")
        if self._fits((parenthesized, indent, _ALL_LINES), stack):
            return parenthesized, indent, _BROKEN
        self._broken[element.key] = False
        return flat

    def _choose(self, variants: tuple[Document, ...], frame: _Frame, stack: list[_Frame]) -> _Frame:
        """Take the first variant that fits."""
        _, indent, mode = frame
        if mode == _FLAT and self._measured:
            return variants[0], indent, _FLAT
        self._measured = True
        for variant in variants[:-1]:
            if self._fits((variant, indent, _FLAT), stack):
                return variant, indent, _FLAT
        return variants[-1], indent, _BROKEN

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
            document, indent, mode = work.pop()
            if isinstance(document, Line):
                if mode == _BROKEN:
                    return True
                if mode != _FLAT:
                    column, pending = 0, indent
                    continue
                document = document.flat
            if not isinstance(document, str):
                self._push_measured(document, indent, mode, work)
            elif document:
                column += pending + columns(document)
                pending = 0
                if column > self._width and mode != _SURROUNDINGS:
                    return False
        return True

    def _push_measured(self, document: Document, indent: int, mode: int, work: list[_Frame]) -> None:
        """Put the contents of an element that is being measured on the stack."""
        if isinstance(document, Group):
            if document.broken and mode == _FLAT:
                mode = _BROKEN
            self._broken[document.key] = mode != _FLAT
            work.append((document.content, indent, mode))
        elif isinstance(document, Relaxed):
            is_relaxed = not document.key or not self._broken.get(document.key, mode != _FLAT)
            work.append((document.content, indent, _SURROUNDINGS if is_relaxed else mode))
        elif isinstance(document, BestFit):
            self._broken[document.key] = mode != _FLAT
            work.append((document.content, indent, mode))
        elif isinstance(document, Choice):
            work.append((document.variants[0 if mode == _FLAT else -1], indent, mode))
        elif isinstance(document, (tuple, Indent, IfBroken)):
            self._push_inner(document, indent, mode, work)
