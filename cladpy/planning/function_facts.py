"""Functions in the normal form with their facts and summaries, made once for each signature.

Recursion is a cycle: a summary starts from nothing known and is computed again until it stays.
"""

import builtins
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

import gast

from cladpy.analyses.classify import Expand
from cladpy.analyses.facts import FactAnalysis, FactTable, UserResult
from cladpy.analyses.handed_calls import HandedCalls
from cladpy.analyses.heap import weak
from cladpy.analyses.infer import Inference
from cladpy.analyses.objects import method_of, plain_constructor, setter_of
from cladpy.analyses.operations import CallCustom, CallUser, Opaque
from cladpy.analyses.runtime_names import runtime_value
from cladpy.analyses.shared_parts import RESULT, SharedParts, shared_parts
from cladpy.analyses.stores import StoreAnalysis, Stores
from cladpy.analyses.versions import Versions
from cladpy.errors import CladpyError
from cladpy.frontend.fence import check_syntax
from cladpy.frontend.find_source import find_source, primal_function
from cladpy.frontend.namespace import MISSING, ExtendedNamespace, Namespace, unmarked
from cladpy.ir.expressions import dotted, names_in, root_of
from cladpy.ir.fact import BOTTOM, UNKNOWN, UPDATED, Dim, Fact, holds_local_function, present, rename_dims
from cladpy.ir.statements import Block, For, If, Return, Statement, walk
from cladpy.normalize.cached_functions import keys_of
from cladpy.normalize.checkpoints import role_of, with_checkpoints
from cladpy.normalize.handed_back import MadeFunctions, handed_by
from cladpy.normalize.lifted_functions import with_lifted_functions
from cladpy.normalize.local_imports import with_global_imports
from cladpy.normalize.normal_form import NormalForm, normalize
from cladpy.normalize.ode_calls import with_ode_steps
from cladpy.normalize.owned_calls import ITERATED, KEYS, READ, VIEWS, Owner, Owners, Position, is_rewritten
from cladpy.normalize.recorder import PrimalLine
from cladpy.planning import custom_calls
from cladpy.planning.prepared import Prepared
from cladpy.planning.specialization.lists_of_classes import lists_of_classes
from cladpy.planning.specialization.local_functions import written_in_hope
from cladpy.planning.specialization.scene import Scene
from cladpy.planning.specialization.sharing_calls import may_be_written_out, sharing_calls_written_out
from cladpy.planning.specialization.specialize import specialize
from cladpy.planning.specialization.unroll import Unroll
from cladpy.request import Options

MAX_ROUNDS = 8  # summaries of recursive functions settle in two or three
MOST_LENGTHS = 3  # of a list that a function hands itself, before it is a list of any length
MOST_NESTED = 8  # calls inside of one another with what is nested deeper each time
MOST_NUMBERS = 24  # calls inside of one another of a function that is told apart by the whole numbers that it is given
MOST_PARTS = 200  # of what such a call gives: a tree of six levels
MAX_STEPS = 200  # of specialisation: each takes a loop, a call or a branch apart

