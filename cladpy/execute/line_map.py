"""From a line of generated text to the line of the primal that it stems from.

Each statement that is printed carries the number of a statement of the primal; the text is parsed once more, and its
statements are taken in step with them. Built when it is first asked: most code raises nothing.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from cladpy.errors import Location
from cladpy.ir import statements as ir


class PrimalLine(Protocol):
    """A statement of the primal."""

    @property
    def text(self) -> str:
        """Give its text on one line."""

    @property
    def location(self) -> Location | None:
        """Give its place."""


class Emitted(Protocol):
    """A function that was printed."""

    @property
    def function(self) -> ir.Function:
        """Give the function, as it was printed."""

    @property
    def lines(self) -> Mapping[int, Any]:
        """Give the primal's statements by number."""


@dataclass(slots=True)
class LineMap:
    """The map of one module.

    Parameters
    ----------
    filename : str
        The name under which the text was compiled.
    text : str
    emitted : sequence of Emitted
        The functions of the module.
    """

    filename: str
    text: str
    emitted: Sequence[Emitted]
    _found: dict[int, PrimalLine] | None = field(default=None, repr=False)

    def primal_line(self, number: int) -> PrimalLine | None:
        """Return the statement of the primal that a line stems from, if it stems from one."""
        if self._found is None:
            self._found = dict(_lines_of(self.text, {each.function.name: each for each in self.emitted}))
        return self._found.get(number)

    def nearest_line(self, number: int) -> PrimalLine | None:
        """Return the statement of the primal that a line stems from, else the next: a state is taken apart first."""
        found = self.primal_line(number)
        behind = (each for each in sorted(self._found or ()) if each > number)
        return found if found is not None else (self._found or {}).get(next(behind, number))

    def names_read(self, function: str) -> set[str]:
        """Return the names that a function of the module reads."""
        tree = next(each for each in ast.parse(self.text).body if getattr(each, "name", None) == function)
        return {each.id for each in ast.walk(tree) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)}


def _lines_of(text: str, emitted: Mapping[str, Emitted]) -> Iterator[tuple[int, PrimalLine]]:
    for definition in ast.parse(text).body:
        if isinstance(definition, ast.FunctionDef) and definition.name in emitted:
            each = emitted[definition.name]
            body = definition.body[each.function.docstring is not None :]
            current: PrimalLine | None = None
            for statement, node in _pairs(each.function.body, body):
                current = each.lines.get(getattr(statement, "source", 0), current)
                if current is not None:
                    yield from ((line, current) for line in _lines(node))


def _pairs(block: ir.Block, body: Sequence[ast.stmt]) -> Iterator[tuple[ir.Statement, ast.stmt]]:
    """Yield the statements of a block with those printed of it, in the order of the text."""
    printed = [statement for statement in block if not isinstance(statement, ir.Comment)]
    for statement, node in zip(printed, body, strict=False):  # of an empty block, the text has a pass
        yield statement, node
        for part in ("body", "orelse"):
            if hasattr(statement, part):
                yield from _pairs(getattr(statement, part), getattr(node, part, ()))


def _lines(node: ast.stmt) -> range:
    """Return the lines of a statement; of a compound one those of its head, where no comment can stand."""
    if not hasattr(node, "body"):
        return range(node.lineno, (node.end_lineno or node.lineno) + 1)
    head = [part for part in ast.iter_child_nodes(node) if not isinstance(part, ast.stmt)]
    ends = [getattr(inner, "end_lineno", None) or node.lineno for part in head for inner in ast.walk(part)]
    return range(node.lineno, max(ends, default=node.lineno) + 1)
