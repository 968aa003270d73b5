"""Generate the module of a request: plan, transform, optimise, release and print, callees first."""

import os
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import gast
import numpy as np

from cladpy import stages
from cladpy.analyses.function_analysis import FunctionAnalysis
from cladpy.analyses.runtime_names import runtime_value
from cladpy.emit.printer import print_tree
from cladpy.emit.to_gast import to_gast
from cladpy.errors import CladpyError
from cladpy.execute.compile_source import compile_source
from cladpy.execute.forwarding import with_own_rules
from cladpy.frontend.find_source import primal_function
from cladpy.frontend.namespace import LIVE, MISSING, Namespace, RenamedGlobal
from cladpy.ir.expressions import dotted
from cladpy.ir.fact import Fact
from cladpy.ir.statements import Block, Function
from cladpy.normalize.closures import renamed as rename
from cladpy.normalize.recorder import PrimalLine
from cladpy.optimize.context import Context
from cladpy.optimize.passes import optimize
from cladpy.planning.custom_calls import rules_relied_on
from cladpy.planning.request_graph import RequestGraph
from cladpy.planning.scheduler import Dependent, DiffScheduler
from cladpy.release.insert_del import insert_del
from cladpy.release.verify import verify
from cladpy.request import DiffRequest
from cladpy.rules import RulesReliedOn
from cladpy.rules.formula_names import MODULES, exporter
from cladpy.transform.pullback_transformer import Drafted, PullbackTransformer, inference_over
from cladpy.transform.purity import Purity


@dataclass(frozen=True, slots=True)
class Generated:
    """A generated module: its text, its main functions, and what its names mean.

    Parameters
    ----------
    text : str
    names : tuple of str
        The function asked for; for a pullback the forward function and the pullback.
    globals : mapping
        By name used in the text, the namespace in which the user's own globals are looked up.
    stored : tuple of str
        Parameters that the primal stores into.
    rules : RulesReliedOn
        The custom rules of the functions that are called.
    """

    text: str
    names: tuple[str, ...]
    globals: Mapping[str, Namespace | RenamedGlobal]
    stored: tuple[str, ...]
    plan: RequestGraph
    emitted: tuple["Emitted", ...] = ()
    rules: RulesReliedOn = field(default_factory=lambda: RulesReliedOn({}))


@dataclass(frozen=True, slots=True)
class Emitted:
    """A function as it is printed, and the primal's lines that the numbers of its statements mean."""

    function: Function
    lines: Mapping[int, PrimalLine]


