"""Plan a derivative and all those that it depends on, callees first, each once.

``plan_root`` analyses the function under the signature of its call; every active call of a user's function becomes a
dependent, planned as the partial derivative that is wanted there. A dependent met twice is one node; recursion is a
cycle: summaries start from nothing known and are computed again until they stay.
"""

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import gast

from cladpy.analyses.classify import operation_of
from cladpy.analyses.facts import FactTable, located
from cladpy.analyses.function_analysis import FunctionAnalysis
from cladpy.analyses.infer import Inference
from cladpy.analyses.operations import CallCustom, CallUser, Item, is_view_or_copy
from cladpy.analyses.promised import Promised, is_certain_view
from cladpy.analyses.stores import Stores
from cladpy.analyses.useful import Useful
from cladpy.analyses.varied import Varied
from cladpy.analyses.versions import Versions
from cladpy.errors import CladpyError
from cladpy.frontend.namespace import MISSING, interpreted, is_cache
from cladpy.frontend.repeatable_functions import is_repeatable
from cladpy.frontend.unwrap import unwrap
from cladpy.ir.expressions import dotted, names_in
from cladpy.ir.fact import Fact, holds_local_function
from cladpy.ir.statements import Assign, Effect, walk
from cladpy.planning import custom_calls
from cladpy.planning.callee_plan import CalleePlan, CustomPlan
from cladpy.planning.complex_values import ComplexValues, meets_complex
from cladpy.planning.contexts import check_contexts
from cladpy.planning.escapes import Escape, Escapes, check_escaped
from cladpy.planning.function_facts import FunctionFacts, Signature, signature_of
from cladpy.planning.prepared import Prepared
from cladpy.planning.repeatable import check_checkpoints
from cladpy.planning.request_graph import RequestGraph
from cladpy.planning.texts import Texts
from cladpy.request import DiffRequest, FunctionReference, parameter_of


@dataclass(frozen=True, slots=True)
class Dependent:
    """A dependent request: a function under a signature, its varied parameters, and the plan made for it."""

    function: Callable[..., object]
    signature: Signature
    varied: frozenset[str]
    plan: Any
    request: DiffRequest


