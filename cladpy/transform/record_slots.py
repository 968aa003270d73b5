"""Where recorded values lie: variables, and in loops tapes; which conditions and stores are recorded too."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import gast

from cladpy.ir.fact import Fact
from cladpy.ir.statements import (
    Block,
    For,
    If,
    Reversed,
    Undo,
    While,
    With,
)
from cladpy.transform.mirrors import HELD, MIRROR
from cladpy.transform.needs import Need, NeedAnalysis
from cladpy.transform.places import Place
from cladpy.transform.reverse_sweep import ReverseSweep


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a recorded value lies: a variable, or in loops a tape and the variable that it is popped into."""

    variable: str
    tape: str | None


@dataclass(slots=True)
class RecordSlots:
    """Decides on the places of everything that the reverse sweep reads of the primal."""

    sweep: ReverseSweep
    analysis_of_needs: NeedAnalysis
    needs: Mapping[str, Need] = field(default_factory=dict)
    slots: dict[str, Slot] = field(default_factory=dict)
    facts: dict[str, Fact] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    tapes: dict[int, list[str]] = field(default_factory=dict)
    undone: dict[int, Slot] = field(default_factory=dict)
    branches: dict[int, str] = field(default_factory=dict)
    made: list[set[str]] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)

    def fresh(self, base: str) -> str:
        """Return a new variable."""
        self.counts[base] = self.counts.get(base, 0) + 1
        return f"{base}@s{self.counts[base]}"

    def base(self, key: str) -> str:
        """Return the name that a variable for a version is made from."""
        if key.startswith("@trip."):
            return "trip"
        if key.startswith("@state."):
            return "state"
        if key.startswith("@branch."):
            return "branch"
        if key.startswith(HELD):
            return "v"
        if key.startswith(MIRROR):
            return self.sweep.adjoint(key.removeprefix(MIRROR)).split("@")[0]
        version = key.removesuffix(":shape")
        base = self.sweep.analysis.variables[version].split("@")[0]
        return f"{base}_shape" if key.endswith(":shape") else base

    def own_variable(self, key: str) -> str:
        """Return a new variable for a version, with the facts of the version."""
        variable = self.fresh(self.base(key))
        version = key.removeprefix(MIRROR)
        if version in self.sweep.analysis.versions.table:
            self.facts[variable] = self.sweep.analysis.fact(version).without_value()
        elif key in self.sweep.mirrors.facts:
            self.facts[variable] = self.sweep.mirrors.facts[key]
        return variable

    def slot(self, key: str, loops: tuple[int, ...]) -> Slot:
        """Return the place for a recorded value, made in these loops."""
        variable = self.own_variable(key)
        if not loops:
            return Slot(variable, None)
        base = self.base(key)
        tape = self.fresh("tape" if base in ("v", "result") else f"tape_{base}")
        self.tapes.setdefault(loops[0], []).append(tape)
        self.facts[tape] = Fact("list")
        return Slot(variable, tape)

    def variable(self, version: str) -> str:
        """Return the variable that holds a version in the forward sweep."""
        if version in self.sweep.analysis.variables:
            return self.sweep.analysis.variables[version]
        if version.startswith(MIRROR):
            return self.sweep.adjoint(version.removeprefix(MIRROR))
        if version.startswith(HELD):
            return f"v@h{version.removeprefix(HELD)}"
        if version.startswith("@state."):
            return f"state@{version.removeprefix('@state.')}".replace(".", "_")
        return f"trip@{version.removeprefix('@trip.')}"

    def decide_tests(self) -> None:
        """Decide for each branch of the draft whether its condition is evaluated again or was recorded."""
        analysis = self.analysis_of_needs
        needs = dict(self.needs)
        for draft in analysis.tests:
            if _is_cheap_test(draft.test, self.sweep) and self.is_available(draft.test, analysis, needs):
                continue
            self.branches[id(draft)] = ""
        self.needs = needs

    def is_available(self, test: gast.expr, analysis: NeedAnalysis, needs: dict[str, Need]) -> bool:
        """Tell whether what a condition reads can be had again; if so, note how."""
        versions = [n for n in versions_in(test) if n not in needs]
        for version in versions:
            kept = analysis.is_kept(version) or version in self.sweep.rebound
            if not kept and (analysis.record_all or analysis.can_recompute(version, 3) <= 0):
                return False
        for version in versions:
            analysis.decide(version)
            needs.update(analysis.needs)
        return True

    def decide_undos(self, draft: Block) -> None:
        """Decide which stores are undone: those behind which older content is still read.

        Undoing one reads its index, which must be had then, and of which the content may have to be restored as well.
        """
        undos, before = list(_undos(draft)), -1
        while len(self.undone) != before:
            before = len(self.undone)
            restored = [key for key, need in self.needs.items() if need.how == "restored"]
            for undo in undos:
                if id(undo.store) not in self.undone and self.is_undone(undo, restored):
                    new = undo.store.new or ""
                    self.undone[id(undo.store)] = self.undo_slot(new, self.analysis_of_needs.info(new).loops)
                    self.decide_index(undo.store.target)

    def is_undone(self, undo: Undo, restored: list[str]) -> bool:
        """Tell whether a store is one behind which the content of one of some versions is still read."""
        new = undo.store.new or ""
        info = self.analysis_of_needs.info(new)
        classes = self.sweep.analysis.stores.classes
        for version in restored:
            other = self.analysis_of_needs.info(version)
            earlier = other.position < info.position or set(other.loops) & set(info.loops)
            if classes.get(version) == classes.get(new) and earlier:
                return True
        return False

    def decide_index(self, target: gast.expr) -> None:
        """Decide how the index of an undone store is had."""
        analysis = self.analysis_of_needs
        for version in versions_in(target.slice) if isinstance(target, gast.Subscript) else ():
            if version not in self.needs:
                analysis.decide(version)
        self.needs = {**analysis.needs, **self.needs}

    def undo_slot(self, version: str, loops: tuple[int, ...]) -> Slot:
        """Return the place for the content that a store overwrites, made in these loops."""
        base = self.sweep.analysis.variables[version].split("@")[0]
        variable = self.fresh(f"{base}_old")
        if not loops:
            return Slot(variable, None)
        tape = self.fresh(f"tape_{base}")
        self.tapes.setdefault(loops[0], []).append(tape)
        self.facts[tape] = Fact("list")
        return Slot(variable, tape)

    def branch_slot(self, draft: If) -> Slot:
        """Return the place for the condition of a branch of the draft."""
        key = f"@branch.{id(draft)}"
        if key not in self.slots:
            place = self.sweep.places.around[self.sweep.primal_of[id(draft)]]
            loops = self.sweep.places.loops_of(place)
            self.slots[key] = self.slot("@branch.", loops)
            self.needs = {**self.needs, key: Need("recorded", place, loops)}
        return self.slots[key]


def _undos(block: Block) -> Iterator[Undo]:
    for statement in block:
        if isinstance(statement, Undo):
            yield statement
        elif isinstance(statement, If):
            yield from _undos(statement.body)
            yield from _undos(statement.orelse)
        elif isinstance(statement, For | While | With | Reversed):
            yield from _undos(statement.body)


def _is_cheap_test(test: gast.expr, sweep: ReverseSweep) -> bool:
    """Tell whether evaluating a condition again costs about as much as recording it."""
    for part in gast.walk(test):
        if isinstance(part, gast.Call | gast.Subscript):
            return False
        if isinstance(part, gast.Name) and "." in part.id and not sweep.analysis.fact(part.id).is_scalar:
            return False
    return True


def versions_in(node: gast.AST) -> list[str]:
    """Return the versions that an expression reads, as often as it reads them."""
    return [part.id for part in gast.walk(node) if isinstance(part, gast.Name) and "." in part.id]
