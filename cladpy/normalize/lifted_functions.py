"""Local functions that call themselves, as functions of their own: what they capture becomes parameters.

before: ``def power(k): return x * power(k - 1) if k else 1.0`` inside of a function, ``power(n)``
after: ``def power(k, *, x): ...`` beside it, ``power(n, x=x)``

A captured variable is read where the function is called, so late binding stays; one that the function rebinds
(``nonlocal``) is handed back (``handed_back``). Local functions that do not call themselves go along where such a
function calls them. What a function runs in Python is the text as it was. Guarantees: a program without recursive local
functions is handed back as it is; those whose captures cannot be followed stay, and are refused where they are called.
"""

import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FunctionType

import gast

from cladpy.frontend.find_source import FunctionSource, find_source
from cladpy.frontend.namespace import LIVE, Namespace
from cladpy.frontend.rewritten import RUN, LiveGlobals, Rewriter
from cladpy.ir.expressions import dotted, name, rebuild, store_name
from cladpy.normalize.cached_functions import KEYS, call_of, remembering
from cladpy.normalize.closures import bound_names, is_generator, parameters
from cladpy.normalize.handed_back import REBOUND, MadeFunctions
from cladpy.normalize.listed_generators import with_listed_generators
from cladpy.normalize.local_definitions import (
    LocalDefinition,
    bound_inside,
    groups_of,
    has_computed_default,
    hides,
    is_bound_again,
    local_definitions,
    nonlocals_of,
    takes_plain_arguments,
)

Change = Callable[[gast.AST], gast.AST | None]


def is_lifted(function: object) -> bool:
    """Tell whether a function was a local one."""
    return REBOUND in getattr(function, "__dict__", {})


def with_lifted_functions(function: FunctionType, made: MadeFunctions) -> FunctionType:
    """Return a function whose recursive local functions stand beside it."""
    if function not in made.lifted:
        made.lifted[function] = _with_lifted_functions(with_listed_generators(function))
    return made.lifted[function]


def _with_lifted_functions(function: FunctionType) -> FunctionType:
    source = find_source(function)
    namespace = Namespace(function)
    nodes = [node for statement in source.tree.body for node in gast.walk(statement)]
    if not any(isinstance(each, gast.FunctionDef | gast.Lambda) for each in nodes):
        return function
    lifter = _Lifter(source, namespace, Rewriter(function, source))
    if isinstance(function.__globals__, LiveGlobals):  # which has functions of its own
        before = {each: made for each, made in function.__globals__.items() if is_lifted(made)}
        lifter.rewriter.globals |= before
        lifter.rewriter.globals[LIVE] = {
            n: each for n, each in lifter.rewriter.globals[LIVE].items() if n not in before
        }
    own = {each.id for each in parameters(source.tree.args)} | bound_names(source.tree.body)
    body = lifter.scope(source.tree.body, frozenset(own))
    if not lifter.made:
        return function
    tree = source.tree
    made = gast.copy_location(gast.FunctionDef(tree.name, tree.args, body, [], tree.returns, None, []), tree)
    return lifter.rewriter.main(made, {RUN: tree})


@dataclass(frozen=True, slots=True)
class _Lifted:
    """A function that was lifted: its new name, what it is given besides, its definition, and what it remembers in."""

    made: str
    captured: list[str]
    tree: gast.FunctionDef
    memo: str | None = None


