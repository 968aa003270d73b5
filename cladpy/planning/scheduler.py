"""Plan a derivative and all those that it depends on, callees first, each once.

``plan_root`` analyses the function under the signature of its call; every active call of a user's function becomes a
dependent, planned as the partial derivative that is wanted there. A dependent met twice is one node; recursion is a
cycle: summaries start from nothing known and are computed again until they stay.
"""

import builtins
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import gast

from cladpy.analyses.facts import FactAnalysis, FactTable, located
from cladpy.analyses.infer import Inference
from cladpy.analyses.function_analysis import FunctionAnalysis
from cladpy.analyses.classify import Expand
from cladpy.analyses.operations import CallCustom, CallUser, Item
from cladpy.analyses.promised import Promised, is_certain_view
from cladpy.analyses.stores import StoreAnalysis, Stores
from cladpy.analyses.useful import Useful
from cladpy.analyses.varied import Varied
from cladpy.analyses.versions import Versions, number_versions
from cladpy.analyses.webs import variables_of
from cladpy.errors import CladpyError
from cladpy.frontend.fence import check_syntax
from cladpy.frontend.find_source import find_source, primal_function
from cladpy.frontend.namespace import MISSING, Namespace
from cladpy.ir.fact import BOTTOM, UNKNOWN, Dim, Fact, rename_dims
from cladpy.ir.statements import Assign, Return, Statement, walk
from cladpy.normalize.normal_form import NormalForm, normalize
from cladpy.normalize.recorder import PrimalLine
from cladpy.planning.request_graph import RequestGraph
from cladpy.request import DiffRequest, FunctionReference, Options
from cladpy.planning import custom_calls
from cladpy.planning.callee_plan import CalleePlan, CustomPlan
from cladpy.analyses.runtime_names import runtime_value

MAX_ROUNDS = 8  # summaries of recursive functions settle in two or three

