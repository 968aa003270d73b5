"""The normal form of a function, and its making.

Requires a function whose syntax the fence has passed. Guarantees: assignments of one operation on atoms, conditions
that are atoms or comparisons without effects, exits at the ends of blocks, one Return at the end.
"""

import builtins
import inspect
import types
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import gast

from cladpy.errors import CladpyError
from cladpy.frontend.context_managers import contextmanager_of
from cladpy.frontend.find_source import FunctionSource, find_source
from cladpy.frontend.namespace import HOME, MISSING, Namespace, holding, is_cache
from cladpy.frontend.pure_functions import has_state
from cladpy.frontend.repeatable_functions import is_repeatable
from cladpy.ir.expressions import constant, dotted, name, nodes_of, store_name
from cladpy.ir.statements import Assign, Block, Return
from cladpy.normalize import dataclass_calls
from cladpy.normalize.argument_stores import hands_out_arguments, stores, stores_into_arguments
from cladpy.normalize.closures import (
    Closure,
    bound_names,
    bound_once,
    called_by_values,
    called_only,
    defaults_of,
    free_names,
    is_generator,
    nonlocals_in,
    parameters,
)
from cladpy.normalize.exits import structure_exits
from cladpy.normalize.flatten_expressions import ExpressionFlattener
from cladpy.normalize.flatten_statements import StatementFlattener
from cladpy.normalize.handed_back import HandedBack, MadeFunctions, handing_back, rebound_by
from cladpy.normalize.iterator_calls import BUILTINS, is_written
from cladpy.normalize.kept_iterators import with_iterators_in_place
from cladpy.normalize.known_calls import with_super
from cladpy.normalize.lifted_functions import is_lifted, with_lifted_functions
from cladpy.normalize.live_defaults import live_defaults
from cladpy.normalize.local_imports import imported_by, with_global_imports
from cladpy.normalize.method_functions import functions_of
from cladpy.normalize.own_contexts import is_written_once
from cladpy.normalize.owned_calls import Owner, Owners, Position
from cladpy.normalize.passive import PREDICATES
from cladpy.normalize.recorder import PrimalLine, Recorder
from cladpy.normalize.root_helpers import RootsAndPowers, is_straight
from cladpy.normalize.super_calls import uses_super, with_super_calls
from cladpy.normalize.transpositions import with_transpositions
from cladpy.normalize.updated_parameters import UpdatedParameters
from cladpy.rules import custom_registry
from cladpy.runtime import plain_collections

RESULT = "result@ret"  # holds what is returned, where the returned expression has no name
MOST_TOGETHER = 2  # methods that call one another and update their object: the facts of more take minutes to settle
LIBRARIES = ("numpy", "math", "builtins", "scipy", "operator", "cmath")


@dataclass(frozen=True, slots=True)
class NormalForm:
    """A function in the normal form.

    Parameters
    ----------
    name : str
        The function's name.
    parameters : tuple of str
        Its parameters in signature order.
    body : Block
        Statements; the last one is a Return of an operation, an atom or a display.
    lines : mapping of int to PrimalLine
        The primal's statements by number.
    source : FunctionSource
        Where it was written.
    user_names : frozenset of str
        The names in its text.
    helpers : mapping of str to function
        The helpers that were written out in place of their calls, by the names that they were called by.
    scopes : mapping of str to int
        Of functions that were written out, the scope of each name.
    more : mapping of str to Namespace
        Names that its text alone does not have: of functions that were made of others, and where they are found.
    apart : frozenset of Position
        The places of calls that were written out one by one, for what they call differs: what is left of the calls
        there does not tell what the text calls.
    """

    name: str
    parameters: tuple[str, ...]
    body: Block
    lines: Mapping[int, PrimalLine]
    source: FunctionSource
    user_names: frozenset[str]
    helpers: Mapping[str, types.FunctionType]
    scopes: Mapping[str, int] = field(default_factory=dict)
    more: Mapping[str, Namespace] = field(default_factory=dict)
    apart: frozenset[Position] = frozenset()


