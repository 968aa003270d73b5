"""Calls of functions that hand back what they update: which other names would see the update, and do not.

Such a function copies what it updates and gives the copy back, which its caller binds to the name that it gave. That is
the primal as long as no other name is read later that may be, view, hold, or be held by, what was given.
Direction backward (liveness of versions), lattice sets. May find more than there is; never misses.
"""

from dataclasses import dataclass, field

import gast

from cladpy.analyses.heap import EVERY
from cladpy.analyses.operations import CallUser
from cladpy.analyses.stores import StoreAnalysis
from cladpy.analyses.version_reads import reads
from cladpy.ir.expressions import names_in
from cladpy.ir.statements import Assign, If, Statement
from cladpy.normalize.handed_back import handed_by


@dataclass(slots=True)
class HandedCalls(StoreAnalysis):
    """Finds, in a function, the names that would not see what a call updates."""

    stale: dict[str, tuple[Statement, str, str]] = field(default_factory=dict)

    def before(self, statement: Statement, live: set[str], stored: frozenset[str]) -> set[str]:
        """Return the versions that are live before a statement, and note what its call leaves behind."""
        if isinstance(statement, If):
            return self.before_branch(statement, live, stored)
        if isinstance(statement, Assign) and isinstance(statement.target, gast.Name):
            made = statement.target.id
            operation = self.operations.get(made)
            if isinstance(operation, CallUser) and handed_by(operation.function):
                self.check_call(statement, operation, live - {made}, self.arrays_of_call(made, operation, stored))
        return StoreAnalysis.before(self, statement, live, stored)

    def before_branch(self, statement: If, live: set[str], stored: frozenset[str]) -> set[str]:
        """Return the versions that are live before a branch: each side leaves its own source of a join."""
        sides: set[str] = set(reads(statement))
        for place, block in enumerate((statement.body, statement.orelse)):
            behind = live - {phi.target for phi in statement.phis}
            for phi in statement.phis:
                if phi.target in live:
                    behind |= {phi.sources[place]} if len(phi.sources) == 2 else set(phi.sources)
            sides |= self.check(block, behind, stored)
        return sides

    def arrays_of_call(self, made: str, operation: CallUser, stored: frozenset[str]) -> set[str]:
        """Return the nodes of arrays that a call hands back copies of; none where nothing updates them here."""
        arrays = {node for given in self.given(operation) for node in self.arrays_in(given)}
        return set() if stored.isdisjoint(arrays | self.arrays_in(made)) else arrays

    def arrays_in(self, version: str) -> set[str]:
        """Return the nodes of the arrays that a container holds."""
        return self.reached(version) - self.copied(version)

    def check_call(self, statement: Assign, operation: CallUser, live: set[str], arrays: set[str]) -> None:
        """Note the versions read behind a call that share what it updates, or arrays that are updated here."""
        beside = {n for value in operation.arguments.values() for n in names_in(value)}
        for given in self.given(operation):
            lost, name = self.copied(given) | (arrays & self.reached(given)), self.versions.table[given].name
            for version in sorted(live | beside):
                if version not in self.versions.table or not self.mutable(version):
                    continue
                other = self.versions.table[version].name  # the name that was given is bound anew
                if other != name and lost & self.reached(version):
                    self.stale.setdefault(version, (statement, name, other))

    def copied(self, version: str) -> set[str]:
        """Return the nodes that a version is, or the containers that it holds: arrays in containers are not updated."""
        arrays = {self.heap.node(each) for each, fact in self.facts.items() if fact.is_array}
        return {self.heap.node(version), *(node for node in self.heap.inside(version) if node not in arrays)}

    def shares_result(self, result: str | None) -> bool:
        """Tell whether the function returns what it hands back, or a part of it, or hands back one thing twice."""
        parts = self.heap.parts.get(self.heap.node(result or ""), {})
        if EVERY in parts:
            return True
        seen: set[str] = set()
        for part in parts.values():
            reached = {self.heap.node(part), *self.heap.inside(part)}
            if seen & reached:
                return True
            seen |= reached
        return False

    def updates_arrays(self, parameters: tuple[str, ...], stored: frozenset[str]) -> bool:
        """Tell whether the function stores into arrays that are held by what it hands back."""
        entry = {self.versions.table[version].name: version for version in self.versions.parameters}
        inside = {node for p in parameters for node in self.reached(entry[p]) - self.copied(entry[p])}
        return bool(inside & stored)

    def given(self, operation: CallUser) -> list[str]:
        """Return the versions that a call updates."""
        values = (operation.arguments.get(parameter) for parameter in handed_by(operation.function))
        return [value.id for value in values if isinstance(value, gast.Name) and self.mutable(value.id)]

    def handed_on(self) -> tuple[str, ...]:
        """Return the parameters of the function that calls in it update."""
        calls = [each for each in self.operations.values() if isinstance(each, CallUser)]
        given = {node for each in calls for version in self.given(each) for node in self.copied(version)}
        entry = [version for version in self.versions.parameters if self.mutable(version)]
        return tuple(self.versions.table[version].name for version in entry if given & self.copied(version))