Signature = tuple[tuple[str, Fact], ...]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A function in the normal form, with versions."""

    function: Callable[..., object]
    form: NormalForm
    versions: Versions
    namespace: Namespace
    variables: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Summary:
    """What a function does to storage: parameters that its result may share storage with, and that it stores into."""

    aliased: tuple[str, ...]
    stored: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dependent:
    """A dependent request: a function under a signature, its varied parameters, and the plan made for it."""

    function: Callable[..., object]
    signature: Signature
    varied: frozenset[str]
    plan: CalleePlan
    request: DiffRequest


@dataclass(slots=True)
class DiffScheduler:
    """Plans one root and its dependents.

    Parameters
    ----------
    options : Options
        Which analyses are used for what is emitted.
    expand : callable, optional
        Returns the generated function of a derivative that a primal calls: its root is planned first.
    """

    options: Options
    expand: Expand | None = None
    prepared: dict[object, Prepared] = field(default_factory=dict)
    results: dict[tuple[object, Signature], Fact] = field(default_factory=dict)
    tables: dict[tuple[object, Signature], FactTable] = field(default_factory=dict)
    open: set[tuple[object, Signature]] = field(default_factory=set)
    assumed: set[tuple[object, Signature]] = field(default_factory=set)
    varying: dict[tuple[object, Signature, frozenset[str]], frozenset[str] | None] = field(default_factory=dict)
    dependents: dict[tuple[object, Signature, frozenset[str]], Dependent] = field(default_factory=dict)
    summaries: dict[tuple[object, Signature], Summary] = field(default_factory=dict)
    names: dict[str, int] = field(default_factory=dict)
    graph: RequestGraph = field(default_factory=RequestGraph)
    bound: dict[str, Namespace] = field(default_factory=dict)
    promise: tuple[object, frozenset[str]] | None = None
    globals_used: dict[tuple[object, str], tuple[Namespace, object]] = field(default_factory=dict)

    # ---- functions ----

    def prepare(self, function: Callable[..., object]) -> Prepared:
        """Return a function's normal form, made once."""
        primal = primal_function(function)
        known = self.prepared.get(primal.__code__)
        if known is not None and known.function is primal:
            return known
        source = find_source(primal)
        check_syntax(source, module_names=primal.__globals__)
        namespace = Namespace(primal)
        form = normalize(source, namespace)
        versions = number_versions(form.parameters, form.body)
        made = Prepared(primal, form, versions, namespace, variables_of(versions))
        self.prepared[primal.__code__] = made
        return made

    def prepared_of(self, form: NormalForm) -> Prepared:
        """Return the prepared function that has a normal form."""
        return next(prepared for prepared in self.prepared.values() if prepared.form is form)

    def resolver(self, prepared: Prepared) -> Callable[[str], object]:
        """Return the look-up of dotted names: the function's own, then the runtime's."""

        def resolve(path: str) -> object:
            value = prepared.namespace.resolve(path)
            key = (prepared.function, path)
            if value is not MISSING and key not in self.globals_used and not _is_fixed(value, path):
                self.globals_used[key] = (prepared.namespace, value)
            return runtime_value(path) if value is MISSING else value

        return resolve

    def relied(self) -> list[tuple[Namespace, str, object]]:
        """Return the globals and cells that planning relied on, with the values that they had."""
        return [(namespace, path, value) for (_, path), (namespace, value) in self.globals_used.items()]

    # ---- facts ----

    def table(self, function: Callable[..., object], facts: Mapping[str, Fact]) -> FactTable:
        """Return the facts of a function under a signature."""
        prepared = self.prepare(function)
        key = (prepared.function, _key(facts))
        if key in self.tables and key not in self.open:
            return self.tables[key]
        self.open.add(key)
        table = FactTable({}, {})
        for _ in range(MAX_ROUNDS):
            self.assumed.discard(key)
            analysis = FactAnalysis(prepared.versions, self.resolver(prepared), self.user_result, prepared.form.lines, self.expand)
            table = analysis.run(facts)
            result = self.result_of(prepared, table)
            settled = self.results.get(key, BOTTOM) == result or key not in self.assumed
            self.results[key] = result
            if settled:
                break
        self.open.discard(key)
        self.tables[key] = table
        return table

    def result_of(self, prepared: Prepared, table: FactTable) -> Fact:
        last = prepared.versions.body[-1]
        value = last.value if isinstance(last, Return) else gast.Constant(None, None)
        if isinstance(value, gast.Name) and value.id in table.facts:
            return table.facts[value.id]
        analysis = FactAnalysis(prepared.versions, self.resolver(prepared), self.user_result, prepared.form.lines, self.expand)
        analysis.facts = dict(table.facts)
        return analysis.infer(value)

    def user_result(self, operation: CallUser, facts: Mapping[str, Fact]) -> Fact:
        """Return the facts of the result of a call of a user's function."""
        if isinstance(operation, CallCustom):
            return custom_calls.result_fact(self, operation, facts)
        try:
            prepared = self.prepare(operation.function)
        except CladpyError:
            return UNKNOWN
        complete = self.complete(prepared, facts)
        key = (prepared.function, _key(complete))
        if key in self.open:
            self.assumed.add(key)
            return self.results.get(key, BOTTOM)
        self.table(prepared.function, complete)
        return self.results[key]

    def complete(self, prepared: Prepared, facts: Mapping[str, Fact]) -> dict[str, Fact]:
        """Return the facts of every parameter of a callee, named after the callee's parameters."""
        missing = [p for p in prepared.form.parameters if p not in facts]
        if missing:
            raise CladpyError("C115", f"{prepared.form.name}: the argument {missing[0]!r} is missing")
        return {p: _renamed(_without_numbers(facts[p]), p) for p in prepared.form.parameters}

    # ---- activity ----

    def result_varies(self, operation: CallUser, varied: frozenset[str], facts: Mapping[str, Fact]) -> bool:
        """Tell whether a callee's result depends on its varied arguments."""
        if isinstance(operation, CallCustom):
            return custom_calls.result_varies(self, operation, varied, facts)
        prepared = self.prepare(operation.function)
        complete = self.complete(prepared, facts)
        key = (prepared.function, _key(complete), varied)
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
        prepared = self.prepare(function)
        table = self.table(function, facts)
        versions, variables = prepared.versions, prepared.variables
        stores = self.stores(prepared, table, frozenset())
        promised = self.promised(prepared, table, wanted)
        active = self.active(prepared, table, wanted, stores, promised)
        self.check_supported(prepared, table, active)
        result = self.result_version(versions)
        return FunctionAnalysis(
            prepared.form, versions, variables, table.facts, table.operations, active, stores, result,
            self.resolver(prepared), promised,
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
        versions = prepared.versions
        seeds = {
            f"{p}.0"
            for p in prepared.form.parameters
            if (p in wanted or not self.options.varied) and table.facts[f"{p}.0"].may_hold_derivative
        }

        def varies(operation: CallUser, varied: frozenset[str]) -> bool:
            return self.result_varies(operation, varied, self.argument_facts(prepared, table, operation))

        shared = shared_storage(versions, stores)
        varied = Varied(versions, table.facts, table.operations, varies, shared, promised).run(seeds)
        if not self.options.useful:
            return varied
        result = self.result_version(versions)
        useful = Useful(versions, table.operations, shared).run({result} if result else set())
        return varied & useful

    def check_supported(self, prepared: Prepared, table: FactTable, active: frozenset[str]) -> None:
        """Refuse complex values on an active path, and calls that store into arrays of the caller."""
        for statement in walk(prepared.versions.body):
            with located(statement, prepared.form.lines):
                made = statement.target.id if isinstance(statement, Assign) and isinstance(statement.target, gast.Name) else ""
                fact = table.facts.get(made, UNKNOWN)
                if made in active and fact.dtype is not None and fact.dtype.kind == "c":
                    raise CladpyError("C208", "complex values on an active path are not supported yet",
                                      hint="write real and imaginary parts as two arrays")
                operation = table.operations.get(made)
                if isinstance(operation, CallUser) and active:
                    self.check_call(operation, self.argument_facts(prepared, table, operation))

    def check_call(self, operation: CallUser, facts: Mapping[str, Fact]) -> None:
        stored = self.summary(operation, facts).stored
        if stored:
            raise CladpyError(
                "C123", f"{operation.function.__name__} updates its argument {stored[0]!r} in place",
                hint="let the function return the new value",
            )

    def result_version(self, versions: Versions) -> str | None:
        last = versions.body[-1]
        return last.value.id if isinstance(last, Return) and isinstance(last.value, gast.Name) else None

    def stores(self, prepared: Prepared, table: FactTable, active: frozenset[str]) -> Stores:
        def refuse(statement: Statement, other: str) -> CladpyError:
            line: PrimalLine | None = prepared.form.lines.get(getattr(statement, "source", 0))
            what = f"{other!r} may share its storage" if other != "v" else "a view of it"
            return CladpyError(
                "C120", f"an array is updated in place while {what} and is read later",
                location=None if line is None else line.location, hint="copy one of them: b = a.copy()",
            )  # fmt: skip

        def matters(_version: str) -> bool:
            return True

        def aliases(operation: CallUser) -> tuple[str, ...]:
            return self.summary(operation, self.argument_facts(prepared, table, operation)).aliased

        analysis = StoreAnalysis(
            prepared.versions, table.facts, table.operations, prepared.variables, refuse, matters, aliases,
            lambda index: self.may_view(prepared, table, index),
        )  # fmt: skip
        return analysis.run()

    def may_view(self, prepared: Prepared, table: FactTable, index: gast.expr) -> bool:
        """Tell whether indexing with an index may give a view, or an item of a container."""
        parts = index.elts if isinstance(index, gast.Tuple) else [index]
        inference = Inference(table.facts, self.resolver(prepared))
        facts = [inference.infer(part) for part in parts if not isinstance(part, gast.Slice)]
        return not any(fact.kind in ("array", "list") and fact.dims != () for fact in facts)

    def argument_facts(self, prepared: Prepared, table: FactTable, operation: CallUser) -> dict[str, Fact]:
        """Return the facts of the arguments of a call."""
        analysis = FactAnalysis(prepared.versions, self.resolver(prepared), self.user_result, prepared.form.lines, self.expand)
        analysis.facts = dict(table.facts)
        return {name: analysis.infer(value) for name, value in operation.arguments.items()}

    def summary(self, operation: CallUser, facts: Mapping[str, Fact]) -> Summary:
        """Return what a callee does to the storage of its arguments; everything, while that is being found out."""
        everything = Summary(tuple(operation.arguments), ())
        if isinstance(operation, CallCustom):
            return custom_calls.summary(self, operation, facts) or everything
        try:
            prepared = self.prepare(operation.function)
        except CladpyError:
            return everything
        complete = self.complete(prepared, facts)
        key = (prepared.function, _key(complete))
        if key not in self.summaries:
            self.summaries[key] = everything
            self.summaries[key] = self.summarize(prepared, complete)
        return self.summaries[key]

    def summarize(self, prepared: Prepared, facts: Mapping[str, Fact]) -> Summary:
        table = self.table(prepared.function, facts)
        stores = self.stores(prepared, table, frozenset())
        result = self.result_version(prepared.versions)
        mine = stores.classes.get(result or "")
        mutable = [p for p in prepared.form.parameters if f"{p}.0" in stores.classes]
        aliased = tuple(p for p in mutable if stores.classes[f"{p}.0"] == mine)
        return Summary(aliased, stores.parameters)

    # ---- roots and dependents ----

    def plan_root(
        self, request: DiffRequest, function: Callable[..., object], facts: Mapping[str, Fact]
    ) -> FunctionAnalysis:
        """Analyse what a request asks for, under the facts of a call."""
        self.graph = self.graph.with_root(request)
        prepared = self.prepare(function)
        wrt = request.wrt if request.wrt is not None else prepared.form.parameters
        wanted = frozenset(name.partition("[")[0] for name in wrt)
        self.promise = (prepared.function, wanted) if self.options.assume_unselected_inactive else None
        return self.analyze(function, facts, wanted)

    def callee(
        self, analysis: FunctionAnalysis, caller: DiffRequest
    ) -> Callable[[CallUser, str], CalleePlan | CustomPlan | None]:
        """Return the planner of the active calls of a function; None where custom rules leave a call as it is."""

        def plan(operation: CallUser, _version: str) -> CalleePlan | CustomPlan | None:
            facts = {name: analysis.infer(value, {}) for name, value in operation.arguments.items()}
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
        self, function: Callable[..., object], facts: Mapping[str, Fact], varied: frozenset[str], *, is_root: bool = False
    ) -> Dependent:
        """Return the dependent request for a function, planned once per signature and wanted slots.

        A root has a slot for each floating parameter that was asked for, zeros where nothing depends on it.
        """
        prepared = self.prepare(function)
        complete = self.complete(prepared, facts)
        signature = _key(complete)
        key = (prepared.function, signature, frozenset({*varied, "root"}) if is_root else varied)
        if key not in self.dependents:
            analysis = self.analyze(prepared.function, complete, varied)
            wanted = {p for p in varied if is_root and complete[p].may_hold_derivative}
            active = frozenset(wanted | {p for p in varied if f"{p}.0" in analysis.active})
            suffix = "".join(f"_{p}" for p in prepared.form.parameters if p in active)
            base = self.unique(printed_name(prepared), suffix)
            plan = CalleePlan(f"{base}_forward{suffix}", f"{base}_pullback{suffix}", prepared.form.parameters, active)
            wrt = tuple(p for p in prepared.form.parameters if p in active)
            request = DiffRequest(FunctionReference.of(prepared.function), "pullback", wrt, bare=False)
            self.dependents[key] = Dependent(prepared.function, signature, varied, plan, request)
        return self.dependents[key]

    def unique(self, base: str, suffix: str) -> str:
        count = self.names.get(base + suffix, 0) + 1
        self.names[base + suffix] = count
        return base if count == 1 else f"{base}_{count}"