def normalize(
    source: FunctionSource, namespace: Namespace, owners: Owners | None = None, made: MadeFunctions | None = None
) -> NormalForm:
    """Return the normal form of a function.

    Parameters
    ----------
    source : FunctionSource
    namespace : Namespace
        What its names mean.
    owners : mapping, optional
        What facts tell of the owners of methods and places.
    made : MadeFunctions, optional
        The functions that were made of others so far.
    """
    tree = with_super(source.tree)
    names = [parameter.id for parameter in parameters(tree.args)]
    local = bound_names(tree.body) | set(names)
    tree = with_transpositions(tree, lambda each: each not in local and _is_builtin(each, namespace))
    recorder = Recorder(source)
    helpers = Helpers(namespace, local, owners or {}, made=made or MadeFunctions())
    helpers.caller_stores = stores(tree, helpers.definition)
    helpers.caller = tree
    tree = with_iterators_in_place(tree, lambda node: _is_iterator(node, local, namespace, helpers))
    flattener = flattener_of(recorder, local, namespace, helpers, owners)
    flattener.expressions.direct = called_only(tree.body) - set(names)
    flattener.expressions.called_by_values = called_by_values(tree.body, flattener.expressions.direct)
    flattener.expressions.rebindable = nonlocals_in(tree.body)
    flattener.expressions.bound_once = set(bound_once(tree.body)) - set(names)
    flattener.body(tree.body)
    block = tuple(recorder.block)
    body = structure_exits(block, recorder, RESULT, tail=True)
    last = body[-1] if body else None
    if not isinstance(last, Return):
        body = (*body, Return(constant(None)))
    elif not isinstance(last.value, gast.Name | gast.Constant):
        bound = Assign(store_name(RESULT), last.value, last.source)
        body = (*body[:-1], bound, Return(name(RESULT), last.source))
    user_names = frozenset({part.id for part in nodes_of(tree) if isinstance(part, gast.Name)} | {tree.name})
    return NormalForm(
        source.name, tuple(names), body, recorder.lines, source, user_names, helpers.used, recorder.scopes,
        helpers.more,
    )  # fmt: skip


def flattener_of(
    recorder: Recorder,
    local: set[str],
    namespace: Namespace,
    helpers: "Helpers",
    owners: Owners | None = None,
) -> StatementFlattener:
    """Return what writes statements of the normal form.

    Parameters
    ----------
    recorder : Recorder
        Receives them.
    local : set of str
        Names that the function binds.
    namespace : Namespace
        What the others mean.
    helpers : Helpers
        Finds what is written out in place of its calls.
    owners : mapping
        What facts tell of the owners of methods and places.
    """
    expressions = ExpressionFlattener(
        recorder,
        local,
        is_library=lambda node: _is_library(node, local, namespace),
        is_builtin=lambda identifier: identifier not in local and _is_builtin(identifier, namespace),
        inline=lambda _closure, _node: constant(None),
        written_out=helpers.written_out,
        generator=helpers.generator,
        context=helpers.context,
        body_of=lambda owner: helpers.taken_member(owner, helpers.member(owner)),
        library=lambda node: namespace.resolve(dotted(node) or "") if _is_library(node, local, namespace) else None,
        resolve=namespace.resolve,
        owners=owners or {},
        method=helpers.method,
        method_function=helpers.method_function,
        constructor=helpers.constructor,
        factory=helpers.factory,
        closures=helpers.closures,
    )
    return StatementFlattener(recorder, expressions)


def _is_library(node: gast.expr, local: set[str], namespace: Namespace) -> bool:
    """Tell whether a callee is known to be a library's function without effects."""
    path = dotted(node)
    if path is None or path.split(".")[0] in local:
        return False
    value = namespace.resolve(path)
    if value is MISSING and path in PREDICATES:
        return True
    if value is MISSING or path in ("print", "input", "open", "next", "iter", "exec", "eval"):
        return False
    module = getattr(value, "__module__", None) or type(value).__module__
    if isinstance(value, types.BuiltinFunctionType | type) or callable(value):
        return str(module).split(".")[0] in LIBRARIES and not has_state(value)
    return False