@dataclass(slots=True)
class DiffScheduler(FunctionFacts):
    """Plans one root and its dependents.

    Parameters
    ----------
    options : Options
        Which analyses are used for what is emitted.
    expand : callable, optional
        Returns the generated function of a derivative that a primal calls: its root is planned first.
    """

    varying: dict[tuple[object, Signature, frozenset[str]], frozenset[str] | None] = field(default_factory=dict)
    dependents: dict[tuple[object, ...], Dependent] = field(default_factory=dict)
    reserved: frozenset[str] = frozenset()
    names: dict[str, int] = field(default_factory=dict)
    graph: RequestGraph = field(default_factory=RequestGraph)
    escapes: list[Escape] = field(default_factory=list)
    harmless: set[int] = field(default_factory=set)  # calls for their effect through which nothing varied escapes
    looked_into: set[tuple[object, Signature, frozenset[str]]] = field(default_factory=set)
    complex: bool = False  # whether a function met so far holds complex values: callees are met before their callers
    layouts: bool = False  # whether one met so far reshapes: dependents are analysed again behind all their callers

    # ---- functions ----

    # ---- facts ----

    # ---- activity ----

    def result_varies(self, operation: CallUser, varied: frozenset[str], facts: Mapping[str, Fact]) -> bool:
        """Tell whether a callee's result depends on its varied arguments."""
        if isinstance(operation, CallCustom):
            return custom_calls.result_varies(self, operation, varied, facts)
        prepared = self.prepare(operation.function)
        complete = self.complete(prepared, facts)
        key = (prepared.function, signature_of(complete), varied)
        if key in self.varying:
            found = self.varying[key]
            return True if found is None else bool(found)
        self.varying[key] = None
        analysis = self.analyze(prepared.function, complete, varied)
        result = analysis.result
        self.varying[key] = frozenset({result} & analysis.active) if result else frozenset()
        return bool(self.varying[key])

    def analyze(
        self, function: Callable[..., object], facts: Mapping[str, Fact], wanted: frozenset[str]
    ) -> FunctionAnalysis:
        """Return the whole analysis of a function for some wanted parameters."""
        prepared, table = self.specialized(function, facts)
        versions, variables = prepared.versions, prepared.variables
        if holds_local_function(self.result_of(prepared, table)):
            raise CladpyError("C116", f"{prepared.form.name} returns a function that is defined in it")
        stores = self.stores(prepared, table, frozenset())
        promised = self.promised(prepared, table, wanted)
        active = self.active(prepared, table, wanted, stores, promised)
        self.check_handed(prepared, table, stores)
        self.check_shared(prepared, table, stores, active)
        self.check_supported(prepared, table, active)
        check_checkpoints(self, prepared, table, stores, active)
        result = self.result_version(versions)
        self.complex |= meets_complex(Inference(table.facts, self.resolver(prepared)), table.operations.values())
        self.layouts |= any(map(is_view_or_copy, table.operations.values()))
        return FunctionAnalysis(
            prepared.form, versions, variables, table.facts, table.operations, active, stores, result,
            self.resolver(prepared), promised, self.complex, self.layouts, frozenset(self.harmless),
            table.raw,
        )  # fmt: skip

    def promised(self, prepared: Prepared, table: FactTable, wanted: frozenset[str]) -> frozenset[str]:
        """Return what the caller promises to stay inactive: the unselected inputs of the root, with their storage."""
        if self.promise != (prepared.function, wanted):
            return frozenset()

        def is_view(operation: Item) -> bool:
            inference = Inference(table.facts, self.resolver(prepared))
            return is_certain_view(inference.infer(operation.owner), operation.index, inference.infer)

        unselected = frozenset(prepared.form.parameters) - wanted
        return Promised(prepared.versions, table.operations, is_view).run(unselected)

    def active(
        self, prepared: Prepared, table: FactTable, wanted: frozenset[str], stores: Stores, promised: frozenset[str]
    ) -> frozenset[str]:
        """Return the active versions of a function for some wanted parameters."""
        versions = prepared.versions
        seeds = {
            f"{p}.0"
            for p in prepared.form.parameters
            if (p in wanted or not self.options.varied) and table.facts[f"{p}.0"].may_hold_derivative
        }

        def varies(operation: CallUser, varied: frozenset[str]) -> bool:
            return self.result_varies(operation, varied, self.argument_facts(prepared, table, operation))

        shared = self.shared(versions, stores)
        varied = Varied(versions, table.facts, table.operations, varies, shared, promised).run(seeds)
        check_contexts(prepared, table, varied)
        result = self.result_version(versions)

        @functools.cache
        def useful() -> frozenset[str]:
            return frozenset(Useful(versions, table.operations, shared).run({result} if result else set()))

        self.check_escapes(prepared, table, varied, lambda version: version in useful())
        Texts(prepared, table, varied, lambda version: version in useful()).check()
        return varied & useful() if self.options.useful else varied

    def check_escapes(
        self, prepared: Prepared, table: FactTable, varied: frozenset[str], is_useful: Callable[[str], bool]
    ) -> None:
        """Refuse what puts something varied where no adjoint follows it, and note what may."""

        def looks(statement: Effect, inference: Inference) -> bool:
            operation = operation_of(statement.value, inference, lambda _node: False)
            return isinstance(operation, CallUser) and self.is_looking(prepared, table, operation, varied)

        escapes = Escapes(prepared, table, self.resolver(prepared), varied, looks, is_useful)
        escapes.run()
        self.escapes += escapes.noted
        self.harmless |= escapes.harmless

    def is_looking(self, prepared: Prepared, table: FactTable, operation: CallUser, varied: frozenset[str]) -> bool:
        """Tell whether a function that is called for its effect stores into none of its arguments; look into it."""
        known = self.argument_facts(prepared, table, operation)
        if isinstance(operation, CallCustom) or self.summary(operation, known).stored:
            return False
        callee = self.prepare(operation.function)
        given = frozenset(p for p, value in operation.arguments.items() if not varied.isdisjoint(names_in(value)))
        complete = self.complete(callee, known)
        key = (callee.function, signature_of(complete), given)
        if key not in self.looked_into:
            self.looked_into.add(key)
            self.analyze(callee.function, complete, given)  # which refuses what escapes there
        return True

    def check_escaped(self) -> None:
        """Refuse globals that were given something varied, where a function that was met reads them."""
        known = (*self.forms.values(), *(each.prepared for each in self.so_far.values()))
        check_escaped(self.escapes, known)

    def shared(self, versions: Versions, stores: Stores) -> tuple[frozenset[str], ...]:
        """Return the sets of versions that may share storage: active together or not at all."""
        return shared_storage(versions, stores)

    def check_supported(self, prepared: Prepared, table: FactTable, active: frozenset[str]) -> None:
        """Refuse complex values where a rule does not take them, and calls that store into arrays of the caller."""
        complex_values = ComplexValues(Inference(table.facts, self.resolver(prepared)))
        for statement in walk(prepared.versions.body):
            with located(statement, prepared.form.lines):
                made = (
                    statement.target.id
                    if isinstance(statement, Assign) and isinstance(statement.target, gast.Name)
                    else ""
                )
                operation = table.operations.get(made)
                if isinstance(statement, Assign):
                    complex_values.check(statement, operation, is_active=made in active)
                if isinstance(operation, CallUser) and made in active:
                    check_not_cached(prepared, operation)
                if isinstance(operation, CallUser) and active:
                    self.check_call(operation, self.argument_facts(prepared, table, operation))

    def check_call(self, operation: CallUser, facts: Mapping[str, Fact]) -> None:
        """Refuse the call of a function that stores into its arguments."""
        stored = self.summary(operation, facts).stored
        if stored:
            raise CladpyError(
                "C123",
                f"{operation.function.__name__} updates its argument {stored[0]!r} in place",
                hint="let the function return the new value",
            )

    # ---- roots and dependents ----

    def plan_root(
        self, request: DiffRequest, function: Callable[..., object], facts: Mapping[str, Fact]
    ) -> FunctionAnalysis:
        """Analyse what a request asks for, under the facts of a call."""
        self.graph = self.graph.with_root(request)
        prepared = self.prepare(function)
        wrt = request.wrt if request.wrt is not None else prepared.form.parameters
        wanted = frozenset(parameter_of(name) for name in wrt)
        self.promise = (prepared.function, wanted) if self.options.assume_unselected_inactive else None
        return self.analyze(function, facts, wanted)

    def callee(
        self, analysis: FunctionAnalysis, caller: DiffRequest
    ) -> Callable[[CallUser, str], CalleePlan | CustomPlan | None]:
        """Return the planner of the active calls of a function; None where custom rules leave a call as it is."""

        def plan(operation: CallUser, _version: str) -> CalleePlan | CustomPlan | None:
            facts = analysis.argument_facts(operation)
            varied = frozenset(
                p for p, value in operation.arguments.items()
                if any(isinstance(part, gast.Name) and part.id in analysis.active for part in gast.walk(value))
            )  # fmt: skip
            if isinstance(operation, CallCustom):
                chosen = custom_calls.custom_plan(self, operation, analysis, varied)
                self.graph = self.graph.with_rule(caller, custom_calls.choice_text(operation, chosen, varied))
                return chosen
            dependent = self.dependent(operation.function, facts, varied)
            self.graph = self.graph.with_dependent(caller, dependent.request)
            return dependent.plan

        return plan

    def dependent(
        self,
        function: Callable[..., object],
        facts: Mapping[str, Fact],
        varied: frozenset[str],
        *,
        root: DiffRequest | None = None,
    ) -> Dependent:
        """Return the dependent request for a function, planned once per signature and wanted slots.

        A root, which answers the user's own request, has a slot for each floating parameter that was asked for, zeros
        where nothing depends on it.
        """
        prepared = self.prepare(function)
        complete = self.complete(prepared, facts)
        signature = signature_of(complete)
        key = (prepared.function, signature, varied, root is not None)
        if key not in self.dependents:
            analysis = self.analyze(prepared.function, complete, varied)
            wanted = {p for p in varied if root is not None and complete[p].may_hold_derivative}
            active = frozenset(wanted | {p for p in varied if f"{p}.0" in analysis.active})
            suffix = "".join(f"_{p}" for p in prepared.form.parameters if p in active)
            base = self.unique(printed_name(prepared), suffix)
            forward, pullback = f"{base}_forward{suffix}", f"{base}_pullback{suffix}"
            plan = CalleePlan(forward, pullback, prepared.form.parameters, active, root is not None)
            wrt = tuple(p for p in prepared.form.parameters if p in active)
            made = DiffRequest(FunctionReference.of(prepared.function), "pullback", wrt, bare=False)
            self.dependents[key] = Dependent(prepared.function, signature, varied, plan, root or made)
        return self.dependents[key]

    def unique(self, base: str, suffix: str) -> str:
        """Return a base of names, numbered where a function has it with its suffix, or the user's code sees one."""
        while True:
            count = self.names.get(base + suffix, 0) + 1
            self.names[base + suffix] = count
            numbered = base if count == 1 else f"{base}_{count}"
            names = [f"{numbered}_{half}{suffix}" for half in ("forward", "pullback", "pushforward")]
            seen = (known.namespace.lookup(name) is not MISSING for known in self.prepared.values() for name in names)
            if self.reserved.isdisjoint(names) and not any(seen):
                return numbered


