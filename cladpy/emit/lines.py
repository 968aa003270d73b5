"""Lines, blocks and comments: how a text is put together from what is written."""

from cladpy.emit.blank_lines import Suite, is_docstring, spaced
from cladpy.emit.expressions import Expressions
from cladpy.emit.layout import Body
from cladpy.emit.line_breaking import INDENT, break_lines, columns
from cladpy.emit.literals import docstring
from cladpy.emit.precedence import Tree, kind

_CUT = " ..."


class Lines(Expressions):
    """Writes bodies and comments, and finishes each line.

    Parameters
    ----------
    width : int
        Columns of a line.
    """

    def __init__(self, width: int) -> None:
        super().__init__(width)
        self._indent = 0
        self._lines: list[str] = []
        self._is_open = False  # whether a line was begun with `fill`

    # ---- lines ----

    def fill(self, text: str = "") -> None:
        """Begin a line that is never broken."""
        self._close()
        self._parts = [text]
        self._is_open = True

    def line(self, body: Body) -> None:
        """Write `body` as one line, or as several if it does not fit."""
        self._close()
        body()
        text = self.taken_text()
        margin = INDENT * self._indent
        if margin + columns(text) <= self._width:
            self._lines.append(" " * margin + text)
            return
        document = self.captured(body, flat=False)
        self._lines.append(break_lines(document, indent=margin, width=self._width))

    def taken_text(self) -> str:
        """Return what was written flat since the last line, and forget it."""
        text = "".join(part for part in self._parts if isinstance(part, str))
        self._parts = []
        return text

    def taken_lines(self) -> str:
        """Return the lines written so far, and forget them."""
        self._close()
        text = "".join(f"{line}\n" for line in self._lines)
        self._lines = []
        return text

    def _close(self) -> None:
        if self._is_open:
            self._is_open = False
            self._lines.append(" " * INDENT * self._indent + self.taken_text())

    # ---- bodies ----

    def block(self, statements: list[Tree], suite: Suite = Suite.CLAUSE) -> None:
        """Write statements one level further in, `pass` if there are none."""
        self._close()
        self._indent += 1
        self.suite(statements, suite)
        if all(kind(statement) in {"Comment", "BlankLine"} for statement in statements):
            self.fill("pass")
        self._close()
        self._indent -= 1

    def suite(self, statements: list[Tree], suite: Suite) -> None:
        """Write statements with blank lines between them."""
        may_document = suite is not Suite.CLAUSE
        for number, statement in spaced(statements, suite):
            self._close()
            self._lines += [""] * number
            if may_document and is_docstring(statement):
                self._docstring(statement.value)
            else:
                self.dispatch(statement)
            may_document = may_document and kind(statement) == "Comment"

    def _docstring(self, tree: Tree) -> None:
        self.fill(("u" if tree.kind == "u" else "") + docstring(tree.value))

    def _Module(self, tree: Tree) -> None:
        self.suite(tree.body, Suite.MODULE)

    def _Comment(self, tree: Tree) -> None:
        text = " ".join(filter(None, map(str.strip, tree.text.splitlines())))
        room = self._width - INDENT * self._indent
        self.fill(_shortened(f"# {text}".rstrip(), room))

    def _BlankLine(self, tree: Tree) -> None:
        """Write nothing: `spaced` has counted the blank line."""


def _shortened(text: str, room: int) -> str:
    """Return a text that takes up at most `room` columns; what is cut off is replaced by three dots."""
    if columns(text) <= room:
        return text
    while columns(text) > room - len(_CUT):
        text = text[: -max(1, (columns(text) - room + len(_CUT)) // 2)]
    return text.rstrip() + _CUT