Signature = tuple[tuple[str, Fact], ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """What a function does to storage: parameters that its result may be, view or hold, and that it stores into.

    ``shared``: which parts of them its result has, where that is known.
    """

    aliased: tuple[str, ...]
    stored: tuple[str, ...]
    shared: SharedParts | None = None

    def wraps_object(self, facts: Mapping[str, Fact]) -> bool:
        """Tell whether the result holds an object that the function is given."""
        pairs = () if self.shared is None else self.shared.one
        return any(
            not keys and root != RESULT and facts[root].kind == "object" and place[0] == RESULT and bool(place[1])
            for (root, keys), place in pairs
        )


@dataclass(frozen=True, slots=True)
class SoFar:
    """A function as it is known while results that it rests on are assumed."""

    prepared: Prepared
    table: FactTable
    result: Fact
    assumed: Mapping[tuple[object, Signature], Fact]


@dataclass(slots=True)
class FunctionFacts:
    """Facts of functions, by signature.

    Parameters
    ----------
    options : Options
        Which analyses are used for what is emitted.
    expand : callable, optional
        Returns the generated function of a derivative that a primal calls.
    """

    store_analysis: ClassVar[type[StoreAnalysis]] = StoreAnalysis
    outlines: ClassVar[bool] = True  # whether iterations in checkpoints become functions, to be run again

    options: Options
    expand: Expand | None = None
    prepared: dict[object, Prepared] = field(default_factory=dict)
    results: dict[tuple[object, Signature], Fact] = field(default_factory=dict)
    tables: dict[tuple[object, Signature], FactTable] = field(default_factory=dict)
    forms: dict[tuple[object, Signature], Prepared] = field(default_factory=dict)
    open: set[tuple[object, Signature]] = field(default_factory=set)
    assumed: set[tuple[object, Signature]] = field(default_factory=set)
    so_far: dict[tuple[object, Signature], SoFar] = field(default_factory=dict)
    earlier: dict[tuple[object, Signature], list[SoFar]] = field(default_factory=dict)
    growing: set[object] = field(default_factory=set)
    deepening: set[object] = field(default_factory=set)
    unknown: set[object] = field(default_factory=set)
    by_number: set[object] = field(default_factory=set)
    endless: set[object] = field(default_factory=set)  # those that are not, as their numbers come to no end
    summaries: dict[tuple[object, Signature], Summary] = field(default_factory=dict)
    bound: dict[str, Namespace] = field(default_factory=dict)
    rewritten: dict[types.FunctionType, types.FunctionType] = field(default_factory=dict)
    made: MadeFunctions = field(default_factory=MadeFunctions)
    taken: set[str] = field(default_factory=set)
    promise: tuple[object, frozenset[str]] | None = None
    dispatched: dict[tuple[object, type], object] = field(default_factory=dict)
    is_sized: bool = False  # whether facts hold for the sizes of one call
    globals_used: dict[tuple[object, str], tuple[Namespace, object]] = field(default_factory=dict)

    # ---- functions ----

    def prepare(self, function: Callable[..., object]) -> Prepared:
        """Return a function's normal form, made once."""
        primal = self.rewritten_form(primal_function(function))
        known = self.prepared.get(primal.__code__)
        if known is not None and known.function is primal:
            return known
        source = find_source(primal)
        check_syntax(source, module_names=primal.__globals__)
        made = self.normalized(primal, {})
        self.prepared[primal.__code__] = made
        return made

    def rewritten_form(self, primal: types.FunctionType) -> types.FunctionType:
        """Return a function with checkpoints, and local functions that call themselves, as functions of their own."""
        if primal not in self.rewritten:
            outlined = with_checkpoints(with_ode_steps(with_global_imports(primal, self.made)), outlined=self.outlines)
            self.rewritten[primal] = with_lifted_functions(outlined, self.made)
        return self.rewritten[primal]

    def normalized(self, primal: types.FunctionType, owners: Owners) -> Prepared:
        """Return a function in the normal form, given what is known of the owners of its methods and places."""
        namespace = Namespace(primal)
        form = normalize(find_source(primal), namespace, owners, self.made)
        for path, helper in form.helpers.items():  # no resolver sees them
            self.globals_used[primal, path] = (namespace, helper)
        return Prepared.of(primal, form, ExtendedNamespace(primal, form.more) if form.more else namespace)

    def prepared_of(self, form: NormalForm) -> Prepared:
        """Return the prepared function that has a normal form."""
        every = (*self.prepared.values(), *self.forms.values(), *(known.prepared for known in self.so_far.values()))
        return next(prepared for prepared in every if prepared.form is form)

    def resolver(self, prepared: Prepared) -> Callable[[str], object]:
        """Return the look-up of dotted names: the function's own, then the runtime's."""

        def resolve(path: str) -> object:
            first = path.partition(".")[0]
            if runtime_value(first) is not MISSING:  # else the user's own would be marked
                return runtime_value(path)
            value = prepared.namespace.resolve(path)
            key = (prepared.function, unmarked(path))
            if value is not MISSING and key not in self.globals_used and not _is_fixed(value):
                self.globals_used[key] = (prepared.namespace, value)
            return value

        return resolve

    def relied(self) -> list[tuple[Namespace, str, object]]:
        """Return the globals and cells that planning relied on, with the values that they had."""
        return [(namespace, path, value) for (_, path), (namespace, value) in self.globals_used.items()]

    def specialized(self, function: Callable[..., object], facts: Mapping[str, Fact]) -> tuple[Prepared, FactTable]:
        """Return a function specialised to a signature, with its facts."""
        prepared = self.prepare(function)
        key = (prepared.function, signature_of(facts))
        if key in self.tables and key not in self.open:
            return self.forms[key], self.tables[key]
        if self.is_known_so_far(key):
            return self.so_far[key].prepared, self.so_far[key].table
        is_inner, known = key in self.open, self.results.get(key)  # inner: asked for by what it calls itself
        self.open.add(key)
        before, self.assumed = self.assumed, set()
        owners: dict[Position, Owner] = {}
        for _ in range(MAX_STEPS):
            self.results.pop(key, None)
            prepared, table = self.settled(key, prepared, facts, owners)
            further = self.specialized_further(prepared, table, owners, facts)
            further = self.without_problems(prepared, table, owners) if further is None else further
            if further is None:
                break
            prepared = further
            for path, helper in prepared.form.helpers.items():
                self.globals_used[prepared.function, path] = (prepared.namespace, helper)
        if is_inner:
            self.results |= {} if known is None else {key: known}
            self.assumed |= before | {key}
            return prepared, table
        self.open.discard(key)
        outer = self.assumed - {key}
        if not outer:  # else what was found rests on a summary that is not final yet
            self.forms[key], self.tables[key] = prepared, table
        else:
            assumed = {each: self.results.get(each, BOTTOM) for each in outer}
            self.so_far[key] = SoFar(prepared, table, self.results[key], assumed)
            self.earlier.setdefault(key, []).append(self.so_far[key])
        self.assumed = before | outer
        return prepared, table

    def specialized_further(
        self, prepared: Prepared, table: FactTable, owners: Owners, facts: Mapping[str, Fact]
    ) -> Prepared | None:
        """Return a function with one step of specialisation made, None if there is nothing left to do.

        Where a local function is handed to what nothing is known of, because the object that a loop carries comes from
        that very call, it is taken to stay what it is.
        """
        try:
            return specialize(self.scene(prepared, table, owners))
        except CladpyError as error:
            if error.code != "C116":
                raise
            _, hoped, failure = self.found(prepared, facts, is_hopeful=True, result=self.result_in_hope)
            scene = self.scene(prepared, hoped, owners)
            body = scene.body if failure is not None else written_in_hope(scene)
            if body is scene.body:
                raise
            return scene.made(body)

    def result_in_hope(self, operation: CallUser, facts: Mapping[str, Fact]) -> Fact:
        """Return the facts of a call's result, nothing yet of one that will be written out."""
        return BOTTOM if any(map(holds_local_function, facts.values())) else self.user_result(operation, facts)

    def without_problems(self, prepared: Prepared, table: FactTable, owners: Owners) -> Prepared | None:
        """Return a function in which fewer objects are given by calls; None if there is nothing to be done.

        Calls are written out that put an object into another one, or give what is updated here; loops are that carry
        what holds more each time.
        """
        calls = {version: each for version, each in table.operations.items() if type(each) is CallUser}
        opened = {function for function, _ in self.open}
        calls = {
            v: each for v, each in calls.items()
            if not handed_by(each.function) and each.function not in opened and may_be_written_out(each)
        }  # fmt: skip
        facts = {version: self.argument_facts(prepared, table, each) for version, each in calls.items()}
        summaries = {version: self.summary(each, facts[version]) for version, each in calls.items()}
        scene = self.scene(prepared, table, owners)
        wrapping = [version for version, each in summaries.items() if each.wraps_object(facts[version])]
        body = sharing_calls_written_out(scene, wrapping)
        carries = any(may_hold_itself(table.facts.get(version, UNKNOWN)) for version in carried(prepared.versions.body))
        if body is scene.body and (carries or any(each.aliased for each in summaries.values())):
            problems = self.store_analysis_of(prepared, table).run().problems
            body = sharing_calls_written_out(scene, calls.keys() & problems.keys())
            if body is scene.body and carries:
                body = Unroll(scene, growing=problems).block(scene.body, scene.numbered)
        return None if body is scene.body else scene.made(body)

    def is_known_so_far(self, key: tuple[object, Signature]) -> bool:
        """Tell whether a function was looked at under the assumptions that hold now; they are made again if so."""
        if key in self.open:
            return False
        known = next((each for each in reversed(self.earlier.get(key, ())) if self.holds(each)), None)
        if known is None:
            return False
        self.so_far[key] = known
        self.results[key] = known.result
        self.assumed |= known.assumed.keys()
        return True

    def holds(self, known: SoFar) -> bool:
        """Tell whether the assumptions that a function was looked at under hold now."""
        return all(each in self.open and self.results.get(each, BOTTOM) == fact for each, fact in known.assumed.items())

    def settled(
        self,
        key: tuple[object, Signature],
        prepared: Prepared,
        facts: Mapping[str, Fact],
        owners: dict[Position, Owner],
    ) -> tuple[Prepared, FactTable]:
        """Return the facts of a function, found again until its result, on which it may rest itself, stays."""
        for _ in range(MAX_ROUNDS):
            self.assumed.discard(key)
            prepared, table = self.walked(prepared, facts, owners)
            result = self.result_of(prepared, table)
            settled = self.results.get(key, BOTTOM) == result or key not in self.assumed
            self.results[key] = result
            if result.kind == "unknown" and key in self.assumed:
                self.unknown.add(prepared.function)
            elif prepared.function in self.by_number and _is_large(result, MOST_PARTS):
                self.results[key] = UNKNOWN
            if settled:
                return prepared, table
        self.unknown.add(prepared.function)
        self.results[key] = UNKNOWN  # a structure that grows with each round: a list or tree that calls build
        return self.walked(prepared, facts, owners)

    def walked(
        self, prepared: Prepared, facts: Mapping[str, Fact], owners: dict[Position, Owner]
    ) -> tuple[Prepared, FactTable]:
        """Return a function's facts, in the normal form that they give: walked until no owner becomes known."""
        while True:
            analysis, table, failure = self.found(prepared, facts, is_hopeful=True)
            new = self.new_owners(analysis, owners, prepared)
            waiting = table if analysis.waits and failure is None else None
            if not new and analysis.hopes:  # nothing comes of them, but that loops over several classes are written out
                analysis, table, failure = self.found(prepared, facts, is_hopeful=False)
                new = self.new_owners(analysis, owners, prepared)
            new = new or outdated_keys(analysis, owners)
            if not new:
                further = None if waiting is None else self.written_in_hope(prepared, waiting, owners)
                if further is not None and (failure is not None or not self.is_written_out(prepared, table, owners)):
                    prepared = further
                    continue
                further = None if failure is None else self.with_lists_anew(prepared, analysis, owners)
                if further is not None:
                    prepared = further
                    continue
                if failure is not None:
                    raise failure
                return prepared, table
            owners.update(new)
            prepared = self.normalized(prepared.function, owners)  # type: ignore[arg-type]

    def written_in_hope(self, prepared: Prepared, table: FactTable, owners: Owners) -> Prepared | None:
        """Return a function with the first loop over values of several classes written out; None if there is none."""
        scene = self.scene(prepared, table, owners)
        body = Unroll(scene, in_hope=True).block(scene.body, scene.numbered)
        return None if body is scene.body else scene.made(body)

    def with_lists_anew(self, prepared: Prepared, analysis: FactAnalysis, owners: Owners) -> Prepared | None:
        """Return a function whose lists of several classes are made anew, where what they hold was not found out."""
        scene = self.scene(prepared, FactTable(analysis.facts, analysis.operations, raw=analysis.raw), owners)
        body = lists_of_classes(scene)
        return None if body is scene.body else scene.made(body)

    def is_written_out(self, prepared: Prepared, table: FactTable, owners: Owners) -> bool:
        """Tell whether a loop of a function is to be written out that hopes are not needed for."""
        scene = self.scene(prepared, table, owners)
        return Unroll(scene).block(scene.body, scene.numbered) is not scene.body

    def scene(self, prepared: Prepared, table: FactTable, owners: Owners) -> Scene:
        """Return a function as the steps of specialisation look at it."""
        return Scene(
            prepared, table, self.resolver(prepared), self.prepare, owners, self.made, self.dispatched, self.is_sized
        )  # fmt: skip

    def found(
        self, prepared: Prepared, facts: Mapping[str, Fact], *, is_hopeful: bool, result: UserResult | None = None
    ) -> tuple[FactAnalysis, FactTable, CladpyError | None]:
        """Return the analysis of a function's facts, with what it found or why it found nothing."""
        analysis = FactAnalysis(
            prepared.versions, self.resolver(prepared), result or self.user_result, prepared.form.lines, self.expand,
            call_aliases=self.final_aliases, call_shares=self.final_shares, is_hopeful=is_hopeful,
        )  # fmt: skip
        try:
            return analysis, analysis.run(facts), None
        except CladpyError as error:
            return analysis, FactTable({}, {}), error

    def final_aliases(self, operation: CallUser, known: Mapping[str, Fact]) -> tuple[str, ...]:
        """Return the parameters that a call's result may be or hold: all, while what it rests on is being found out."""
        summary = self.final_summary(operation, known)
        return tuple(operation.arguments) if summary is None else summary.aliased

    def final_shares(self, operation: CallUser, known: Mapping[str, Fact]) -> SharedParts | None:
        """Return what a call's result has of its arguments; None while what it rests on is being found out."""
        if any(fact.kind == "bottom" for fact in known.values()):
            return None
        summary = self.final_summary(operation, known)
        return None if summary is None else summary.shared

    def final_summary(self, operation: CallUser, known: Mapping[str, Fact]) -> Summary | None:
        """Return the summary of a call; None while what it rests on is being found out, or it is to be written out."""
        if isinstance(operation, CallCustom) or any(map(holds_local_function, known.values())):
            return None
        try:
            prepared = self.prepare(operation.function)
        except CladpyError:
            return None
        if (prepared.function, signature_of(self.complete(prepared, known))) in self.open:
            return None
        assumed, kept = set(self.assumed), dict(self.summaries)
        found = self.summary(operation, known)
        if self.assumed <= assumed:
            return found
        self.summaries = kept
        return None

    def new_owners(
        self, analysis: FactAnalysis, owners: Mapping[Position, Owner], prepared: Prepared
    ) -> dict[Position, Owner]:
        """Return the owners that facts tell of, that were not known, and on which the normal form depends."""
        found = {position: owner_of(fact, position) for position, fact in analysis.owners.items()}
        new = {p: o for p, o in found.items() if p not in owners and o is not None and is_rewritten(o, p)}
        return {p: o for p, o in new.items() if o.kind not in ("object", "class") or p not in prepared.form.apart}

    def result_of(self, prepared: Prepared, table: FactTable) -> Fact:
        """Return the facts of a function's result, given those of its versions."""
        last = prepared.versions.body[-1]
        value = last.value if isinstance(last, Return) else gast.Constant(None, None)
        if isinstance(value, gast.Name) and value.id in table.facts:
            return table.facts[value.id]
        analysis = FactAnalysis(
            prepared.versions, self.resolver(prepared), self.user_result, prepared.form.lines, self.expand
        )
        analysis.facts = dict(table.facts)
        return analysis.infer(value)

    def user_result(self, operation: CallUser, facts: Mapping[str, Fact]) -> Fact:
        """Return the facts of the result of a call of a user's function."""
        if any(map(holds_local_function, facts.values())):
            return UNKNOWN  # it will be written out in place of the call
        if any(map(_is_not_reached, facts.values())):
            return BOTTOM  # no call is reached without a value for each argument
        if isinstance(operation, CallCustom):
            return custom_calls.result_fact(self, operation, facts)
        try:
            prepared = self.prepare(operation.function)
        except CladpyError:
            return UNKNOWN
        complete = self.complete(prepared, facts)
        key = (prepared.function, signature_of(complete))
        if key in self.open:
            self.assumed.add(key)
            return self.results.get(key, BOTTOM)
        if self.grows(key):
            self.growing.add(prepared.function)
            return self.user_result(operation, facts)
        if self.deepens(key):
            self.deepening.add(prepared.function)
            self.unknown.add(prepared.function)
            return self.user_result(operation, facts)
        self.specialized(prepared.function, complete)
        if self.is_told_by_numbers(prepared, facts):
            self.by_number.add(prepared.function)
            return self.user_result(operation, facts)
        return self.results[key]

    def is_told_by_numbers(self, prepared: Prepared, facts: Mapping[str, Fact]) -> bool:
        """Tell whether a function that calls itself may give what is known where its numbers are: ``build(3)``."""
        if prepared.function not in self.unknown or prepared.function in self.by_number | self.endless:
            return False
        return any(fact.is_python and fact.known and type(fact.value) is int for fact in facts.values())

    def grows(self, key: tuple[object, Signature]) -> bool:
        """Tell whether a function calls itself with a longer list each time, so that no signature would be the last."""
        function, signature = key
        lengths = [_lengths(other) for open_function, other in self.open if open_function is function]
        if function in self.growing or len(lengths) < MOST_LENGTHS:
            return False
        mine = _lengths(signature)
        return any(all(mine[p] > known.get(p, mine[p]) for known in lengths) for p in mine)

    def deepens(self, key: tuple[object, Signature]) -> bool:
        """Tell whether a function calls itself with what is nested deeper each time: ``walk(n - 1, (path, x))``."""
        function, signature = key
        depths = [dict(_depths(other)) for open_function, other in self.open if open_function is function]
        if function in self.by_number | self.deepening or len(depths) < MOST_NESTED:
            return False
        return any(all(depth > known.get(p, depth) for known in depths) for p, depth in _depths(signature))

    def complete(self, prepared: Prepared, facts: Mapping[str, Fact]) -> dict[str, Fact]:
        """Return the facts of every parameter of a callee, named after the callee's parameters."""
        missing = [p for p in prepared.form.parameters if p not in facts]
        if missing:
            raise CladpyError("C115", f"{prepared.form.name}: the argument {missing[0]!r} is missing")
        opened = sum(function is prepared.function for function, _ in self.open)
        if self.is_sized and prepared.function not in self.endless:
            self.by_number.add(prepared.function)
        if prepared.function in self.by_number and opened >= MOST_NUMBERS:
            self.by_number.discard(prepared.function)
            self.endless.add(prepared.function)
        if prepared.function in self.by_number:
            given = {p: facts[p] if type(facts[p].value) is int else _without_numbers(facts[p]) for p in facts}
        else:
            given = {p: _without_numbers(facts[p]) for p in facts}
        known = {p: _renamed(given[p], p) for p in prepared.form.parameters}
        if prepared.function in self.deepening - self.by_number:
            return {p: UNKNOWN if _depth(fact) > 1 else fact for p, fact in known.items()}
        weaken = prepared.function in self.growing
        return {p: weak(fact) if weaken and fact.kind == "list" else fact for p, fact in known.items()}

    def result_version(self, versions: Versions) -> str | None:
        """Return the version that a function returns; None where it returns none."""
        last = versions.body[-1]
        return last.value.id if isinstance(last, Return) and isinstance(last.value, gast.Name) else None

    def stores(self, prepared: Prepared, table: FactTable, active: frozenset[str]) -> Stores:
        """Return the stores of a function under its facts."""
        return self.store_analysis_of(prepared, table).run()

    def store_analysis_of(self, prepared: Prepared, table: FactTable) -> StoreAnalysis:
        """Return the analysis of the stores of a function, to be run."""

        def aliases(operation: CallUser) -> tuple[str, ...]:
            return self.summary(operation, self.argument_facts(prepared, table, operation)).aliased

        def shares(operation: CallUser) -> SharedParts | None:
            return self.summary(operation, self.argument_facts(prepared, table, operation)).shared

        return self.store_analysis(
            prepared.versions, table.facts, table.operations, prepared.variables,
            Inference(table.facts, self.resolver(prepared)).infer, aliases,
            lambda index: self.may_view(prepared, table, index), shares,
        )  # fmt: skip

    def check_shared(self, prepared: Prepared, table: FactTable, stores: Stores, active: frozenset[str]) -> None:
        """Refuse active values whose storage cannot be followed while it is updated under another name."""
        for version, (statement, other) in stores.problems.items():
            if version not in active:
                continue
            check_none_unruled(prepared, table, stores, active, version)
            line: PrimalLine | None = prepared.form.lines.get(getattr(statement, "source", 0))
            kind = stores.kinds.get(stores.classes.get(version, version), "array")
            updated, view, copied = _SHARED[kind]
            if kind == "value" and isinstance(statement, If) and table.facts.get(version, UNKNOWN).kind == "unknown":
                held = prepared.versions.table[version].name.split("@")[0]
                raise CladpyError(
                    "C120", f"what {held!r} holds is not known here, and it may be updated under another name",
                    location=None if line is None else line.location,
                    hint="let it be of one structure, as deep on every path: a list of numbers, not tuples in tuples",
                )  # fmt: skip
            what = f"{other!r} may share its storage and" if other != "v" else view
            raise CladpyError(
                "C120", f"{updated} is updated in place while {what} is read later",
                location=None if line is None else line.location, hint=f"copy one of them: b = {copied}",
            )  # fmt: skip

    def may_view(self, prepared: Prepared, table: FactTable, index: gast.expr) -> bool:
        """Tell whether indexing with an index may give a view, or an item of a container."""
        parts = index.elts if isinstance(index, gast.Tuple) else [index]
        inference = Inference(table.facts, self.resolver(prepared))
        facts = [inference.infer(part) for part in parts if not isinstance(part, gast.Slice)]
        return not any(fact.kind in ("array", "list") and fact.dims != () for fact in facts)

    def argument_facts(self, prepared: Prepared, table: FactTable, operation: CallUser) -> dict[str, Fact]:
        """Return the facts of the arguments of a call."""
        analysis = FactAnalysis(
            prepared.versions, self.resolver(prepared), self.user_result, prepared.form.lines, self.expand
        )
        analysis.facts = dict(table.facts)
        return {name: analysis.infer(value) for name, value in operation.arguments.items()}

    def summary(self, operation: CallUser, facts: Mapping[str, Fact]) -> Summary:
        """Return what a callee does to the storage of its arguments; everything, while that is being found out."""
        handed = handed_by(operation.function)
        everything = Summary(tuple(each for each in operation.arguments if each not in handed), ())
        if isinstance(operation, CallCustom):
            return custom_calls.summary(self, operation, facts) or everything
        try:
            prepared = self.prepare(operation.function)
        except CladpyError:
            return everything
        complete = self.complete(prepared, facts)
        key = (prepared.function, signature_of(complete))
        if key not in self.summaries:
            self.summaries[key] = everything
            found = self.least_summary if handed else self.summarize
            self.summaries[key] = found(prepared, complete)
        return self.summaries[key]

    def least_summary(self, prepared: Prepared, facts: Mapping[str, Fact]) -> Summary:
        """Return the summary of a function that calls itself: at first its calls are taken to do nothing."""
        key, summary, before = (prepared.function, signature_of(facts)), Summary((), ()), dict(self.summaries)
        while True:
            self.summaries[key] = summary
            found = self.summarize(prepared, facts)
            if found == summary:
                return found
            self.summaries = dict(before)  # what rests on a summary that is not final is found out again
            aliased, stored = ({*summary.aliased, *found.aliased}, {*summary.stored, *found.stored})
            ordered = prepared.form.parameters
            summary = Summary(tuple(p for p in ordered if p in aliased), tuple(p for p in ordered if p in stored))

    def updated_by(self, operation: CallUser, facts: Mapping[str, Fact]) -> tuple[str, ...]:
        """Return the parameters of a checkpointed loop that its iterations update in place."""
        loop = self.prepare(operation.function)
        return self.updated_in(*self.specialized(loop.function, self.complete(loop, facts)))

    def updated_in(self, prepared: Prepared, table: FactTable) -> tuple[str, ...]:
        """Return the parameters of the function of a checkpointed loop that its iterations update in place."""
        for inner in table.operations.values():
            if isinstance(inner, CallUser) and role_of(inner.function) == "step":
                step = self.prepare(inner.function)
                known = self.complete(step, self.argument_facts(prepared, table, inner))
                return self.store_analysis_of(*self.specialized(step.function, known)).run().parameters
        return ()

    def summarize(self, prepared: Prepared, facts: Mapping[str, Fact]) -> Summary:
        """Find out what a function does to the storage of its arguments."""
        prepared, table = self.specialized(prepared.function, facts)
        analysis = self.store_analysis_of(prepared, table)
        stores = analysis.run()
        result = self.result_version(prepared.versions)
        mine = analysis.reached(result) if result is not None and result in stores.classes else set()
        mutable = [p for p in prepared.form.parameters if f"{p}.0" in stores.classes and analysis.mutable(f"{p}.0")]
        aliased = tuple(p for p in mutable if not mine.isdisjoint(analysis.reached(f"{p}.0")))
        role = role_of(prepared.function)
        if role in ("step", "loop"):  # a step copies what it stores into: the state behind it is another one
            updated = stores.parameters if role == "step" else self.updated_in(prepared, table)
            return Summary(tuple(p for p in aliased if p not in updated), ())
        handed = handed_by(prepared.function)
        stored = dict.fromkeys((*stores.parameters, *self.handed_on(prepared, table)))
        entry = {parameter: f"{parameter}.0" for parameter in mutable}
        shared = None if handed else shared_parts(analysis.heap, entry, result)
        return Summary(
            tuple(p for p in aliased if p not in handed), tuple(p for p in stored if p not in handed), shared
        )

    def handed_on(self, prepared: Prepared, table: FactTable) -> tuple[str, ...]:
        """Return the parameters that are updated by calls that hand back what they update."""
        if not hands_something(table):
            return ()
        analysis = self.handed_calls(prepared, table)
        analysis.run()
        return analysis.handed_on()

    def handed_calls(self, prepared: Prepared, table: FactTable) -> HandedCalls:
        """Return the analysis of the calls in a function that hand back what they update, to be run."""
        known = self.store_analysis_of(prepared, table)
        return HandedCalls(
            known.versions, known.facts, known.operations, known.variables, known.infer, known.call_aliases,
            known.is_view, known.call_shares,
        )  # fmt: skip

    def check_handed(self, prepared: Prepared, table: FactTable, stores: Stores) -> None:
        """Refuse updates that a function would not hand back, and those that another name would not see."""
        handed = handed_by(prepared.function)
        if not handed and not hands_something(table):
            return
        self.check_keys(prepared, table)
        analysis = self.handed_calls(prepared, table)
        analysis.run()
        lines = prepared.form.lines
        placed = [each for each in walk(prepared.versions.body) if getattr(each, "source", 0) in lines]
        last, called = (placed or prepared.versions.body)[-1], f"{prepared.form.name} calls itself, and"
        lost = [p for p in stores.parameters if p not in handed] if handed else []
        if lost:
            hint = "let the function return the new value"
            raise _refused(prepared, last, f"{called} updates its argument {lost[0]!r} through another name", hint)
        if analysis.updates_arrays(handed, stores.stored):
            hint = "store a new array: out[i] = out[i] + v"
            raise _refused(prepared, last, f"{called} updates arrays inside of the container that it fills", hint)
        if handed and analysis.shares_result(self.result_version(prepared.versions)):
            hint = "return a copy, or nothing: the caller has what is updated"
            raise _refused(prepared, last, f"{called} returns a part of what it updates", hint)
        for statement, given, other in analysis.stale.values():
            what = "a value made of it" if "@" in other else repr(other)
            hint = "copy one of them before the call: b = copy.deepcopy(a)"
            message = f"a function that calls itself updates {given.split('@')[0]!r}, which {what} may share"
            raise _refused(prepared, statement, message, hint)

    def check_keys(self, prepared: Prepared, table: FactTable) -> None:
        """Refuse cached functions that remember by what may have a derivative: equal values may differ in theirs."""
        for version, operation in table.operations.items():
            if not isinstance(operation, CallUser) or not keys_of(operation.function):
                continue
            given = self.argument_facts(prepared, table, operation)
            floating = [key for key in keys_of(operation.function) if given.get(key, UNKNOWN).may_hold_derivative]
            if floating:
                message = f"a cached function is given something floating, {floating[0]!r}, to remember its result by"
                hint = "let it read that from around it, and give it integers, or leave the cache out"
                body = walk(prepared.versions.body)
                made = (each for each in body if getattr(getattr(each, "target", None), "id", None) == version)
                raise _refused(prepared, next(made, prepared.versions.body[-1]), message, hint)


_SHARED = {
    "array": ("an array", "a view of it", "a.copy()"),
    "value": ("a value", "another name of it, or what it holds,", "copy.copy(a)"),
    "tuple": ("what a tuple holds", "another name of it", "copy.copy(a)"),
    "list": ("a list", "another name of it, or what it holds,", "a.copy()"),
    "dict": ("a dict", "another name of it, or what it holds,", "a.copy()"),
    "object": ("an object", "another name of it, or what it holds,", "copy.copy(a)"),
}
"""By the kind of what is updated: how it is called, what else may be read of it, and how it is copied."""


def check_none_unruled(
    prepared: Prepared, table: FactTable, stores: Stores, active: frozenset[str], version: str
) -> None:
    """Refuse a library's function without a rule that is given storage: what it gives is taken to share that."""
    for statement in walk(prepared.versions.body):
        made = getattr(getattr(statement, "target", None), "id", "")
        operation = table.operations.get(made)
        if made not in active or not isinstance(operation, Opaque) or not isinstance(operation.value, gast.Call):
            continue
        path = dotted(operation.value.func)
        if path is None or root_of(operation.value.func) in table.facts or hasattr(builtins, path):
            continue  # a method, or what makes an iterator of it
        given = {stores.classes.get(each, each) for each in names_in(operation.value)}
        if stores.classes.get(version, version) in given:
            line = prepared.form.lines.get(getattr(statement, "source", 0))
            raise CladpyError(
                "C201", f"{operation.why} has no derivative rule", location=None if line is None else line.location,
                label="reached by a value that depends on what is differentiated",
                hint="register a rule with @cladpy.custom_pullback, or cut the dependency: cladpy.stop_adjoint(...)",
            )  # fmt: skip


def _refused(prepared: Prepared, statement: Statement, message: str, hint: str) -> CladpyError:
    line = prepared.form.lines.get(getattr(statement, "source", 0))
    return CladpyError("C118", message, location=None if line is None else line.location, hint=hint)


def hands_something(table: FactTable) -> bool:
    """Tell whether a function makes calls that hand back what they update."""
    return any(isinstance(each, CallUser) and handed_by(each.function) for each in table.operations.values())


def carried(body: Block) -> Iterator[str]:
    """Yield the versions that loops carry."""
    yield from (phi.target for statement in walk(body) if isinstance(statement, For) for phi in statement.phis)


def may_hold_itself(fact: Fact) -> bool:
    """Tell whether a value may be an object that holds one of its class, or is of no known kind."""
    fact = present(fact)
    return fact.kind == "unknown" or (
        fact.kind == "object" and any(_holds_class(i, fact.cls) for i in fact.items or ())
    )


def _holds_class(fact: Fact, cls: type | None) -> bool:
    fact = present(fact)
    inner = (*(fact.items or ()), *([fact.element] if fact.element is not None else []))
    return fact.cls is cls or any(_holds_class(item, cls) for item in inner)


_LIBRARIES = frozenset({"numpy", "math", "builtins", "scipy", "operator", "functools"})


def _is_fixed(value: object) -> bool:
    """Tell whether a global belongs to a library or to Python, which are taken as fixed."""
    if not (callable(value) or isinstance(value, types.ModuleType)):
        return False
    module = str(getattr(value, "__module__", None) or getattr(value, "__name__", None) or "")
    return module.split(".", maxsplit=1)[0] in _LIBRARIES


def _is_not_reached(fact: Fact) -> bool:
    """Tell whether nothing is known yet of a value, or of an attribute of the object that it is."""
    return fact.kind == "bottom" or (fact.kind == "object" and any(each.kind == "bottom" for each in fact.items or ()))


def owner_of(fact: Fact, position: Position) -> Owner | None:
    """Return what is known of an owner; None if nothing is that matters."""
    if fact.kind == "object":
        return Owner("object", _called(fact, position), cls=fact.cls)
    if fact.kind == "class" and isinstance(fact.value, type):
        return Owner("class", plain_constructor(fact.value), cls=fact.value)
    if fact.kind == "iteration":
        items = fact.items or ()
        is_updated = any(item.kind == "dict" and item.value is UPDATED for item in items)
        return Owner(fact.kind, keys=tuple(item.kind for item in items), is_updated=is_updated)
    if fact.kind == "dict" and position[-1] in VIEWS:
        return Owner("dict", keys=_sure_keys(fact), is_updated=fact.value is UPDATED)
    return Owner(fact.kind) if fact.kind in ("list", "dict", "array", "comprehension") else None


def outdated_keys(analysis: FactAnalysis, owners: Mapping[Position, Owner]) -> dict[Position, Owner]:
    """Return the dicts whose keys were written out, and are others for what is known now, as dicts of unknown keys.

    What is written in place of a call may add keys: ``d.setdefault(k, [])`` looks like a mere reading until then.
    """
    found: dict[Position, Owner] = {}
    for position, owner in owners.items():
        now = analysis.owners.get((*position[:4], KEYS, "")) if owner.kind == "dict" and position[-1] in VIEWS else None
        if now is None:
            continue
        keys, is_updated = _sure_keys(now), now.value is UPDATED or owner.is_updated
        if (owner.keys or keys) != keys or is_updated != owner.is_updated:
            found[position] = replace(owner, keys=None, is_updated=is_updated)
    return found


def _sure_keys(fact: Fact) -> tuple[object, ...] | None:
    return fact.keys if fact.has_sure_keys else None


def _called(fact: Fact, position: Position) -> types.FunctionType | None:
    """Return the method of an object that is called at a position, or by the store there."""
    kind, member = position[-2:]
    if kind == "Call":
        return method_of(fact, str(member))
    dunder = _DUNDERS.get(str(kind))
    return setter_of(fact, str(member)) if dunder is None else method_of(fact, dunder)


_DUNDERS = {ITERATED: "__iter__", READ: "__getitem__", "Subscript": "__setitem__"}
"""What Python calls at a place, by its kind."""


def signature_of(facts: Mapping[str, Fact]) -> Signature:
    """Return the facts of the parameters as a key of look-ups."""
    return tuple(facts.items())


def _lengths(signature: Signature) -> dict[str, int]:
    """Return the lengths of the lists of known length among the parameters."""
    return {p: len(fact.items) for p, fact in signature if fact.kind == "list" and fact.items is not None}


def _depths(signature: Signature) -> Iterator[tuple[str, int]]:
    """Yield the depths to which the parameters are nested."""
    return ((parameter, _depth(fact)) for parameter, fact in signature)


def _depth(fact: Fact) -> int:
    fact = present(fact)
    inner = (*(fact.items or ()), *([fact.element] if fact.element is not None else []))
    return 1 + max(map(_depth, inner)) if inner else 0


def _is_large(fact: Fact, most: int) -> bool:
    """Tell whether what is known of a value has more parts than some number."""
    return _parts_left(fact, most) < 0


def _parts_left(fact: Fact, most: int) -> int:
    """Return how many of a number of parts are left when those of a value are taken, less than none at the first."""
    for item in fact.items or ():
        most = _parts_left(item, most - 1) if most >= 0 else most
    return most


_OF_EVERY = ".e"
"""In the label of a dimension: it is that of every item of a list, of one in its turn."""


def _renamed(fact: Fact, parameter: str) -> Fact:
    def rename(dim: Dim, label: str) -> Dim:
        return replace(dim, name=label, constant=_OF_EVERY not in label)

    return rename_dims(fact, rename, parameter)


def _without_numbers(fact: Fact) -> Fact:
    """Return a fact without the value of a number: callees are not planned once per literal."""
    if fact.is_python and fact.dtype is not None and fact.dtype.kind != "b":
        return fact.without_value()
    if fact.items is not None:
        return replace(fact, items=tuple(_without_numbers(item) for item in fact.items))
    return fact