def check_not_cached(prepared: Prepared, operation: CallUser) -> None:
    """Refuse active calls of a cached function in itself, or of one that must not be computed at each call."""
    called = operation.call.func
    value = prepared.namespace.held(dotted(called) or "")
    if is_cache(value) and not is_repeatable(unwrap(operation.function)):
        name = operation.function.__name__
        raise CladpyError(
            "C201", f"{name} is cached, and draws random numbers or has effects: it is computed once",
            hint="call it once, and keep what it gives under a name; or leave the cache out",
        )  # fmt: skip
    if operation.function is prepared.function and interpreted(value) is not value:
        raise CladpyError(
            "C118", f"{prepared.form.name} is a cached function of what is differentiated, and calls itself",
            hint="define it where it is called, so that it reads what is differentiated from around it",
        )  # fmt: skip


def shared_storage(versions: Versions, stores: Stores) -> tuple[frozenset[str], ...]:
    """Return the sets of versions in the storage regime that may share storage: active together or not at all."""
    return tuple(
        frozenset(version for version in versions.table if stores.classes[version] in group) for group in stores.groups
    )


def printed_name(prepared: Prepared) -> str:
    """Return the name that generated functions are called after: of a method with its class, without underscores."""
    source, name = prepared.form.source, prepared.form.name
    if source.class_name is None:
        return name
    return f"{source.class_name}_{name.strip('_')}"
