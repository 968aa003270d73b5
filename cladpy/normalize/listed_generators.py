"""Generator functions that call themselves, as functions that return the list of what they yield.

before: ``def walk(n): ...; yield from walk(n.left); yield n.value``, ``sum(f(v) for v in walk(root))``
after:  ``def walk_items(n): items = []; ...; items = items + walk_items(n.left); items = items + [n.value]; ...``

Requires generators that update nothing and draw nothing, and consumers that update nothing which these might read: then
it makes no difference that all items are made before the first one is used. Guarantees: a function without such calls,
or with one that cannot be followed, is handed back as it is.
"""

import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import FunctionType

import gast

from cladpy.frontend.find_source import FunctionSource, find_source
from cladpy.frontend.namespace import LIVE, MISSING, Namespace
from cladpy.frontend.repeatable_functions import is_repeatable_text
from cladpy.frontend.rewritten import RUN, Rewriter
from cladpy.ir.expressions import LOAD, binary, call, dotted, name, rebuild, store_name
from cladpy.normalize.argument_stores import stores
from cladpy.normalize.closures import bound_names, is_generator, parameters
from cladpy.normalize.consumers import Consumers
from cladpy.normalize.handed_back import REBOUND
from cladpy.normalize.local_definitions import free_names, is_bound_again

MOST_GENERATORS = 16  # that are looked at


def with_listed_generators(function: FunctionType) -> FunctionType:
    """Return a function whose calls of generators that call themselves give lists."""
    source = find_source(function)
    if not isinstance(source.tree, gast.FunctionDef) or is_generator(source.tree.body):
        return function
    lister = _Lister(function, source)
    lister.look()
    return function if not lister.listed else lister.made()


@dataclass(slots=True)
class _Generator:
    """A generator function: its definition, what its names mean; whether it is local."""

    tree: gast.FunctionDef
    namespace: Namespace
    function: FunctionType | None = None
    own: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self.own = frozenset(bound_names(self.tree.body) | {each.id for each in parameters(self.tree.args)})