def _is_iterator(node: gast.expr, local: set[str], namespace: Namespace, helpers: "Helpers") -> bool:
    """Tell whether an expression makes an iterator that is written as loops where it is consumed."""
    if isinstance(node, gast.GeneratorExp):
        return True
    if not isinstance(node, gast.Call):
        return False
    path = dotted(node.func)
    if path is None or path.split(".")[0] in local:
        return False
    meant = namespace.resolve(path)
    meant = BUILTINS.get(path) if meant is MISSING or meant is BUILTINS.get(path) else meant
    if meant is reversed and helpers.caller_stores:
        return False  # it knows its length from when it was made
    if isinstance(meant, Hashable) and is_written(node, meant):
        return not any(isinstance(part, gast.Starred) for part in node.args)
    return helpers.generator(node.func) is not None


@dataclass(slots=True)
class Helpers:
    """Finds the helpers that are written out in place of their calls.

    They are functions of the same module that update their arguments in place and, where the caller updates something
    itself, those that give it views of its arguments; and those that take a root whose power is taken elsewhere.
    """

    namespace: Namespace
    local: set[str]
    owners: Owners = field(default_factory=dict)
    caller_stores: bool = False
    used: dict[str, types.FunctionType] = field(default_factory=dict)
    closures: dict[str, Closure] = field(default_factory=dict)
    trees: dict[str, gast.FunctionDef] = field(default_factory=dict)
    names: dict[tuple[types.FunctionType, type], str] = field(default_factory=dict)
    caller: gast.FunctionDef | None = None
    stores_by_methods: bool | None = None
    taking: dict[int, RootsAndPowers] = field(default_factory=dict)
    more: dict[str, Any] = field(default_factory=dict)
    found: dict[str, Closure | HandedBack | None] = field(default_factory=dict)
    made: MadeFunctions = field(default_factory=MadeFunctions)

    def written_out(self, node: gast.expr) -> Closure | HandedBack | None:
        """Return the body of a helper to be written out, or the function that hands back what it updates, else None."""
        path = dotted(node) or ""
        if path not in self.found:
            self.found[path] = self.looked_up(node, path)
        return self.found[path]

    def looked_up(self, node: gast.expr, path: str) -> Closure | HandedBack | None:
        """Return what is written in place of the calls of a helper."""
        tree = self.definition(node)
        if tree is None:
            return None
        function = self.resolve(path)
        if is_cache(self.namespace.held(path)) and not is_repeatable(function):
            return None
        stores_something = bool(rebound_by(function)) or stores_into_arguments(tree, self.definition)
        if not (stores_something or self.gives_views(tree) or self.completes_a_root(tree)):
            return None
        if self.recurs(tree):
            updated = UpdatedParameters(self.definition).of(tree) | rebound_by(function)
            if not updated:
                return None
            handed = self.handed_back(path, function, updated)
            if handed is not None:
                return handed
        return self.taken(tree, path, function)

    def handed_back(self, path: str, function: types.FunctionType, updated: frozenset[str]) -> HandedBack | None:
        """Return a function that calls itself as one that hands back what it updates, under a name for it."""
        made = handing_back(function, updated, self.made)
        if made is None:
            return None
        called = f"{path.rpartition('.')[2]}_handing_back"
        while called in self.local or self.resolve(called) is not MISSING:
            called += "_2"
        self.more[called] = holding(called, made.function)
        self.used[path] = function
        return replace(made, called=called)

    def generator(self, node: gast.expr) -> Closure | None:
        """Return the body of a generator function of the same module that does not call itself, else None."""
        tree = self.definition(node)
        if tree is None or not is_generator(tree.body) or self.recurs(tree):
            return None
        path = dotted(node) or ""
        return self.taken(tree, path, self.namespace.resolve(path))

    def context(self, node: gast.expr) -> Closure | None:
        """Return the body of a ``contextmanager`` of the same module that yields once, else None."""
        path = dotted(node)
        made = MISSING if path is None else self.namespace.resolve(path)
        function = contextmanager_of(made)
        if path is None or function is None or function.__globals__ is not self.namespace.globals:
            return None
        tree = self.tree_of(function)
        if tree is None or not is_generator(tree.body) or self.recurs(tree):
            return None
        closure = self.taken(tree, path, made)
        return closure if closure is not None and is_written_once(closure) else None

    def method(self, owner: Owner) -> Closure | None:
        """Return the body of a method that is written out, else None.

        It updates, gives views or parts of its object, takes a root, or is of a stand-in.
        """
        tree = self.member(owner)
        if tree is None:
            return None
        is_stand_in = owner.function.__globals__ is vars(plain_collections)
        is_written = is_stand_in or self.stores(tree) or self.completes_a_root(tree)
        if not is_written and not (self.gives_views(tree) and not self.recurs_by_methods(tree, owner.cls)):
            return None
        return self.taken_member(owner, tree)

    def method_function(self, owner: Owner) -> str | None:
        """Return the name of the function that a method is which calls itself on its object and updates it, or None."""
        tree = self.member(owner)
        if tree is None or owner.cls is None or owner.kind != "object" or not self.recurs_by_methods(tree, owner.cls):
            return None
        key = (owner.function, owner.cls)
        if key not in self.made.of_methods:
            self.made.of_methods[key] = functions_of(*key, self.tree_of)
        functions = self.made.of_methods[key]
        if not functions or any(self.resolve(each) not in (MISSING, made) for each, made in functions.items()):
            return None
        self.more |= {each: holding(each, made) for each, made in functions.items()}
        definitions = [self.definition(name(each)) for each in functions]
        recursive = [each for each in definitions if each is not None and self.recurs(each)]
        is_recursive = bool(recursive) and recursive[0] is definitions[0] and len(recursive) <= MOST_TOGETHER
        updated = UpdatedParameters(self.definition).of(recursive[0]) if is_recursive else frozenset()
        return next(iter(functions)) if updated else None

    def recurs_by_methods(self, tree: gast.FunctionDef, cls: type | None) -> bool:
        """Tell whether a method may come to call one of its own name, by methods of its class or of others here."""
        known = {each.function.__name__: each.function for each in self.owners.values() if each.function}
        seen: set[str] = set()
        todo = [tree]
        while todo:
            calls = (node.func for node in nodes_of(todo.pop()) if isinstance(node, gast.Call))
            called = {function.attr for function in calls if isinstance(function, gast.Attribute)} - seen
            if tree.name in called:
                return True
            seen |= called
            found = (inspect.getattr_static(cls, each, known.get(each)) for each in called)
            trees = (self.tree_of(each) for each in found if isinstance(each, types.FunctionType))
            todo += [each for each in trees if each is not None]
        return False

    def stores(self, tree: gast.FunctionDef) -> bool:
        """Tell whether a function may store into its arguments."""
        return stores_into_arguments(tree, self.definition)

    def constructor(self, owner: Owner) -> Closure | None:
        """Return the body of an ``__init__``, else None; of a dataclass's what it does with ``__post_init__``."""
        if owner.cls is None or not dataclass_calls.is_generated(owner.cls):
            return self.taken_member(owner, self.member(owner))
        called = inspect.getattr_static(owner.cls, dataclass_calls.POST_INIT, None)
        if not isinstance(called, types.FunctionType):
            return None
        post_init = self.registered(called, owner.cls)
        if post_init is None:
            return None
        names = [parameter.id for parameter in parameters(self.trees[post_init].args)][1:]
        tree = dataclass_calls.constructor_of(owner.cls, post_init, names)
        return None if tree is None else Closure.of_function(tree, defaults_of(tree.args))

    def registered(self, function: types.FunctionType, made: type) -> str | None:
        """Return the name by which a method of an object of a class is written out; None if its text is not known."""
        if (function, made) not in self.names:
            owner = Owner("object", function, cls=made)
            tree = self.member(owner)
            closure = self.taken_member(owner, tree)
            if tree is None or closure is None:
                return None
            key = self.names[function, made] = f"{function.__name__.strip('_')}@member{len(self.closures)}"
            self.trees[key], self.closures[key] = tree, closure
        return self.names[function, made]

    def factory(self, function: Any) -> str | None:
        """Return the name by which a default factory is written out; None if its text is not known."""
        if not isinstance(function, types.FunctionType) or function.__globals__ is not self.namespace.globals:
            return None
        tree, key = self.tree_of(function), f"factory@member{len(self.closures)}"
        if tree is None or self.recurs(tree):
            return None
        closure = self.taken(tree, key, function)
        if closure is not None:
            self.closures[key] = closure
        return None if closure is None else key

    def member(self, owner: Owner) -> gast.FunctionDef | None:
        """Return the definition of a method of a class of the same module that does not call itself, else None."""
        function = owner.function
        if function is None or not (function.__globals__ is self.namespace.home or self.means_the_same(function)):
            return None
        tree = self.tree_of(function)
        if tree is None and owner.cls is not None and uses_super(function):
            tree = self.method_with_super(function, owner.cls)
        return None if tree is None or self.recurs(tree) else tree

    def means_the_same(self, function: types.FunctionType) -> bool:
        """Tell whether the modules, functions and classes that a method of another module names are the same here."""
        home, tree = self.namespace.home, self.tree_of(function)
        if tree is None or function.__closure__ or not isinstance(home, dict):
            return False
        closure = Closure.of_function(tree, defaults_of(tree.args))
        free = {each for statement in closure.body for each in free_names(statement)} - closure.bound
        meant = [(_meant(home, each), _meant(function.__globals__, each)) for each in free]
        return all(one is other and (callable(one) or isinstance(one, types.ModuleType)) for one, other in meant)

    def method_with_super(self, function: types.FunctionType, made: type) -> gast.FunctionDef | None:
        """Return the definition of a method in which the calls of ``super()``'s methods have names, else None."""
        try:
            tree = find_source(function).tree
        except CladpyError:
            return None
        if not isinstance(tree, gast.FunctionDef):
            return None
        return with_super_calls(tree, function, made, lambda each: self.registered(each, made))

    def taken_member(self, owner: Owner, tree: gast.FunctionDef | None) -> Closure | None:
        """Return the body of a method, else None."""
        function = owner.function
        return None if tree is None else self.taken(tree, f"{function.__module__}.{function.__qualname__}", function)

    def taken(self, tree: gast.FunctionDef, path: str, function: Any) -> Closure | None:
        """Return the body of a function, noted as written out; None if a global in it is a local name of the caller."""
        base = path.rpartition(".")[2]
        defaults = live_defaults(tree, function, self.resolve, lambda p, value: self.held(f"{base}_{p}", value))
        closure = Closure.of_function(tree, defaults)
        hidden = {name for statement in closure.body for name in free_names(statement)} - closure.bound
        if hidden & self.local:
            return None
        self.used[path] = function
        is_elsewhere = isinstance(function, types.FunctionType) and not self.is_of_module(function)
        return replace(closure, source=find_source(function)) if is_elsewhere else closure

    def held(self, called: str, value: object) -> gast.Name:
        """Return a name for a value that the caller has no name for: a default of a function that is written out."""
        while called in self.local or (self.resolve(called) is not MISSING and self.resolve(called) is not value):
            called += "_2"
        self.more[called] = holding(called, value)
        return name(called)

    def resolve(self, path: str) -> Any:
        """Return what a dotted name of outside the function means."""
        owner = self.more.get(path)
        return self.namespace.resolve(path) if owner is None else owner.lookup(path)

    def is_of_module(self, function: types.FunctionType) -> bool:
        """Tell whether a function sees the globals of the caller's module, or was made of one that does."""
        home = function.__globals__.get(HOME, function.__globals__) if is_lifted(function) else function.__globals__
        return home is self.namespace.home

    def tree_of(self, function: types.FunctionType) -> gast.FunctionDef | None:
        """Return the definition of a user's function without a closure or rules, else None.

        Its local functions that call themselves stand beside it.
        """
        if function.__closure__ is not None or uses_super(function) or custom_registry.lookup(function) is not None:
            return None
        try:
            seen = with_global_imports(function, self.made)
            lifted = with_lifted_functions(seen, self.made)
            tree = find_source(lifted).tree
        except CladpyError:
            return None
        if seen is not function and not self.sees(imported_by(seen)):
            return None
        if lifted is not function and not is_lifted(function):
            self.more |= {name: holding(name, made) for name, made in lifted.__globals__.items() if is_lifted(made)}
        return tree if isinstance(tree, gast.FunctionDef) else None

    def sees(self, values: Mapping[str, object]) -> bool:
        """Give the caller names for what a function that is written out imports; tell whether it can have them."""
        taken = {each: self.resolve(each) for each in values}
        if any(each in self.local or taken[each] not in (MISSING, value) for each, value in values.items()):
            return False
        self.more |= {each: holding(each, value) for each, value in values.items() if taken[each] is MISSING}
        return True

    def gives_views(self, tree: gast.FunctionDef) -> bool:
        """Tell whether a helper gives views of its arguments to a caller that may update them."""
        if not hands_out_arguments(tree, self.definition) or self.recurs(tree):
            return False
        return self.caller_stores or self.calls_storing_methods()

    def calls_storing_methods(self) -> bool:
        """Tell whether the caller calls methods that update their objects."""
        if self.stores_by_methods is None:
            written = (self.member(owner) for owner in self.owners.values() if owner.kind == "object")
            self.stores_by_methods = any(tree is not None and self.stores(tree) for tree in written)
        return self.stores_by_methods

    def completes_a_root(self, tree: gast.FunctionDef) -> bool:
        """Tell whether a helper takes a root where the caller or another helper takes a power, or the reverse."""
        if self.caller is None or not is_straight(tree):
            return False
        own = self.roots_and_powers(tree)
        if not (own.roots or own.powers):
            return False
        called = (self.definition(node.func) for node in gast.walk(self.caller) if isinstance(node, gast.Call))
        others = [each for each in called if each is not None and each is not tree and is_straight(each)]
        return any(own.meets(self.roots_and_powers(each)) for each in (self.caller, *others)) and not self.recurs(tree)

    def roots_and_powers(self, tree: gast.FunctionDef) -> RootsAndPowers:
        """Say whether a text takes roots or powers, read once."""
        if id(tree) not in self.taking:
            self.taking[id(tree)] = RootsAndPowers.of(tree, self.meant)
        return self.taking[id(tree)]

    def meant(self, path: str) -> object:
        """Return what a dotted name means that may be one of Python's."""
        value = self.namespace.resolve(path)
        return getattr(builtins, path, None) if value is MISSING else value

    def recurs(self, tree: gast.FunctionDef) -> bool:
        """Tell whether a function may call itself, directly or through others of its module."""
        seen: list[gast.FunctionDef] = []
        todo = [tree]
        while todo:
            for node in nodes_of(todo.pop()):
                called = self.definition(node.func) if isinstance(node, gast.Call) else None
                if called is tree:
                    return True
                if called is not None and all(called is not other for other in seen):
                    seen.append(called)
                    todo.append(called)
        return False

    def definition(self, node: gast.expr) -> gast.FunctionDef | None:
        """Return the definition of a user's function that names what it means in this module; None for all others."""
        path = dotted(node)
        if path in self.trees:
            return self.trees[path]
        function = MISSING if path is None else self.resolve(path)
        if not isinstance(function, types.FunctionType) or _is_library(node, self.local, self.namespace):
            return None
        if self.is_of_module(function):
            return self.tree_of(function)
        has_rule = HOME in function.__globals__ or function.__module__.partition(".")[0] == "cladpy"
        return None if has_rule or not self.means_the_same(function) else self.tree_of(function)


def _is_builtin(identifier: str, namespace: Namespace) -> bool:

    return namespace.lookup(identifier) is getattr(builtins, identifier, MISSING)


def _meant(namespace: dict[str, object], name: str) -> object:
    """Return what a global of a module means, or MISSING."""
    return namespace.get(name, getattr(builtins, name, MISSING))
