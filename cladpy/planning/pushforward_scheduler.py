"""Plan a pushforward and those of the functions that it calls, each once.

It differs from reverse mode in what storage needs: whatever is updated in place has a parallel tangent from its
creation on, so that versions which may share such storage are active together, and no alias is refused.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import gast

from cladpy.analyses.function_analysis import FunctionAnalysis
from cladpy.analyses.infer import Inference
from cladpy.analyses.operations import Apply, CallCustom, CallUser, is_singular
from cladpy.analyses.stores import StoreAnalysis, Stores
from cladpy.analyses.versions import Versions
from cladpy.ir.fact import Fact
from cladpy.ir.statements import Block, Statement
from cladpy.planning import custom_calls
from cladpy.planning.callee_plan import CustomPushforwardPlan, PushforwardPlan
from cladpy.planning.function_facts import Signature, signature_of
from cladpy.planning.scheduler import Dependent, DiffScheduler, printed_name
from cladpy.request import DiffRequest, FunctionReference


class StorageClasses(StoreAnalysis):
    """The classes of storage that is updated in place, with no alias refused."""

    def check(self, block: Block, live: set[str], stored: frozenset[str]) -> set[str]:
        """Look at nothing: a parallel tangent needs no order of reads and stores."""
        return set()

    def problems(self, classes: Mapping[str, str]) -> Mapping[str, tuple[Statement, str]]:
        """Return nothing that would be refused."""
        return {}


@dataclass(slots=True)
class PushforwardScheduler(DiffScheduler):
    """Plans one pushforward and its dependents."""

    store_analysis: ClassVar[type[StoreAnalysis]] = StorageClasses
    outlines: ClassVar[bool] = False  # nothing is recorded

    def shared(self, versions: Versions, stores: Stores) -> tuple[frozenset[str], ...]:
        """Return the sets of versions that may share storage which is updated in place."""
        groups: dict[str, set[str]] = {}
        for version in versions.table:
            if stores.is_stored(version):
                groups.setdefault(stores.classes[version], set()).add(version)
        return (*DiffScheduler.shared(self, versions, stores), *(frozenset(group) for group in groups.values()))

    def callee(self, analysis: FunctionAnalysis, caller: DiffRequest) -> Callable[..., Any]:
        """Return the planner of the active calls of a function; None where custom rules leave a call as it is."""

        def plan(
            operation: CallUser, _version: str, unbounded: frozenset[str]
        ) -> PushforwardPlan | CustomPushforwardPlan | None:
            varied = frozenset(
                p for p, value in operation.arguments.items()
                if any(isinstance(part, gast.Name) and part.id in analysis.active for part in gast.walk(value))
            )  # fmt: skip
            if isinstance(operation, CallCustom):
                chosen = custom_calls.pushforward_plan(self, operation, analysis, varied)
                self.graph = self.graph.with_rule(caller, custom_calls.pushforward_text(operation, chosen))
                return chosen
            facts = analysis.argument_facts(operation)
            pushed = self.pushed(operation.function, facts, varied, unbounded & varied)
            self.graph = self.graph.with_dependent(caller, pushed.request)
            return pushed.plan

        return plan

    def pushed_root(
        self, analysis: FunctionAnalysis, wrt: tuple[str, ...], function: Callable[..., object],
        facts: Mapping[str, Fact],
    ) -> PushforwardPlan:  # fmt: skip
        """Return the plan of the root, which a recursive call may use too.

        It may where each of its tangents is wanted and its result is new storage: what a root returns is the caller's.
        """
        prepared = self.prepare(function)
        suffix = "".join(f"_{parameter}" for parameter in wrt)
        base = self.unique(printed_name(prepared), suffix)
        plan = PushforwardPlan(f"{base}_pushforward{suffix}", prepared.form.parameters, frozenset(wrt))
        classes = analysis.stores.classes
        shared = any(classes.get(p) == classes.get(analysis.result or "") for p in analysis.versions.parameters)
        if not shared and wrt == tuple(p for p in prepared.form.parameters if f"{p}.0" in analysis.active):
            request = next(iter(self.graph.roots))
            signature = signature_of(self.complete(prepared, facts))
            unbounded: frozenset[str] = frozenset()
            key = (prepared.function, signature, frozenset(wrt), unbounded)
            self.dependents[key] = Dependent(prepared.function, signature, frozenset(wrt), plan, request)
        return plan

    def branches(self, analysis: FunctionAnalysis) -> Callable[[CallUser], bool]:
        """Return what tells whether a call meets slopes that may be infinite, in any function that it reaches."""

        def found(operation: CallUser) -> bool:
            facts = analysis.argument_facts(operation)
            return not isinstance(operation, CallCustom) and self.has_branch_point(operation.function, facts, set())

        return found

    def has_branch_point(
        self, function: Callable[..., object], facts: Mapping[str, Fact], seen: set[tuple[object, Signature]]
    ) -> bool:
        """Tell whether a function has slopes that may be infinite at finite values, its callees included."""
        prepared = self.prepare(function)
        complete = self.complete(prepared, facts)
        key = (prepared.function, signature_of(complete))
        if key in seen:
            return False
        seen.add(key)
        prepared, table = self.specialized(prepared.function, complete)
        inference = Inference(table.facts, self.resolver(prepared))
        for operation in table.operations.values():
            if isinstance(operation, Apply) and any(is_singular(operation, p) for p in operation.arguments):
                return True
            if isinstance(operation, CallUser) and not isinstance(operation, CallCustom):
                inner = {name: inference.infer(value) for name, value in operation.arguments.items()}
                if self.has_branch_point(operation.function, inner, seen):
                    return True
        return False

    def pushed(
        self, function: Callable[..., object], facts: Mapping[str, Fact], varied: frozenset[str],
        unbounded: frozenset[str],
    ) -> Dependent:  # fmt: skip
        """Return the dependent pushforward of a function, planned once per signature and kinds of parameters."""
        prepared = self.prepare(function)
        complete = self.complete(prepared, facts)
        signature = signature_of(complete)
        key = (prepared.function, signature, varied, unbounded)
        if key not in self.dependents:
            analysis = self.analyze(prepared.function, complete, varied)
            active = frozenset(p for p in varied if f"{p}.0" in analysis.active)
            wrt = tuple(p for p in prepared.form.parameters if p in active)
            suffix = "".join(f"_{p}" for p in wrt)
            base = self.unique(printed_name(prepared), suffix)
            plan = PushforwardPlan(f"{base}_pushforward{suffix}", prepared.form.parameters, active, unbounded & active)
            request = DiffRequest(FunctionReference.of(prepared.function), "pushforward", wrt, bare=False)
            self.dependents[key] = Dependent(prepared.function, signature, varied, plan, request)
        return self.dependents[key]
