"""Generate the module of a request: plan, transform, optimise, release and print, callees first."""

import os
import re
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import gast
import numpy as np

from cladpy import stages
from cladpy.analyses.function_analysis import FunctionAnalysis
from cladpy.analyses.operations import CallUser
from cladpy.emit.backend_form import backend_form
from cladpy.emit.capabilities import Capabilities, capabilities_of
from cladpy.emit.generated_module import GeneratedModule, Owner, Written, assembled
from cladpy.emit.other_meaning import check_meaning
from cladpy.emit.to_gast import to_gast
from cladpy.errors import CladpyError
from cladpy.execute.compile_source import compile_source
from cladpy.execute.derivative_as_function import derivative_of
from cladpy.execute.forwarding import with_own_rules
from cladpy.execute.line_map import LineMap
from cladpy.execute.number_place import NumberPlace
from cladpy.execute.raised import told_of_the_primal
from cladpy.frontend.namespace import LIVE
from cladpy.ir.expressions import name
from cladpy.ir.fact import Fact, same_dtype
from cladpy.ir.statements import Block, Function
from cladpy.jit.for_backend import for_backend
from cladpy.jit.recursive_records import recursive_records
from cladpy.normalize.checkpoints import carried_by, ends_by_itself, role_of
from cladpy.normalize.recorder import PrimalLine
from cladpy.optimize.context import Context
from cladpy.optimize.passes import optimize
from cladpy.planning.callee_plan import PushforwardPlan
from cladpy.planning.pushforward_scheduler import PushforwardScheduler
from cladpy.planning.relied_on import ReliedOn
from cladpy.planning.request_graph import RequestGraph
from cladpy.planning.scheduler import Dependent, DiffScheduler
from cladpy.release.hand_out import HandedOut, hand_out
from cladpy.release.insert_del import insert_del
from cladpy.release.quiet_functions import quiet_functions
from cladpy.release.several_tangents import several_tangents
from cladpy.release.verify import verify
from cladpy.request import COMPILING, DiffRequest, Options, parameter_of
from cladpy.rules.formula_names import MODULES
from cladpy.transform import rerun
from cladpy.transform.pullback_transformer import Drafted, PullbackTransformer, inference_over
from cladpy.transform.purity import Purity
from cladpy.transform.pushforward_transformer import PushforwardTransformer

FORWARD_MODES = ("pushforward", "pushforwards", "tangent", "differentiate")
EXPANDED_MODES = ("gradient", "value_and_gradient", "pushforward", "tangent", "differentiate")
WITH_TANGENTS = ("pushforward", "tangent")  # whose functions take tangents behind the primal's arguments


@dataclass(frozen=True, slots=True)
class Generated:
    """A generated module: its text, its main functions, and what its names mean.

    Parameters
    ----------
    module : GeneratedModule
        The functions, and where the user's globals are looked up that they read.
    names : tuple of str
        The function asked for; for a pullback the forward function and the pullback.
    stored : tuple of str
        Parameters that the primal stores into.
    holders : frozenset of str
        Those among them that hold arrays which are stored into.
    pairs : tuple of (str, str)
        Forward functions with their pullbacks.
    relied : ReliedOn
        What the plan was made from, that of the derivatives which the primal calls included.
    """

    module: GeneratedModule
    names: tuple[str, ...]
    stored: tuple[str, ...]
    plan: RequestGraph
    emitted: tuple["Emitted", ...] = ()
    relied: ReliedOn = field(default_factory=ReliedOn)
    holders: frozenset[str] = frozenset()
    pairs: tuple[tuple[str, str], ...] = ()
    text: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", self.module.text())

    @property
    def globals(self) -> Mapping[str, Owner]:
        """By name used in the text, the namespace in which the user's own globals are looked up."""
        return self.module.globals

    def compiled(self) -> types.FunctionType:
        """Return the function asked for, to be differentiated again: it reads the user's globals where they are."""
        namespace: dict[str, object] = {"np": np, LIVE: dict(self.globals)}
        namespace |= {name: owner.lookup(name) for name, owner in self.globals.items()}
        return compile_source(self.text, self.names[0], namespace)


