"""Which versions may reach the result: the useful ones.

Direction backward; lattice sets of versions, meet union; transfer: an operand is useful if the result is useful and the
rule gives the operand an adjoint. Requires facts and operations; versions in ``shared`` storage are useful
together. Soundness: may over-report, never misses.
Reference: Hascoët & Pascual, The Tapenade automatic differentiation tool, TOMS 2013, §4.
"""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

import gast

from cladpy.analyses.loop_targets import item_sources
from cladpy.analyses.operations import Operation, links
from cladpy.analyses.versions import Versions
from cladpy.ir.expressions import names_in
from cladpy.ir.statements import Assign, Block, Effect, For, If, Phi, Statement, Update, While, With


@dataclass(slots=True)
class Useful:
    """Finds the useful versions of a function."""

    versions: Versions
    operations: Mapping[str, Operation]
    shared: tuple[frozenset[str], ...] = ()
    found: set[str] = field(default_factory=set)

    def run(self, results: AbstractSet[str]) -> frozenset[str]:
        """Return the versions that may reach one of the results."""
        self.found = set(results)
        before = -1
        while len(self.found) != before:
            before = len(self.found)
            self.block(self.versions.body)
            for group in self.shared:
                if not self.found.isdisjoint(group):
                    self.found |= group
        return frozenset(self.found)

    def block(self, block: Block) -> None:
        """Add the useful versions that a block reads, from its end to its start."""
        for statement in reversed(block):
            self.statement(statement)

    def statement(self, statement: Statement) -> None:
        """Add what a statement reads, where what it makes is useful."""
        if isinstance(statement, Assign) and isinstance(statement.target, gast.Name):
            operation = self.operations.get(statement.target.id)
            if statement.target.id in self.found and operation is not None:
                self.found.update(links(operation))
            self.updated(statement)
        elif isinstance(statement, Update) and statement.new in self.operations:
            if statement.new in self.found:
                self.found.update(links(self.operations[statement.new]))
        elif isinstance(statement, Assign | Update) and statement.new in self.found:
            self.found.update(names_in(statement.value))
            self.found.add(statement.old or "")
        elif isinstance(statement, Effect):
            self.updated(statement)
        elif isinstance(statement, If):
            self.join(statement.phis)
            self.block(statement.body)
            self.block(statement.orelse)
        elif isinstance(statement, For | While):
            self.join(statement.exits)
            self.join(statement.phis)
            self.block(statement.body)
            if isinstance(statement, For):
                for name, sources in item_sources(statement):
                    if name in self.found:
                        self.found.update(sources)
            self.join(statement.phis)
        elif isinstance(statement, With):
            self.block(statement.body)

    def updated(self, statement: Assign | Effect) -> None:
        """Add what a call puts into a container that is useful behind it."""
        if statement.new is not None and statement.new in self.found:
            self.found.update(names_in(statement.value))
            self.found.add(statement.old or "")

    def any(self, names: Iterable[str]) -> bool:
        """Tell whether one of the versions is useful."""
        return any(name in self.found for name in names)

    def join(self, phis: tuple[Phi, ...]) -> None:
        """Add the sources of useful joins."""
        for phi in phis:
            if phi.target in self.found:
                self.found.update(phi.sources)