def shared_storage(versions: Versions, stores: Stores) -> tuple[frozenset[str], ...]:
    """Return the sets of versions in the storage regime that may share storage: active together or not at all."""
    groups: dict[str, set[str]] = {}
    for version in versions.table:
        if stores.is_mirrored(version):
            groups.setdefault(stores.classes[version], set()).add(version)
    return tuple(frozenset(group) for group in groups.values())


def printed_name(prepared: Prepared) -> str:
    """Return the name that generated functions are called after: of a method with its class, without underscores."""
    source, name = prepared.form.source, prepared.form.name
    if source.class_name is None:
        return name
    return f"{source.class_name}_{name.strip('_')}"


def _is_fixed(value: object, path: str) -> bool:
    """Tell whether a global belongs to a library or to Python, which are taken as fixed."""
    if not (callable(value) or isinstance(value, types.ModuleType)):
        return False
    module = str(getattr(value, "__module__", None) or getattr(value, "__name__", None) or "")
    return module.split(".")[0] in ("numpy", "math", "builtins", "scipy", "operator", "functools") or path in dir(builtins)


def _key(facts: Mapping[str, Fact]) -> Signature:
    return tuple(facts.items())


def _renamed(fact: Fact, parameter: str) -> Fact:
    def rename(dim: Dim, label: str) -> Dim:
        return replace(dim, name=label)

    return rename_dims(fact, rename, parameter)


def _without_numbers(fact: Fact) -> Fact:
    """Return a fact without the value of a number: callees are not planned once per literal."""
    if fact.is_python and fact.dtype is not None and fact.dtype.kind != "b":
        return fact.without_value()
    if fact.items is not None:
        return replace(fact, items=tuple(_without_numbers(item) for item in fact.items))
    return fact