@dataclass(frozen=True, slots=True)
class Emitted:
    """A function as it is printed, and the primal's lines that the numbers of its statements mean."""

    function: Function
    lines: Mapping[int, PrimalLine]


@dataclass(frozen=True, slots=True)
class Draft:
    """A finished function, before it has the form of a backend; the context is that of its identifiers."""

    function: Function
    context: Context
    drafted: Drafted
    analysis: FunctionAnalysis


@dataclass(slots=True)
class Generation:
    """Generates the module of one request under one signature."""

    request: DiffRequest
    stage: str | None = None
    preamble: Block = ()
    reserved: frozenset[str] = frozenset()
    without: frozenset[str] = frozenset()
    is_sized: bool = False  # whether the facts hold for the sizes of one call
    staged: list[str] = field(default_factory=list)
    scheduler: Any = field(init=False)
    written: list[Written] = field(default_factory=list)
    relied: list[ReliedOn] = field(default_factory=list)
    emitted: list["Emitted"] = field(default_factory=list)
    finished: list[tuple[Function, Context]] = field(default_factory=list)
    drafts: list["Draft"] = field(default_factory=list)
    expanded: dict[tuple[int, tuple[Fact, ...]], Any] = field(default_factory=dict)
    done: set[object] = field(default_factory=set)  # the dependents that are generated
    held: list[object] = field(default_factory=list)  # the derivatives that are expanded, known by identity
    maps: dict[str, LineMap] = field(default_factory=dict)

    def __post_init__(self) -> None:
        stages.check_stage(self.stage)
        planner = PushforwardScheduler if self.is_pushforward else DiffScheduler
        options = replace(self.request.options, on_gradient=False)  # what is called gives its adjoints back
        self.scheduler = planner(options, self.expand, reserved=self.reserved)
        self.scheduler.is_sized = self.is_sized

    @property
    def is_pushforward(self) -> bool:
        """Tell whether the request is one of forward mode."""
        return self.request.mode in FORWARD_MODES

    @property
    def capabilities(self) -> Capabilities:
        """Say what the backend can do that compiles the text."""
        options = self.request.options
        return capabilities_of(options.jit, [each for each in COMPILING if getattr(options, each)])

    def parameters(self, function: Callable[..., object]) -> tuple[str, ...]:
        """Return the names of a function's parameters."""
        return self.scheduler.prepare(function).form.parameters

    def run(self, function: Callable[..., object], facts: Mapping[str, Fact]) -> Generated:
        """Return the module; what is accepted is decided with the analyses on, whichever are used to emit it."""
        options = self.request.options
        try:
            return self.emit(function, facts)
        except CladpyError as error:
            if options.varied and options.useful:
                raise told_of_the_primal(error, self.maps) from error.__cause__
            careful = replace(self.request, options=replace(options, varied=True, useful=True))
            again = Generation(careful, self.stage, self.preamble, self.reserved, is_sized=self.is_sized)
            return again.emit(function, facts)

    def emit(self, function: Callable[..., object], facts: Mapping[str, Fact]) -> Generated:
        """Return the module."""
        request = self.request
        own, function = function, self.written_out(with_own_rules(function), facts)
        analysis = self.scheduler.plan_root(self.request, function, facts)
        _check_followed(analysis)
        wrt = request.wrt if request.wrt is not None else analysis.form.parameters
        wrt = tuple(dict.fromkeys(parameter_of(name) for name in wrt))
        if request.mode == "differentiate":
            names = self.differentiated(analysis, NumberPlace.of((request.wrt or wrt)[0]))
        elif request.mode == "tangent":
            names = self.tangent_root(analysis, wrt)
        elif self.is_pushforward:
            names = self.pushforward_root(analysis, wrt, function, facts)
        elif request.mode == "pullback":
            names = self.pullback_root(analysis, wrt, function, facts)
        else:
            name = self.root_name(analysis, wrt)
            self.scheduler.taken.add(name)
            transformer = self.transformer(analysis, request)
            with_value = request.mode == "value_and_gradient"
            drafted = transformer.gradient(name, wrt, bare=request.bare, with_value=with_value, aux=request.aux)
            drafted = with_preamble(drafted, self.preamble)
            if request.options.on_gradient:
                self.add_dependents()  # of which it is asked what they write
                rest = 1 if with_value else 0 if request.aux else None
                self.add(drafted, analysis, HandedOut(wrt, request.bare, rest))
                self.written.insert(0, self.written.pop())
            else:
                self.add(drafted, analysis)
            names = (name,)
        self.add_dependents()
        self.scheduler.check_escaped()
        graph = self.scheduler.graph.with_done(request)
        relied = ReliedOn.by(self.scheduler, own).merged(self.relied)
        stored = analysis.stores.parameters
        holders = frozenset(each for each in stored if analysis.stores.holds_mirrored_arrays(f"{each}.0"))
        plans = [dependent.plan for dependent in self.scheduler.dependents.values()]
        pairs = tuple((plan.forward, plan.pullback) for plan in plans if not isinstance(plan, PushforwardPlan))
        if self.capabilities.element_loops and pairs:
            self.settle_recursion(pairs, names)
        module = assembled(self.written, self.scheduler.bound).for_backend(self.capabilities)
        return Generated(module, names, stored, graph, tuple(self.emitted), relied, holders, pairs)

    def written_out(self, function: Callable[..., object], facts: Mapping[str, Fact]) -> Callable[..., object]:
        """Return the generated function of a derivative that is differentiated again; any other function as it is."""
        derivative = derivative_of(function)
        generated = None if derivative is None else self.expand(derivative, tuple(facts.values()))
        return function if generated is None else generated

    def root_name(self, analysis: FunctionAnalysis, wrt: tuple[str, ...]) -> str:
        """Return the name of the gradient function: ``loss_grad_w_b``."""
        kind = "grad" if self.request.mode == "gradient" else self.request.mode
        name = f"{analysis.form.name}_{kind}_{'_'.join(wrt)}"
        return f"{name}_2" if name in analysis.globals | self.reserved else name

    def pullback_root(
        self,
        analysis: FunctionAnalysis,
        wrt: tuple[str, ...],
        function: Callable[..., object],
        facts: Mapping[str, Fact],
    ) -> tuple[str, ...]:
        """Plan the root of a pullback request; return the names of its two functions."""
        plan = self.scheduler.dependent(function, facts, frozenset(wrt), root=self.request).plan
        return (plan.forward, plan.pullback)

    def pushforward_root(
        self,
        analysis: FunctionAnalysis,
        wrt: tuple[str, ...],
        function: Callable[..., object],
        facts: Mapping[str, Fact],
    ) -> tuple[str, ...]:
        """Add the function of a pushforward request; return its name."""
        plan = self.scheduler.pushed_root(analysis, wrt, function, facts)
        self.scheduler.taken.add(plan.pushforward)
        drafted = self.pushed(analysis, self.request).pushforward(plan.pushforward, wrt, is_root=True)
        self.add(with_preamble(drafted, self.preamble), analysis)
        return (plan.pushforward,)

    def tangent_root(self, analysis: FunctionAnalysis, wrt: tuple[str, ...]) -> tuple[str, ...]:
        """Add the function of a request for the tangent without the value; return its name."""
        name = "_".join([analysis.form.name, "tangent", *wrt])
        self.scheduler.taken.add(name)
        drafted = self.pushed(analysis, self.request).tangent(name, wrt)
        self.add(with_preamble(drafted, self.preamble), analysis)
        return (name,)

    def differentiated(self, analysis: FunctionAnalysis, place: NumberPlace) -> tuple[str, ...]:
        """Add the function of a request for the derivative by one number; return its name."""
        name = "_".join([analysis.form.name, "derivative", *re.findall(r"\w+", place.text)])
        self.scheduler.taken.add(name)
        drafted = self.pushed(analysis, self.request).derivative(name, place.parameter, place.path, place.text)
        self.add(with_preamble(drafted, self.preamble), analysis)
        return (name,)

    def pushed(
        self, analysis: FunctionAnalysis, request: DiffRequest, unbounded: frozenset[str] = frozenset()
    ) -> PushforwardTransformer:
        """Return the transformer of forward mode for a function."""
        callee, branches = self.scheduler.callee(analysis, request), self.scheduler.branches(analysis)
        return PushforwardTransformer(analysis, callee, branches, unbounded)

    def transformer(self, analysis: FunctionAnalysis, request: DiffRequest) -> PullbackTransformer:
        """Return the transformer of a function, which plans its active calls for a request."""
        callee = self.scheduler.callee(analysis, request)
        record_all, is_typed = not self.request.options.tbr, not self.capabilities.changing_types
        return PullbackTransformer(analysis, callee, record_all=record_all, is_typed=is_typed)

    def expand(self, derivative: Any, facts: Sequence[Fact]) -> types.FunctionType | None:
        """Return the generated function of a derivative that the primal calls, generated first."""
        written = derivative.written_for(facts)
        if written is not None:
            self.held.append(derivative)
            return written
        derivative = derivative.swept
        request, function = derivative.request, derivative.function
        if request.mode not in EXPANDED_MODES or request.options.on_gradient:
            return None
        signature = tuple(without_value(fact) for fact in facts)
        key = (id(derivative), signature)
        if key not in self.expanded:
            asked = replace(request, options=plain(request.options))
            inner = Generation(asked, without=frozenset({"element_lists"}))  # arrays are easier to differentiate
            parameters = inner.parameters(function)
            known = dict(zip(parameters, signature, strict=False))
            if not takes(request, parameters, signature):
                return None
            generated = inner.run(function, known)
            made = generated.compiled()
            self.expanded[key] = made
            self.held.append(derivative)
            file = made.__code__.co_filename
            self.maps |= inner.maps | {file: LineMap(file, generated.text, generated.emitted)}
            self.relied.append(generated.relied.with_code_of(function))
            self.scheduler.graph = self.scheduler.graph.merged(generated.plan)
        return self.expanded[key]

    def add_dependents(self) -> None:
        """Generate the dependents, and those that they depend on in turn."""
        while True:
            waiting = [key for key in self.scheduler.dependents if key not in self.done]
            if not waiting:
                return
            for key in waiting:
                self.done.add(key)
                dependent = self.scheduler.dependents[key]
                if self.is_pushforward and dependent.request == self.request:
                    continue  # the root, which calls itself
                analysis = self.scheduler.analyze(dependent.function, dict(dependent.signature), dependent.varied)
                self.add_pair(analysis, dependent)
                self.scheduler.graph = self.scheduler.graph.with_done(dependent.request)

    def add_pair(self, analysis: FunctionAnalysis, dependent: Dependent) -> None:
        """Add the forward function and the pullback of a dependent."""
        plan = dependent.plan
        if isinstance(plan, PushforwardPlan):
            wrt = tuple(parameter for parameter in plan.parameters if parameter in plan.active)
            drafted = self.pushed(analysis, dependent.request, plan.unbounded).pushforward(plan.pushforward, wrt)
            self.add(drafted, analysis)
            return
        if role_of(dependent.function) in ("loop", "call"):
            for drafted in self.run_again(analysis, dependent):
                self.add(drafted, analysis)
            return
        is_taken = not analysis.form.user_names.isdisjoint({"d_out", "out"})  # the adjoint of ``out`` is ``d_out``
        seed = "d_out_2" if is_taken else "d_out"

        def unused(function: Function, facts: Mapping[str, Fact]) -> Function:
            return optimize(function, self.context(facts, analysis))

        forward, pullback = self.transformer(analysis, dependent.request).pair(plan, unused, seed)
        if plan.is_root:
            forward = with_preamble(forward, self.preamble)
        self.add(pullback, analysis)
        self.add(forward, analysis)

    def run_again(self, analysis: FunctionAnalysis, dependent: Dependent) -> tuple[Drafted, Drafted]:
        """Return the pair of a function that was made of a checkpoint: what it calls is run again."""
        callee = self.scheduler.callee(analysis, dependent.request)
        calls = ((version, each) for version, each in analysis.operations.items() if isinstance(each, CallUser))
        version, operation = next(calls)
        inner = callee(operation, version)
        if role_of(dependent.function) == "loop":
            until = ends_by_itself(dependent.function)
            return rerun.loop_pair(dependent.plan, inner, carried_by(dependent.function), until=until)
        arguments = {
            parameter: name(analysis.variables[each.id]) if isinstance(each, gast.Name) else each
            for parameter, each in operation.arguments.items()
        }
        return rerun.call_pair(dependent.plan, inner, arguments)

    # ---- finishing ----

    def context(self, facts: Mapping[str, Fact], analysis: FunctionAnalysis) -> Context:
        """Return what the passes behind the transformation know of a function."""
        purity = Purity(analysis.resolve)
        reserved = analysis.form.user_names | MODULES
        release = self.request.options.early_release and self.capabilities.deletes
        infer = inference_over(facts, analysis)
        # The passes ask of the same expressions again and again; these are never edited, and all else stays as it is.
        is_pure, is_fresh, infer = cache(purity.is_pure), cache(purity.is_fresh), cache(infer)
        vector_products = self.capabilities.vector_products
        lists = self.request.options.jit is None and "element_lists" not in self.without
        any_order = self.request.options.fastmath and self.request.options.jit is None
        names = frozenset(reserved)
        return Context(facts, is_pure, is_fresh, release, infer, names, vector_products, lists, any_order)

    def add(self, drafted: Drafted, analysis: FunctionAnalysis, handed: HandedOut | None = None) -> None:
        """Optimise a function, release what it no longer needs, and keep its tree."""
        context = self.context(drafted.facts, analysis)
        self.note_stages(drafted, analysis)
        check = verify if os.environ.get("CLADPY_VERIFY") else None
        optimized = optimize(drafted.function, context, check=check, without=self.without)
        self.note("optimize", lambda: stages.function_text(optimized, drafted.comments))
        if handed is not None:
            called, avoided = quiet_functions(self.finished), analysis.form.user_names | analysis.globals
            optimized = hand_out(optimized, optimized.context(context), handed, called=called, avoided=avoided)
        finished: Function = optimized
        if context.early_release:
            finished = insert_del(optimized, optimized.context(context))
        if self.request.mode == "pushforwards":
            plans = [each.plan for each in self.scheduler.dependents.values()]
            callees = {each.pushforward: len(each.active) for each in plans if isinstance(each, PushforwardPlan)}
            finished = several_tangents(finished, optimized, optimized.context(context), callees)
        self.finished.append((finished, optimized.context(context)))
        if check is not None:
            check(finished)
        draft = Draft(finished, optimized.context(context), drafted, analysis)
        check_meaning(finished, draft.context, self.capabilities, resolve=analysis.resolve, lines=analysis.form.lines)
        self.drafts.append(draft)
        emitted, written = self.written_form(draft, finished)
        self.note("release", lambda: stages.function_text(emitted.function, drafted.comments))
        self.emitted.append(emitted)
        self.written.append(written)

    def written_form(self, draft: "Draft", function: Function) -> tuple["Emitted", Written]:
        """Return a function in the form of the backend, and its tree."""
        finished = backend_form(function, draft.context, self.capabilities)
        finished = for_backend(finished, draft.context, self.capabilities)
        form = draft.analysis.form
        tree = to_gast(finished, draft.drafted.comments, comment_all=draft.drafted.comment_all)
        written = Written(tree, self.scheduler.prepared_of(form).namespace, finished.in_bounds)
        return Emitted(finished, form.lines), written

    def settle_recursion(self, pairs: Sequence[tuple[str, str]], roots: Sequence[str]) -> None:
        """Write functions anew that call themselves, and those which call them, as the backend takes them."""
        changed = recursive_records([each.function for each in self.drafts], pairs, roots)
        for place, written in enumerate(list(self.written)):
            draft = next(each for each in self.drafts if each.function.name == written.tree.name)
            made = [self.written_form(draft, function) for function in changed.get(written.tree.name, ())]
            if made:
                self.emitted = [each for each in self.emitted if each.function.name != written.tree.name]
                self.emitted += [emitted for emitted, _ in made]
                self.written[place] = made[0][1]
                self.written += [more for _, more in made[1:]]

    def note(self, stage: str, text: Callable[[], str]) -> None:
        """Keep the text of a stage, if it was asked for."""
        if stage == self.stage:
            self.staged.append(text())

    def note_stages(self, drafted: Drafted, analysis: FunctionAnalysis) -> None:
        """Keep the texts of the stages before optimisation."""
        self.note("normalize", lambda: stages.normal_form_text(analysis))
        self.note("varied", lambda: stages.varied_text(analysis))
        self.note("recorded", lambda: stages.recorded_text(drafted.function.name, drafted.needs))
        self.note("pullback", lambda: stages.function_text(drafted.function, drafted.comments))


