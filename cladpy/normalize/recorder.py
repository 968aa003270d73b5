"""What the rewrites share: fresh names, the block being written, and the primal's lines by number."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import gast

from cladpy.errors import CladpyError, Location
from cladpy.frontend.find_source import FunctionSource, location
from cladpy.ir.expressions import name, store_name
from cladpy.ir.statements import Assign, Statement


@dataclass(frozen=True, slots=True)
class PrimalLine:
    """A statement of the primal: its text on one line, and its place."""

    text: str
    location: Location | None


@dataclass(slots=True)
class Recorder:
    """Collects statements of the normal form in source order.

    Parameters
    ----------
    source : FunctionSource
        Where the statements being written stand.
    block, lines, current
        What was written, the primal's statements by number, the number of the one being written.
    counters, taken
        For new names.
    scopes : dict of str to int
        By name of a function that is written out, the number of its scope: each call has one of its own.
    scope : int
        The scope being written; 0 is the primal's own.
    """

    source: FunctionSource
    block: list[Statement] = field(default_factory=list)
    lines: dict[int, PrimalLine] = field(default_factory=dict)
    current: int = 0
    counters: dict[str, int] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    scopes: dict[str, int] = field(default_factory=dict)
    scope: int = 0

    def fresh(self, base: str = "v") -> str:
        """Return a new name ``base@k``."""
        while True:
            self.counters[base] = self.counters.get(base, 0) + 1
            made = f"{base}@{self.counters[base]}"
            if made not in self.taken:
                self.taken.add(made)
                return made

    def new_scope(self, names: Iterable[str]) -> int:
        """Return the number of a function's scope that is written out, which has these names."""
        number = max(self.scopes.values(), default=0) + 1
        self.scopes.update(dict.fromkeys(names, number))
        return number

    def emit(self, statement: Statement) -> None:
        """Append a statement to the block being written."""
        self.block.append(statement)

    def bind(self, value: gast.expr, base: str = "v") -> gast.Name:
        """Assign a value to a fresh name and return the name."""
        identifier = self.fresh(base)
        self.emit(Assign(store_name(identifier), value, self.current))
        return name(identifier)

    def begin(self, node: gast.AST) -> int:
        """Open a statement of the primal: what is written from here on stems from it."""
        self.current = len(self.lines) + 1
        self.lines[self.current] = PrimalLine(statement_text(node, self.source), location(node, self.source))
        return self.current

    @contextmanager
    def nested(self) -> Iterator[list[Statement]]:
        """Write into a block of its own."""
        outer, self.block = self.block, []
        source = self.current
        try:
            yield self.block
        finally:
            self.block, self.current = outer, source

    def refuse(self, node: gast.AST, code: str, message: str, hint: str | None = None) -> CladpyError:
        """Return the error that refuses a piece of the primal."""
        return CladpyError(code, message, location=location(node, self.source), hint=hint)


def statement_text(node: gast.AST, source: FunctionSource) -> str:
    """Return a statement as written, on one line; of a compound statement its header."""
    start, end = node.lineno, getattr(node, "end_lineno", node.lineno)
    first_column, last_column = node.col_offset, getattr(node, "end_col_offset", None)
    body = getattr(node, "body", None)
    if isinstance(node, gast.Match):
        body = [case.pattern for case in node.cases]
    if isinstance(body, list) and body and body[0].lineno > start:
        end, last_column = body[0].lineno - 1, None
    lines = [line.encode() for line in source.lines[start - 1 : end]]
    if not lines:
        return ""
    if last_column is not None:
        lines[-1] = lines[-1][:last_column]
    lines[0] = lines[0][first_column:]
    return " ".join(part for line in lines for part in line.decode(errors="replace").split())