@dataclass(slots=True)
class _Lister:
    function: FunctionType
    source: FunctionSource
    local: dict[str, gast.FunctionDef] = field(default_factory=dict)
    known: dict[object, _Generator] = field(default_factory=dict)
    listed: dict[object, str] = field(default_factory=dict)

    def look(self) -> None:
        """Find the generators that are to be listed; none where one of their calls is not followed."""
        tree, namespace = self.source.tree, Namespace(self.function)
        nodes = list(gast.walk(tree))
        self.local = {
            node.name: node for node in nodes
            if isinstance(node, gast.FunctionDef) and node is not tree and is_generator(node.body)
        }  # fmt: skip
        todo = [_Generator(tree, namespace)]
        calls: dict[object, set[object]] = {}
        while todo and len(self.known) <= MOST_GENERATORS:
            for key, found in self.called_in(todo.pop()):
                if key not in self.known:
                    self.known[key] = found
                    todo.append(found)
        calls = {key: {other for other, _ in self.called_in(each)} for key, each in self.known.items()}
        reached = _closure(calls)
        wanted = {key for key in self.known if any(each in reached[each] for each in {key} | reached[key])}
        if wanted and self.may_be_listed(wanted):
            seen = {part.id for part in nodes if isinstance(part, gast.Name)} | {*self.local}
            self.listed = {key: self.unused(f"{self.known[key].tree.name}_items", seen) for key in wanted}

    def called_in(self, within: _Generator) -> Iterator[tuple[object, _Generator]]:
        """Yield the generators that a function calls, with what they are known by."""
        for node in gast.walk(within.tree):
            if isinstance(node, gast.Call):
                found = self.called(node.func, within)
                if found is not None:
                    yield found

    def called(self, callee: gast.expr, within: _Generator) -> tuple[object, _Generator] | None:
        """Return the generator that a callee is, with what it is known by."""
        if within.function is None and isinstance(callee, gast.Name) and callee.id in self.local:
            return callee.id, _Generator(self.local[callee.id], within.namespace)
        path = dotted(callee) or ""
        value = None if path.partition(".")[0] in within.own else within.namespace.resolve(path)
        if not isinstance(value, FunctionType) or not value.__code__.co_flags & inspect.CO_GENERATOR:
            return None
        if value.__closure__:
            return None
        if value in self.known:
            return value, self.known[value]
        tree = find_source(value).tree
        return (value, _Generator(tree, Namespace(value), value)) if isinstance(tree, gast.FunctionDef) else None

    # ---- which ----

    def may_be_listed(self, wanted: set[object]) -> bool:
        """Tell whether no difference shows between the items one by one and the list of them."""
        outer = _Generator(self.source.tree, Namespace(self.function))
        if any(is_bound_again(key, self.source.tree.body) for key in wanted if isinstance(key, str)):
            return False
        trees = [self.known[key] for key in wanted]
        every = [outer, *(each for each in trees if each.function is not None)]
        return all(map(self.is_plain, trees)) and all(self.are_consumed(each, wanted) for each in every)

    def is_plain(self, each: _Generator) -> bool:
        """Tell whether a generator updates, draws and is sent nothing."""
        tree = each.tree
        nodes = list(gast.walk(tree))
        statements = {id(node.value) for node in nodes if isinstance(node, gast.Expr)}
        yields = [node for node in nodes if isinstance(node, gast.Yield | gast.YieldFrom)]
        handled = any(isinstance(node, gast.Try | gast.With | gast.FunctionDef) for node in nodes if node is not tree)
        if handled or tree.decorator_list or any(id(node) not in statements for node in yields):
            return False
        return not stores(tree) and is_repeatable_text(tree, each.namespace.held)

    def are_consumed(self, within: _Generator, wanted: set[object]) -> bool:
        """Tell whether all calls of the generators in a function are consumed where they stand."""
        read = {each for key in wanted if isinstance(key, str) for each in free_names(self.local[key])}
        consumers = Consumers(
            within.tree, within.namespace, frozenset(read) if within.function is None else frozenset()
        )
        callees = set()
        for node in gast.walk(within.tree):
            found = self.called(node.func, within) if isinstance(node, gast.Call) else None
            if isinstance(node, gast.Call) and found is not None and found[0] in wanted:
                callees.add(id(node.func))
                if not consumers.consume(node):
                    return False
        names = {key for key in wanted if isinstance(key, str)}
        loads = (n for n in gast.walk(within.tree) if isinstance(n, gast.Name) and n.id in names)
        return all(id(node) in callees for node in loads)

    # ---- making ----

    def unused(self, wanted: str, seen: set[str]) -> str:
        """Return a name that nothing has that the function sees."""
        namespace = Namespace(self.function)
        while wanted in seen or namespace.resolve(wanted) is not MISSING:
            wanted += "_2"
        seen.add(wanted)
        return wanted

    def made(self) -> FunctionType:
        """Return the function with calls that give lists."""
        rewriter = Rewriter(self.function, self.source)
        live = rewriter.globals[LIVE]
        for key, called in self.listed.items():
            each = self.known[key]
            if each.function is None:
                continue
            tree = self.as_list(each, called)
            live |= {n.id: each.namespace for n in gast.walk(tree) if isinstance(n, gast.Name) and n.id not in live}
            added = rewriter.add(tree, {REBOUND: frozenset()})
            for part in ("__defaults__", "__kwdefaults__"):
                setattr(added, part, getattr(each.function, part))
        for called in self.listed.values():
            live.pop(called, None)
        outer = _Generator(self.source.tree, Namespace(self.function))
        tree = self.source.tree
        body = [self.replaced(statement, outer) for statement in tree.body]
        made = gast.copy_location(gast.FunctionDef(tree.name, tree.args, body, [], tree.returns, None, []), tree)
        return rewriter.main(made, {RUN: tree})

    def replaced(self, node: gast.AST, within: _Generator) -> gast.AST:
        """Return a statement with the calls of generators replaced, and the definitions of local ones."""

        def change(part: gast.AST) -> gast.AST | None:
            called = next((key for key, tree in self.local.items() if tree is part), None)
            if called in self.listed:
                return self.as_list(self.known[called], self.listed[called])
            if not isinstance(part, gast.Call):
                return None
            found = self.called(part.func, within)
            if found is None or found[0] not in self.listed:
                return None
            callee = gast.copy_location(name(self.listed[found[0]]), part.func)
            given = [rebuild(each, change) for each in part.args]
            named = [gast.keyword(each.arg, rebuild(each.value, change)) for each in part.keywords]
            return gast.copy_location(gast.Call(callee, given, named), part)

        return rebuild(node, change)

    def as_list(self, each: _Generator, called: str) -> gast.FunctionDef:
        """Return a generator function as one that returns the list of its items."""
        tree = each.tree
        names = {node.id for node in gast.walk(tree) if isinstance(node, gast.Name)}
        items = "items"
        while items in names:
            items += "_2"

        def change(part: gast.AST) -> gast.AST | None:
            if isinstance(part, gast.Return):
                return gast.copy_location(gast.Return(gast.copy_location(name(items), part)), part)
            if not isinstance(part, gast.Expr) or not isinstance(part.value, gast.Yield | gast.YieldFrom):
                return None
            value = part.value.value or gast.Constant(None, None)
            value = self.replaced(value, each)
            if isinstance(part.value, gast.Yield):
                more = gast.List([value], LOAD)
            else:
                more = value if self.gives_list(part.value.value, each) else call("list", value)
            longer = gast.copy_location(binary(name(items), gast.Add(), more), part)
            return gast.copy_location(gast.Assign([store_name(items)], longer, None), part)

        body = [self.replaced(rebuild(statement, change), each) for statement in tree.body]
        first, last = tree.body[0], tree.body[-1]
        start = gast.copy_location(gast.Assign([store_name(items)], gast.List([], LOAD), None), first)
        end = gast.copy_location(gast.Return(name(items)), last)
        made = gast.FunctionDef(called, tree.args, [start, *body, end], [], None, None, [])
        return gast.copy_location(made, tree)

    def gives_list(self, node: gast.expr | None, within: _Generator) -> bool:
        found = self.called(node.func, within) if isinstance(node, gast.Call) else None
        return found is not None and found[0] in self.listed


def _closure(calls: Mapping[object, set[object]]) -> dict[object, set[object]]:
    """Return what each function may come to call."""
    reached = {each: set(found) for each, found in calls.items()}
    for middle in calls:
        for each, beyond in reached.items():
            if middle in beyond:
                reached[each] = beyond | reached[middle]
    return reached