def plain(options: Options) -> Options:
    """Return the options of code that is not compiled."""
    return replace(options, jit=None, **dict.fromkeys(COMPILING, False))


def takes(request: DiffRequest, parameters: Sequence[str], facts: Sequence[Fact]) -> bool:
    """Tell whether the generated function of a request takes arguments with these facts: tangents of the right form."""
    asked = request.wrt if request.wrt is not None else tuple(parameters)
    tangents = tuple(dict.fromkeys(map(parameter_of, asked))) if request.mode in WITH_TANGENTS else ()
    if len(facts) != len(parameters) + len(tangents):
        return False
    known = dict(zip(parameters, facts, strict=False))
    pairs = zip(tangents, facts[len(parameters) :], strict=True)
    return all(is_tangent_of(given, known[parameter]) for parameter, given in pairs)


def is_tangent_of(given: Fact, fact: Fact) -> bool:
    """Tell whether a value is certainly of the form of a tangent of a value with the facts."""
    if given.is_scalar and fact.is_scalar and given.kind != "array":
        return fact.kind != "array"
    given, fact = given.without_value(), fact.without_value()
    dims = [None if each.dims is None else tuple(dim.one for dim in each.dims) for each in (given, fact)]
    return given.kind == fact.kind and same_dtype(given.dtype, fact.dtype) and dims[0] == dims[1]


def without_value(fact: Fact) -> Fact:
    """Return a fact without the value of a number."""
    return fact.without_value() if fact.is_number else fact


def with_preamble(drafted: Drafted, preamble: Block) -> Drafted:
    """Return a drafted function that begins with further statements."""
    body = drafted.function.body
    return replace(drafted, function=replace(drafted.function, body=(*preamble, *body)))


def _check_followed(analysis: FunctionAnalysis) -> None:
    """Refuse a result of which facts say that nothing makes it: its parts are set where cladpy does not see it.

    Raises
    ------
    CladpyError
        C207.
    """
    result = analysis.result
    if result is None or analysis.fact(result).kind != "bottom":
        return
    raise CladpyError(
        "C207",
        f"{analysis.form.name} returns what is read from an attribute, item or name that nothing is seen to set",
        location=analysis.last_location,
        hint="give an object all its attributes in its constructor, and change lists and dicts by their methods",
    )