@dataclass(slots=True)
class Generation:
    """Generates the module of one request under one signature."""

    request: DiffRequest
    stage: str | None = None
    preamble: Block = ()
    staged: list[str] = field(default_factory=list)
    scheduler: DiffScheduler = field(init=False)
    trees: list[gast.FunctionDef] = field(default_factory=list)
    rules: list[RulesReliedOn] = field(default_factory=list)
    globals: dict[str, Namespace | RenamedGlobal] = field(default_factory=dict)
    emitted: list["Emitted"] = field(default_factory=list)
    expanded: dict[tuple[int, tuple[Fact, ...]], Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        stages.check_stage(self.stage)
        self.scheduler = DiffScheduler(self.request.options, self.expand)

    def parameters(self, function: Callable[..., object]) -> tuple[str, ...]:
        """Return the names of a function's parameters."""
        return self.scheduler.prepare(function).form.parameters

    def run(self, function: Callable[..., object], facts: Mapping[str, Fact]) -> Generated:
        """Return the module; what is accepted is decided with the analyses on, whichever are used to emit it."""
        options = self.request.options
        try:
            return self.emit(function, facts)
        except CladpyError:
            if options.varied and options.useful:
                raise
            careful = replace(self.request, options=replace(options, varied=True, useful=True))
            return replace(Generation(careful, self.stage, self.preamble).emit(function, facts))

    def emit(self, function: Callable[..., object], facts: Mapping[str, Fact]) -> Generated:
        """Return the module."""
        request = self.request
        own, function = function, with_own_rules(function)
        analysis = self.scheduler.plan_root(self.request, function, facts)
        wrt = request.wrt if request.wrt is not None else analysis.form.parameters
        wrt = tuple(dict.fromkeys(name.partition("[")[0] for name in wrt))
        if request.mode == "pullback":
            names = self.pullback_root(analysis, wrt, function, facts)
        else:
            name = self.root_name(analysis, wrt)
            self.scheduler.taken.add(name)
            transformer = self.transformer(analysis, request)
            with_value = request.mode == "value_and_gradient"
            drafted = transformer.gradient(name, wrt, bare=request.bare, with_value=with_value, aux=request.aux)
            self.add(with_preamble(drafted, self.preamble), analysis)
            names = (name,)
        self.add_dependents()
        graph = self.scheduler.graph.with_done(request)
        rules = rules_relied_on(self.scheduler, own).with_those_of(self.rules)
        stored = analysis.stores.parameters
        return Generated(self.text(), names, self.globals, stored, graph, tuple(self.emitted), rules)

    def root_name(self, analysis: FunctionAnalysis, wrt: tuple[str, ...]) -> str:
        """Return the name of the gradient function: ``loss_grad_w_b``."""
        kind = "grad" if self.request.mode == "gradient" else self.request.mode
        return f"{analysis.form.name}_{kind}_{'_'.join(wrt)}"

    def pullback_root(
        self,
        analysis: FunctionAnalysis,
        wrt: tuple[str, ...],
        function: Callable[..., object],
        facts: Mapping[str, Fact],
    ) -> tuple[str, ...]:
        """Plan the root of a pullback request; return the names of its two functions."""
        plan = self.scheduler.dependent(function, facts, frozenset(wrt), is_root=True).plan
        return (plan.forward, plan.pullback)

    def transformer(self, analysis: FunctionAnalysis, request: DiffRequest) -> PullbackTransformer:
        """Return the transformer of a function, which plans its active calls for a request."""
        callee = self.scheduler.callee(analysis, request)
        return PullbackTransformer(analysis, callee, record_all=not self.request.options.tbr)

    def expand(self, derivative: Any, facts: Sequence[Fact]) -> types.FunctionType | None:
        """Return the generated function of a derivative that the primal calls, generated first."""
        request, function = derivative.request, primal_function(derivative.primal)
        if request.mode not in ("gradient", "value_and_gradient"):
            return None
        signature = tuple(without_value(fact) for fact in facts)
        key = (id(derivative), signature)
        if key not in self.expanded:
            inner = Generation(request)
            parameters = inner.parameters(function)
            if len(parameters) != len(facts):
                return None
            generated = inner.run(function, dict(zip(parameters, signature, strict=True)))
            namespace: dict[str, object] = {"np": np, LIVE: dict(generated.globals)}
            namespace |= {name: owner.lookup(name) for name, owner in generated.globals.items()}
            self.expanded[key] = compile_source(generated.text, generated.names[0], namespace)
            self.rules.append(generated.rules)
            self.scheduler.graph = self.scheduler.graph.merged(generated.plan)
        return self.expanded[key]

    def add_dependents(self) -> None:
        """Generate the dependents, and those that they depend on in turn."""
        done: set[object] = set()
        while True:
            waiting = [key for key in self.scheduler.dependents if key not in done]
            if not waiting:
                return
            for key in waiting:
                done.add(key)
                dependent = self.scheduler.dependents[key]
                analysis = self.scheduler.analyze(dependent.function, dict(dependent.signature), dependent.varied)
                self.add_pair(analysis, dependent)
                self.scheduler.graph = self.scheduler.graph.with_done(dependent.request)

    def add_pair(self, analysis: FunctionAnalysis, dependent: Dependent) -> None:
        """Add the forward function and the pullback of a dependent."""
        plan = dependent.plan
        seed = "d_out" if "d_out" not in analysis.form.user_names else "d_out_2"

        def unused(function: Function, facts: Mapping[str, Fact]) -> Function:
            return optimize(function, self.context(facts, analysis))

        forward, pullback = self.transformer(analysis, dependent.request).pair(plan, unused, seed)
        self.add(pullback, analysis)
        self.add(forward, analysis)

    # ---- finishing ----

    def context(self, facts: Mapping[str, Fact], analysis: FunctionAnalysis) -> Context:
        """Return what the passes behind the transformation know of a function."""
        purity = Purity(analysis.resolve)
        reserved = analysis.form.user_names | MODULES
        return Context(
            facts, purity.is_pure, purity.is_fresh, self.request.options.early_release,
            inference_over(facts, analysis), frozenset(reserved),
        )  # fmt: skip

    def add(self, drafted: Drafted, analysis: FunctionAnalysis) -> None:
        """Optimise a function, release what it no longer needs, and keep its tree."""
        context = self.context(drafted.facts, analysis)
        self.note_stages(drafted, analysis)
        optimized = optimize(drafted.function, context)
        self.note("optimize", lambda: stages.function_text(optimized, drafted.comments))
        finished: Function = optimized
        if self.request.options.early_release:
            finished = insert_del(optimized, optimized.context(context))
        if os.environ.get("CLADPY_VERIFY"):
            verify(finished)
        self.note("release", lambda: stages.function_text(finished, drafted.comments))
        tree = to_gast(finished, drafted.comments, comment_all=drafted.comment_all)
        self.emitted.append(Emitted(finished, analysis.form.lines))
        self.trees.append(self.with_own_globals(tree, self.scheduler.prepared_of(analysis.form).namespace))

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

    def with_own_globals(self, tree: gast.FunctionDef, namespace: Namespace) -> gast.FunctionDef:
        """Return the tree with globals renamed whose names mean something else in functions written before."""
        renamed: dict[str, str] = {}
        for name in sorted(free_names(tree)):
            bound = self.scheduler.bound.get(name)
            meant = namespace.resolve(name)
            if bound is not None and (meant is MISSING or meant is bound.lookup(name)):
                if self.globals.setdefault(name, bound).resolve(name) is not bound.lookup(name):
                    renamed[name] = self.other_name(name, bound)
                continue
            if meant is MISSING:
                continue
            known = self.globals.get(name)
            if known is None:
                self.globals[name] = namespace
            elif isinstance(known, RenamedGlobal) or not known.shares(namespace, name):
                renamed[name] = self.other_name(name, namespace)
        return rename(tree, renamed) if renamed else tree

    def other_name(self, name: str, namespace: Namespace) -> str:
        """Return a name that stands for a global of another module."""
        for new, known in self.globals.items():
            if isinstance(known, RenamedGlobal) and known.name == name and known.namespace.shares(namespace, name):
                return new
        count = 2
        while f"{name}_{count}" in self.globals:
            count += 1
        self.globals[f"{name}_{count}"] = RenamedGlobal(namespace, name)
        return f"{name}_{count}"

    def text(self) -> str:
        """Return the module's text, callees first."""
        body: list[gast.stmt] = list(self.imports())
        body += reversed(self.trees)
        return print_tree(gast.Module(body, []))

    def imports(self) -> list[gast.stmt]:
        """Return the imports of the names that the trees read and that are no globals of the user's."""
        used = {name for tree in self.trees for name in free_names(tree)}
        defined = {tree.name for tree in self.trees}
        found: list[gast.stmt] = []
        if "math" in used and self.is_plain("math"):
            found.append(gast.Import([gast.alias("math", None)]))
        if "np" in used and self.is_plain("np"):
            found.append(gast.Import([gast.alias("numpy", "np")]))
        if "scipy" in used and self.is_plain("scipy"):
            found += [gast.Import([gast.alias(module, None)]) for module in scipy_modules(self.trees)]
        plain = sorted(name for name in used - defined if self.is_plain(name))
        for module in dict.fromkeys(filter(None, map(exporter, plain))):
            names = [gast.alias(name, None) for name in plain if exporter(name) == module]
            found.append(gast.ImportFrom(module, names, 0))
        return found

    def is_plain(self, name: str) -> bool:
        """Tell whether a name means in the text what it means to the runtime."""
        namespace = self.globals.get(name)
        return namespace is None or namespace.resolve(name) is runtime_value(name)


def without_value(fact: Fact) -> Fact:
    """Return a fact without the value of a number."""
    return fact.without_value() if fact.is_number else fact


def with_preamble(drafted: Drafted, preamble: Block) -> Drafted:
    """Return a drafted function that begins with further statements."""
    body = drafted.function.body
    return replace(drafted, function=replace(drafted.function, body=(*preamble, *body)))


def scipy_modules(trees: Sequence[gast.FunctionDef]) -> list[str]:
    """Return the modules of SciPy that functions name: ``scipy.special``."""
    paths = [dotted(part) or "" for tree in trees for part in gast.walk(tree) if isinstance(part, gast.Attribute)]
    return sorted({".".join(path.split(".")[:2]) for path in paths if path.startswith("scipy.")})


def free_names(tree: gast.FunctionDef) -> set[str]:
    """Return the names that a function reads and does not bind."""
    bound = {argument.id for argument in tree.args.args}
    read = set()
    for part in gast.walk(tree):
        if isinstance(part, gast.Name):
            if isinstance(part.ctx, gast.Store | gast.Param | gast.Del):
                bound.add(part.id)
            else:
                read.add(part.id)
    return read - bound
