"""Which versions may depend on a selected input: the varied ones.

Direction forward; lattice sets of versions, meet union; transfer: a result is varied if an operand that its rule gives
an adjoint is varied and the result may hold something floating. Requires facts and operations; versions in ``shared``
storage vary together. Soundness: may over-report, never misses.
Reference: Hascoët & Pascual, The Tapenade automatic differentiation tool, TOMS 2013, §4.
"""

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

import gast

from cladpy.analyses.loop_targets import item_sources
from cladpy.analyses.operations import CallUser, Operation, links
from cladpy.analyses.versions import Versions
from cladpy.ir.expressions import names_in
from cladpy.ir.fact import UNKNOWN, Fact
from cladpy.ir.statements import Assign, Block, Effect, For, If, Phi, Statement, Update, While, With


@dataclass(slots=True)
class Varied:
    """Finds the varied versions.

    Parameters
    ----------
    versions : Versions
        The function.
    facts, operations : mapping
        From ``FactAnalysis``.
    result_varies : callable
        Tells whether the result of a user's function is varied, given its varied parameters.
    promised : frozenset of str
        Versions that the caller promises to stay inactive, whatever is stored into them.
    """

    versions: Versions
    facts: Mapping[str, Fact]
    operations: Mapping[str, Operation]
    result_varies: Callable[[CallUser, frozenset[str]], bool]
    shared: tuple[frozenset[str], ...] = ()
    promised: frozenset[str] = frozenset()
    found: set[str] = field(default_factory=set)

    def run(self, seeds: AbstractSet[str]) -> frozenset[str]:
        """Return the varied versions, the seeds included."""
        self.found = set(seeds)
        before = -1
        while len(self.found) != before:
            before = len(self.found)
            self.block(self.versions.body)
            for group in self.shared:
                if not self.found.isdisjoint(group):
                    for version in group:
                        self.add(version, is_shared=True)
        return frozenset(self.found)

    def block(self, block: Block) -> None:
        """Add the varied versions that a block makes."""
        for statement in block:
            self.statement(statement)

    def statement(self, statement: Statement) -> None:
        """Add what a statement makes, where what it reads is varied."""
        if isinstance(statement, Assign) and isinstance(statement.target, gast.Name):
            if self.assigned(statement.target.id):
                self.add(statement.target.id)
            self.updated(statement)
        elif isinstance(statement, Update) and statement.new in self.operations:
            if self.assigned(statement.new or ""):
                self.add(statement.new or "")
        elif isinstance(statement, Assign | Update) and statement.new is not None:
            if self.any(names_in(statement.value)) or statement.old in self.found:
                self.add(statement.new)
        elif isinstance(statement, Effect):
            self.updated(statement)
        elif isinstance(statement, If):
            self.block(statement.body)
            self.block(statement.orelse)
            self.join(statement.phis)
        elif isinstance(statement, For | While):
            self.join(statement.phis)
            if isinstance(statement, For):
                for name, sources in item_sources(statement):
                    if self.any(sources):
                        self.add(name)
            self.block(statement.body)
            self.join(statement.phis)
            self.join(statement.exits)
        elif isinstance(statement, With):
            self.block(statement.body)

    def updated(self, statement: Assign | Effect) -> None:
        """Add what a call updates in place, where its owner or an argument is varied."""
        if statement.new is not None and self.any(names_in(statement.value)):
            self.add(statement.new)

    def assigned(self, version: str) -> bool:
        """Tell whether the operation that makes a version gives it a varied value."""
        operation = self.operations.get(version)
        if operation is None:
            return False
        if isinstance(operation, CallUser):
            varied = frozenset(p for p, value in operation.arguments.items() if self.any(names_in(value)))
            return bool(varied) and self.result_varies(operation, varied)
        return self.any(links(operation))

    def any(self, names: object) -> bool:
        """Tell whether one of the versions is varied."""
        return any(name in self.found for name in names)  # type: ignore[attr-defined]

    def add(self, version: str, *, is_shared: bool = False) -> None:
        """Add a version, unless it is promised inactive or cannot hold a derivative; in a shared set None can."""
        fact = self.facts.get(version, UNKNOWN)
        if version not in self.promised and (fact.may_hold_derivative or (is_shared and fact.kind == "none")):
            self.found.add(version)

    def join(self, phis: tuple[Phi, ...]) -> None:
        """Add joins that have a varied source."""
        for phi in phis:
            if self.any(phi.sources):
                self.add(phi.target)