@dataclass(slots=True)
class _Lifter:
    source: FunctionSource
    namespace: Namespace
    rewriter: Rewriter
    lifted: dict[str, _Lifted] = field(default_factory=dict)
    made: set[str] = field(default_factory=set)

    def scope(self, body: list[gast.stmt], visible: frozenset[str]) -> list[gast.stmt]:
        """Return the statements of one function, its recursive local functions lifted, and those in local functions."""
        known, before = dict(local_definitions(body)), dict(self.lifted)
        gone: dict[str, str | None] = {}
        for group in groups_of(known):
            if self.may_be_lifted(group, known, body, visible):
                self.lift(group, known, visible)
                gone |= {each: self.lifted[each].memo for each in group}
        kept = [part for statement in body for part in self.without(statement, gone, known)]
        changed = [self.statement(each, visible | {m for m in gone.values() if m}) for each in kept]
        self.lifted = before
        return changed or [gast.copy_location(gast.Pass(), body[0])]

    def statement(self, node: gast.stmt, visible: frozenset[str]) -> gast.stmt:
        """Return a statement with the calls of lifted functions, and with what local functions hold lifted."""

        def change(part: gast.AST) -> gast.AST | None:
            if isinstance(part, gast.FunctionDef):
                inner = visible | {each.id for each in parameters(part.args)} | bound_names(part.body)
                fields = dict(gast.iter_fields(part)) | {"body": self.scope(part.body, frozenset(inner))}
                fields["args"] = rebuild(part.args, change)
                return gast.copy_location(gast.FunctionDef(**fields), part)
            return self.changed(part, change)

        return rebuild(node, change)

    def changed(self, part: gast.AST, change: Change) -> gast.AST | None:
        """Return what a call, or another use, of a lifted function becomes."""
        if isinstance(part, gast.Call) and isinstance(part.func, gast.Name) and part.func.id in self.lifted:
            lifted = self.lifted[part.func.id]
            return self.called(part, lifted.made, [(each, name(each)) for each in lifted.captured], change)
        if isinstance(part, gast.Name) and part.id in self.lifted and isinstance(part.ctx, gast.Load):
            lifted = self.lifted[part.id]
            plain = [gast.Name(each.id, gast.Param(), None, None) for each in lifted.tree.args.args]
            given = [gast.keyword(each, name(each)) for each in lifted.captured]
            called = gast.copy_location(gast.Call(name(lifted.made), [name(each.id) for each in plain], given), part)
            return gast.copy_location(gast.Lambda(gast.arguments(plain, [], None, [], [], None, []), called), part)
        return None

    def called(self, node: gast.Call, made: str, given: list[tuple[str, gast.expr]], change: Change) -> gast.Call:
        """Return the call of a lifted function, with what it is given besides."""
        arguments = [rebuild(each, change) for each in node.args]
        keywords = [gast.keyword(each.arg, rebuild(each.value, change)) for each in node.keywords]
        keywords += [gast.keyword(each, gast.copy_location(value, node)) for each, value in given]
        return gast.copy_location(gast.Call(gast.copy_location(name(made), node.func), arguments, keywords), node)

    def without(
        self, node: gast.stmt, gone: dict[str, str | None], known: dict[str, LocalDefinition]
    ) -> list[gast.stmt]:
        """Return a statement without the definitions that were lifted; a cached one leaves what it remembers in."""
        statements = {id(known[each].statement): memo for each, memo in gone.items()}
        if id(node) in statements and statements[id(node)] is None:
            return []

        def change(part: gast.AST) -> gast.AST | None:
            if id(part) in statements:
                memo = statements[id(part)]
                empty = gast.Pass() if memo is None else gast.Assign([store_name(memo)], gast.Dict([], []), None)
                return gast.copy_location(empty, part)
            return part if isinstance(part, gast.FunctionDef | gast.Lambda) else None

        return [change(node) or rebuild(node, change)] if statements else [node]

    # ---- which ----

    def is_cached(self, tree: gast.FunctionDef) -> bool:
        """Tell whether the decorators of a local function make it a cached one."""
        return bool(tree.decorator_list) and all(map(self.is_cache, tree.decorator_list))

    def is_cache(self, decorator: gast.expr) -> bool:
        called = decorator.func if isinstance(decorator, gast.Call) else decorator
        return self.namespace.resolve(dotted(called) or "") in (functools.cache, functools.lru_cache)

    def may_be_lifted(
        self, group: list[str], known: dict[str, LocalDefinition], body: list[gast.stmt], visible: frozenset[str]
    ) -> bool:
        """Tell whether what the functions of a group capture can be given to them where they are called."""
        captured, helpers = set(self.captured(group, known, visible)), self.helpers(group, known)
        every = [known[each].tree for each in (*group, *helpers)]
        if any(is_bound_again(each, body) for each in (*group, *helpers)):
            return False
        if any(is_generator(each.body) or has_computed_default(each) for each in every):
            return False
        if any(each.decorator_list and not self.is_cached(each) for each in every):
            return False
        if any(known[each].tree.decorator_list for each in helpers):
            return False
        if any(self.is_cached(each) and (each.args.vararg or each.args.kwarg) for each in every):
            return False
        own = {each for tree in every for each in bound_inside(tree)} - nonlocals_of(every)
        if own & {*captured, *group, *helpers}:
            return False
        nodes = [part for statement in body for part in gast.walk(statement)]
        if any(hides(part, {*captured, *group}) for part in nodes):
            return False
        called = {id(part.func) for part in nodes if isinstance(part, gast.Call)}
        loads = (part for part in nodes if isinstance(part, gast.Name) and isinstance(part.ctx, gast.Load))
        handed = [part.id for part in loads if part.id in group and id(part) not in called]
        return all(takes_plain_arguments(known[each].tree) for each in handed)

    def helpers(self, group: list[str], known: dict[str, LocalDefinition]) -> list[str]:
        """Return the local functions that a group calls, directly or through others, and that stay local."""
        found: list[str] = []
        todo = list(group)
        while todo:
            for each in sorted(known[todo.pop()].free & {*known} - {*self.lifted}):
                if each not in group and each not in found:
                    found.append(each)
                    todo.append(each)
        return [each for each in known if each in found]

    def captured(self, group: list[str], known: dict[str, LocalDefinition], visible: frozenset[str]) -> list[str]:
        """Return the variables around it that a group reads or rebinds."""
        inside = {*group, *self.helpers(group, known)}
        free = {each for one in inside for each in known[one].free}
        free |= {each for one in free & {*self.lifted} for each in self.lifted[one].captured}
        memos = {lifted.memo for lifted in self.lifted.values()}
        return sorted(each for each in free - inside - {*self.lifted} if each in visible or each in memos)

    # ---- lifting ----

    def lift(self, group: list[str], known: dict[str, LocalDefinition], visible: frozenset[str]) -> None:
        """Make functions of a group."""
        helpers = [known[each].statement for each in self.helpers(group, known)]
        every = [known[each].tree for each in (*group, *self.helpers(group, known))]
        memos = {each: self.unused(f"{each}_memo") for each in group if self.is_cached(known[each].tree)}
        captured = [*self.captured(group, known, visible), *memos.values()]
        rebound = frozenset(nonlocals_of(every) & set(captured))
        run = [_undecorated(each) for each in (*helpers, *(known[each].statement for each in group))]
        for each in group:
            self.lifted[each] = _Lifted(self.unused(each), captured, known[each].tree, memos.get(each))
        for each in group:
            lifted, tree = self.lifted[each], known[each].tree
            body = [*helpers, *(_without_nonlocals(statement, set(captured)) for statement in tree.body)]
            inner = visible | {*captured} | {one.id for one in parameters(tree.args)} | bound_names(tree.body)
            body = self.scope(body, frozenset(inner))
            marks = {REBOUND: rebound}
            if lifted.memo is None:
                self.add(lifted.made, tree, captured, body, {**marks, RUN: run})
                continue
            computed = self.unused(f"{lifted.made}_computed")
            self.add(computed, tree, captured, body, {**marks, RUN: run})
            asked = remembering(tree, computed, captured, lifted.memo)
            self.add(
                lifted.made, tree, captured, asked, {**marks, RUN: run, KEYS: [n.id for n in parameters(tree.args)]}
            )

    def add(
        self, made: str, tree: gast.FunctionDef, captured: list[str], body: list[gast.stmt], marks: dict[str, object]
    ) -> None:
        """Make one function, which runs as the statements of RUN and a call."""
        definition = gast.FunctionDef(made, _with_captured(tree.args, captured), body, [], None, None, [])
        definition = gast.copy_location(definition, tree)
        if RUN in marks:
            hidden = gast.copy_location(gast.Return(call_of(tree.args, tree.name)), tree)
            run = gast.FunctionDef(made, definition.args, [*marks[RUN], hidden], [], None, None, [])  # type: ignore[misc]
            marks = {**marks, RUN: gast.copy_location(run, tree)}
        added = self.rewriter.add(definition, marks)
        self.rewriter.globals[LIVE].pop(made, None)
        added.__defaults__ = tuple(each.value for each in tree.args.defaults) or None
        pairs = zip(tree.args.kwonlyargs, tree.args.kw_defaults, strict=True)
        added.__kwdefaults__ = {each.id: value.value for each, value in pairs if value is not None} or None
        self.made.add(made)

    def unused(self, wanted: str) -> str:
        """Return a name that nothing has that the function sees."""
        taken = {*self.made, *(each for one in self.lifted.values() for each in (one.made, one.memo))}
        while wanted in taken or self.rewriter.is_seen(wanted):
            wanted += "_2"
        return wanted


def _without_nonlocals(node: gast.stmt, names: set[str]) -> gast.stmt:
    """Return a statement of a function whose captures are its own variables now."""

    def change(part: gast.AST) -> gast.AST | None:
        if isinstance(part, gast.FunctionDef | gast.Lambda):
            return part
        if isinstance(part, gast.Nonlocal) and names.issuperset(part.names):
            return gast.copy_location(gast.Pass(), part)
        return None

    return rebuild(node, change)


def _with_captured(given: gast.arguments, captured: list[str]) -> gast.arguments:
    more = [gast.Name(each, gast.Param(), None, None) for each in captured]
    return gast.arguments(
        given.args, given.posonlyargs, given.vararg, [*given.kwonlyargs, *more],
        [*given.kw_defaults, *(None for _ in more)], given.kwarg, given.defaults,
    )  # fmt: skip


def _undecorated(node: gast.stmt) -> gast.stmt:
    if not isinstance(node, gast.FunctionDef):
        return node
    return gast.copy_location(gast.FunctionDef(**(dict(gast.iter_fields(node)) | {"decorator_list": []})), node)
