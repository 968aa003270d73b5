"""The means with which a printer writes a line that may have to be broken.

Each line is written twice at most.  The first time *flat*, as plain text, and if that
fits, which it nearly always does, it stays so.  Otherwise a second time as a document
with groups and places to break.
"""

from collections.abc import Callable, Iterable
from enum import Enum, auto
from typing import Any, Final

from cladpy.emit.document import SOFT, SPACE, BestFit, Document, Group, IfBroken, Indent, Relaxed
from cladpy.emit.expression_shape import Need, breaks_well_inside, need_of_parentheses
from cladpy.emit.precedence import TEST, Tree, is_parenthesized

Body = Callable[[], None]

# Where an expression stands.  A positive number is the key of a group that puts parentheses around it if it breaks.
OUTSIDE: Final = 0
IN_BRACKETS: Final = -1


class Words(Enum):
    """What to do with names, literals and the like that do not fit on the line and cannot be broken."""

    PARENTHESIZE_TO_FIT = auto()  # only if they fit then
    PARENTHESIZE = auto()
    LEAVE = auto()


class Layout:
    """Writes text, groups and brackets into the line at hand.

    Parameters
    ----------
    width : int
        Columns of a line.
    """

    def __init__(self, width: int) -> None:
        self._width = width
        self._parts: list[Document] = []
        self._flat = True
        self._place = OUTSIDE
        self._last_key = 0

    def dispatch(self, tree: Tree) -> None:
        """Write a node, or each node of a list, with the method that bears its class's name."""
        if isinstance(tree, list):
            for item in tree:
                self.dispatch(item)
        else:
            method: Callable[[Tree], None] = getattr(self, "_" + type(tree).__name__)
            method(tree)

    def write(self, text: str) -> None:
        """Append text to the line."""
        self._parts.append(text)

    def expression(self, tree: Tree, asked: int = TEST) -> None:
        """Write an expression, in parentheses if it binds looser than its position asks for."""
        if is_parenthesized(tree, asked):
            self.bracketed("(", lambda: self.dispatch(tree), ")")
        else:
            self.dispatch(tree)

    # ---- documents ----

    def captured(self, body: Body, *, place: int | None = None, flat: bool | None = None) -> tuple[Document, ...]:
        """Return what `body` writes instead of appending it to the line."""
        saved: tuple[Any, ...] = self._parts, self._place, self._flat
        self._parts = []
        self._place = self._place if place is None else place
        self._flat = self._flat if flat is None else flat
        body()
        content = tuple(self._parts)
        self._parts, self._place, self._flat = saved
        return content

    def new_key(self) -> int:
        """Return a name for a group."""
        self._last_key += 1
        return self._last_key

    def group(self, body: Body) -> None:
        """Write `body` so that it breaks as a whole or not at all."""
        if self._flat:
            body()
        else:
            self._parts.append(Group(self.captured(body)))

    def soft_line(self) -> None:
        """Allow the line to break here."""
        if not self._flat:
            self._parts.append(SOFT)

    def soft_space(self) -> None:
        """Write a space, or break the line."""
        self._parts.append(" " if self._flat else SPACE)

    def bracketed(self, opening: str, body: Body, closing: str) -> None:
        """Write `body` in brackets, indented on lines of its own if it does not fit."""
        if self._flat:
            self.write(opening)
            body()
            self.write(closing)
            return
        group = Group((Indent((SOFT, self.captured(body, place=IN_BRACKETS))), SOFT))
        self._parts += [opening, Relaxed(group, self._place) if self._place > 0 else group, closing]

    def separated(self, items: Iterable[Tree], write: Callable[[Tree], None], *, always_comma: bool = False) -> None:
        """Write items with commas between them, and one behind the last if they are broken apart.

        A single item gets one only if `always_comma`.
        """
        number = 0
        for item in items:
            if number:
                self.write(",")
                self.soft_space()
            write(item)
            number += 1
        if not self._flat and (number > 1 or (number and always_comma)):
            self._parts.append(IfBroken(","))

    def continued(self, keyword: str, names: list[str]) -> None:
        """Write a keyword and names on a line each, in the only way that there is without brackets."""
        links = [part for name in names for part in (", \\", SOFT, name)]
        self._parts += [f"{keyword} \\", Indent((SOFT, *links[2:]))]

    # ---- what breaks in parentheses only ----

    def chain_group(self, body: Body) -> None:
        """Write `body` as a group if it stands in brackets or gets parentheses."""
        if self._flat or self._place == OUTSIDE:
            body()
        else:
            self._parts.append(Group(self.captured(body), when=max(self._place, 0)))

    def chain_break(self, flat: str) -> None:
        """Write `flat`, or break the line if that is possible here."""
        if self._flat or self._place == OUTSIDE:
            self.write(flat)
        elif self._place == IN_BRACKETS:
            self._parts.append(SPACE if flat else SOFT)
        else:
            self._parts.append(IfBroken(SPACE if flat else SOFT, otherwise=flat, key=self._place))

    def chain_space(self) -> None:
        """Write a space if the line breaks here."""
        if not self._flat and self._place != OUTSIDE:
            self._parts.append(IfBroken(" "))

    # ---- parentheses for the sake of breaking ----

    def optional_parentheses(self, body: Body) -> None:
        """Write `body`, in parentheses if breaking the brackets in it is not enough."""
        if self._flat:
            body()
            return
        key = self.new_key()
        content = Indent((SOFT, self.captured(body, place=key)), when=key)
        self._parts.append(Group((IfBroken("("), content, SOFT, IfBroken(")")), key=key))

    def parentheses_if_broken(self, body: Body) -> None:
        """Write `body`, in parentheses if it does not fit on the line."""
        if self._flat:
            body()
            return
        key = self.new_key()
        content = Indent((SOFT, self.captured(body, place=IN_BRACKETS)), when=key)
        self._parts.append(Group((IfBroken("("), content, SOFT, IfBroken(")")), key=key))

    def fitted(self, tree: Tree, asked: int = TEST, *, words: Words = Words.PARENTHESIZE_TO_FIT) -> None:
        """Write an expression on which a statement ends, with the parentheses that make it fit best.

        Parameters
        ----------
        tree : gast or ast expression
        asked : int
            The level that its position asks for.
        words : Words
            What to do with what cannot be broken.
        """
        if self._flat or is_parenthesized(tree, asked) or self._place != OUTSIDE:
            self.expression(tree, asked)
            return
        need = need_of_parentheses(tree)
        if need is Need.NEVER or (need is Need.BEST_FIT and words is Words.LEAVE):
            self.dispatch(tree)
        elif need is Need.BEST_FIT and words is not Words.PARENTHESIZE:
            key = self.new_key()
            self._parts.append(BestFit(self.captured(lambda: self.dispatch(tree), place=key), key))
        elif breaks_well_inside(tree):
            self.optional_parentheses(lambda: self.dispatch(tree))
        else:
            self.parentheses_if_broken(lambda: self.dispatch(tree))
