"""Functions defined inside the primal: written in place of their calls.

before: ``f = lambda t: t * c`` ... ``y = f(x)``     after: ``t@1 = x`` ... ``y = t@1 * c``

What a closure captures is read where it is called, so late binding and ``nonlocal`` are exact. Parameters and locals of
the closure get fresh names at each call.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

import gast

from cladpy.frontend.find_source import FunctionSource
from cladpy.ir.expressions import children, names_in, nodes_of, rebuild


@dataclass(frozen=True, slots=True)
class Closure:
    """A lambda or nested function: its arguments and body, the names it binds, those that it rebinds outside.

    ``source`` is the text that it was written in, if that is not the primal's.
    """

    arguments: gast.arguments
    body: tuple[gast.stmt, ...]
    bound: frozenset[str]
    nonlocals: frozenset[str]
    defaults: Mapping[str, gast.expr]
    source: FunctionSource | None = None

    @property
    def is_generator(self) -> bool:
        """Whether the function is a generator function."""
        return is_generator(self.body)

    def keeping(self, names: Iterable[str]) -> "Closure":
        """Return the closure with captured variables as parameters: it keeps what they hold where it is defined."""
        if not names:
            return self
        given = self.arguments
        more = [gast.Name(each, gast.Param(), None, None) for each in names]
        arguments = gast.arguments(
            given.args, given.posonlyargs, given.vararg, [*given.kwonlyargs, *more],
            [*given.kw_defaults, *(None for _ in more)], given.kwarg, given.defaults,
        )  # fmt: skip
        return replace(self, arguments=arguments, bound=self.bound | {*names})

    @classmethod
    def of_lambda(cls, node: gast.Lambda, defaults: Mapping[str, gast.expr] | None = None) -> "Closure":
        """Return the closure that a lambda makes."""
        returned = gast.copy_location(gast.Return(node.body), node.body)
        names = frozenset(argument.id for argument in parameters(node.args))
        walrus = {part.target.id for part in nodes_of(node.body) if isinstance(part, gast.NamedExpr)}
        return cls(node.args, (returned,), names | walrus, frozenset(), defaults or {})

    @classmethod
    def of_function(cls, node: gast.FunctionDef, defaults: Mapping[str, gast.expr] | None = None) -> "Closure":
        """Return the closure that a nested definition makes."""
        outside = _nonlocals(node.body)
        bound = bound_names(node.body) | {argument.id for argument in parameters(node.args)}
        own = bound - outside
        every = {n for part in nodes_of(node) if isinstance(part, gast.Nonlocal) for n in part.names}
        return cls(node.args, tuple(node.body), frozenset(own), frozenset(every - own), defaults or {})


def is_generator(body: Iterable[gast.AST]) -> bool:
    """Tell whether a body is that of a generator function: nested functions have yields of their own."""
    return any(isinstance(node, gast.Yield | gast.YieldFrom) for node in _own_nodes(body))


def _nonlocals(body: Iterable[gast.AST]) -> set[str]:
    """Return the names that a body itself declares nonlocal; those of nested functions may be its own."""
    return {name for node in _own_nodes(body) if isinstance(node, gast.Nonlocal) for name in node.names}


def _own_nodes(body: Iterable[gast.AST]) -> Iterator[gast.AST]:
    """Yield the nodes of a body, those inside of nested functions and classes left out."""
    todo = list(body)
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, gast.FunctionDef | gast.AsyncFunctionDef | gast.Lambda | gast.ClassDef):
            todo += children(node)


def nonlocals_in(body: Iterable[gast.stmt]) -> set[str]:
    """Return the names that functions inside of a body rebind outside of themselves."""
    nodes = (part for statement in body for part in nodes_of(statement))
    return {name for node in nodes if isinstance(node, gast.Nonlocal) for name in node.names}


def called_only(body: Iterable[gast.stmt]) -> set[str]:
    r"""Return the names of nested functions and lambdas that are bound once, and used in calls without stars alone.

    Each call of such a function is a call of one known text, so that it needs no value.

    Examples
    --------
    >>> sorted(called_only(gast.parse("f = lambda t: t\ng = lambda t: t\nh = f(x) + g(*x)").body))
    ['f']
    """
    defined: list[str] = []
    bound: list[str] = []
    loads: list[str] = []
    calls: list[str] = []
    for node in (part for statement in body for part in nodes_of(statement)):
        if isinstance(node, gast.FunctionDef):
            bound.append(node.name)
            defined += [] if node.decorator_list else [node.name]
        elif isinstance(node, gast.Name):
            (loads if isinstance(node.ctx, gast.Load) else bound).append(node.id)
        elif isinstance(node, gast.Assign) and isinstance(node.value, gast.Lambda):
            single = len(node.targets) == 1 and isinstance(node.targets[0], gast.Name)
            defined += [node.targets[0].id] if single else []
        elif isinstance(node, gast.Call) and isinstance(node.func, gast.Name) and not has_star(node):
            calls.append(node.func.id)
        elif isinstance(node, gast.Nonlocal | gast.Global):
            bound += [name for name in node.names for _ in (0, 1)]
        elif type(node) in _NAME_FIELDS:
            bound.append(getattr(node, _NAME_FIELDS[type(node)]))
    once = {name for name in defined if bound.count(name) == 1 and defined.count(name) == 1}
    return {name for name in once if loads.count(name) == calls.count(name)}


def called_by_values(body: list[gast.stmt], direct: set[str]) -> set[str]:
    r"""Return those of the functions that need no value which functions that are values call, directly or not.

    The body of such a function is written out once it is known what calls it: what it calls is a value then, too.

    Examples
    --------
    >>> body = gast.parse("f = lambda t: t\ng = lambda t: t\ny = g(solve(lambda t: f(t)))").body
    >>> sorted(called_by_values(body, {"f", "g"}))
    ['f']
    """
    trees: dict[str, gast.AST] = {}
    todo: list[gast.AST] = []
    for node in (part for statement in body for part in nodes_of(statement)) if direct else ():
        if isinstance(node, gast.FunctionDef) and node.name in direct:
            trees[node.name] = node
        elif isinstance(node, gast.Assign) and isinstance(node.value, gast.Lambda) and _names(node) & direct:
            trees |= dict.fromkeys(_names(node), node.value)
        elif isinstance(node, gast.FunctionDef | gast.Lambda):
            todo.append(node)
    found: set[str] = set()
    known = {id(tree) for tree in trees.values()}
    todo = [node for node in todo if id(node) not in known]
    while todo:
        called = {part.id for part in nodes_of(todo.pop()) if isinstance(part, gast.Name)} & trees.keys() - found
        found |= called
        todo += [trees[each] for each in called]
    return found


def _names(node: gast.Assign) -> set[str]:
    return {target.id for target in node.targets if isinstance(target, gast.Name)}


def has_star(node: gast.Call) -> bool:
    """Tell whether a call has a * or ** among its arguments."""
    starred = any(isinstance(part, gast.Starred) for part in node.args)
    return starred or any(keyword.arg is None for keyword in node.keywords)


def parameters(arguments: gast.arguments) -> list[gast.Name]:
    """Return every parameter, in signature order."""
    found = [*arguments.posonlyargs, *arguments.args]
    if arguments.vararg is not None:
        found.append(arguments.vararg)
    found += arguments.kwonlyargs
    if arguments.kwarg is not None:
        found.append(arguments.kwarg)
    return found


def bound_names(body: list[gast.stmt]) -> set[str]:
    """Return the names that a body binds, nested scopes left out."""
    found: set[str] = set()
    todo: list[gast.AST] = list(body)
    while todo:
        node = todo.pop()
        if isinstance(node, gast.FunctionDef | gast.ClassDef):
            found.add(node.name)
            continue
        if isinstance(node, gast.Lambda):
            continue
        if isinstance(node, gast.Name) and isinstance(node.ctx, gast.Store | gast.Del):
            found.add(node.id)
        if isinstance(node, gast.MatchAs | gast.MatchStar) and node.name:
            found.add(node.name)
        if isinstance(node, gast.MatchMapping) and node.rest:
            found.add(node.rest)
        if isinstance(node, gast.ListComp | gast.SetComp | gast.GeneratorExp | gast.DictComp):
            todo += [part for part in nodes_of(node) if isinstance(part, gast.NamedExpr)]
            continue
        todo += list(children(node))
    return found


def bound_once(body: Iterable[gast.stmt]) -> set[str]:
    """Return the names that have one binding in a body, those of nested scopes counted too."""
    nodes = (part for statement in body for part in nodes_of(statement))
    counts = Counter(part.id for part in nodes if isinstance(part, gast.Name) and not isinstance(part.ctx, gast.Load))
    return {name for name, count in counts.items() if count == 1}


def defaults_of(arguments: gast.arguments) -> dict[str, gast.expr]:
    """Return the default expressions by parameter."""
    positional = [*arguments.posonlyargs, *arguments.args]
    found = dict(
        zip([p.id for p in positional[len(positional) - len(arguments.defaults) :]], arguments.defaults, strict=True)
    )
    for parameter, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if default is not None:
            found[parameter.id] = default
    return found


def renamed(node: gast.AST, names: Mapping[str, str]) -> gast.AST:
    """Return a copy of the tree with names replaced; positions are kept."""

    def change(part: gast.AST) -> gast.AST | None:
        if isinstance(part, gast.Name) and part.id in names:
            new = gast.Name(names[part.id], part.ctx, part.annotation, part.type_comment)
            return gast.copy_location(new, part)
        if isinstance(part, gast.Nonlocal) and not names.keys().isdisjoint(part.names):
            return gast.copy_location(gast.Nonlocal([names.get(name, name) for name in part.names]), part)
        field = _NAME_FIELDS.get(type(part))
        if field is not None and getattr(part, field) in names:
            return rebuild(_with_name(part, field, names[getattr(part, field)]), change)
        return None

    return rebuild(node, change)


_NAME_FIELDS: Mapping[type, str] = {
    gast.FunctionDef: "name", gast.MatchAs: "name", gast.MatchStar: "name", gast.MatchMapping: "rest",
}  # fmt: skip
"""Where nodes that bind a name hold it as a text."""


def _with_name(node: gast.AST, field: str, new: str) -> gast.AST:
    fields = dict(gast.iter_fields(node)) | {field: new}
    return gast.copy_location(type(node)(**fields), node)


def rename_comprehension(
    node: gast.GeneratorExp | gast.ListComp, fresh: Callable[[str], str], local: set[str]
) -> gast.GeneratorExp | gast.ListComp:
    """Return a comprehension whose own variables have fresh names; they become local.

    Examples
    --------
    >>> node = gast.parse("[x * x for x in x]", mode="eval").body
    >>> made = rename_comprehension(node, lambda name: f"{name}@1", set())
    >>> made.generators[0].target.id, made.generators[0].iter.id
    ('x@1', 'x')
    """
    names = {target: fresh(target) for target in sorted(_targets(node))}
    local.update(names.values())
    return _inside_renamed(node, names)


def without_shadows(node: gast.GeneratorExp | gast.ListComp) -> gast.GeneratorExp | gast.ListComp:
    """Return a comprehension none of whose variables is called as what it iterates over: ``[x * x for x in x]``.

    Examples
    --------
    >>> made = without_shadows(gast.parse("[x * x for x in x]", mode="eval").body)
    >>> made.generators[0].target.id, made.generators[0].iter.id
    ('x_item', 'x')
    """
    shadows = _targets(node) & set(names_in(node.generators[0].iter))
    if not shadows:
        return node
    taken = {part.id for part in nodes_of(node) if isinstance(part, gast.Name)}
    return _inside_renamed(node, {name: _unused(f"{name}_item", taken) for name in sorted(shadows)})


def free_names(node: gast.AST) -> set[str]:
    """Return the names that a node mentions, without those of comprehensions and lambdas inside of it.

    Examples
    --------
    >>> sorted(free_names(gast.parse("[k * v for k in k if f(lambda x: x)]", mode="eval")))
    ['f', 'k', 'v']
    """
    if isinstance(node, gast.Name):
        return {node.id}
    inner = set().union(*map(free_names, children(node)))
    if isinstance(node, gast.Lambda):
        outside = (*node.args.defaults, *(each for each in node.args.kw_defaults if each is not None))
        return (free_names(node.body) - {each.id for each in parameters(node.args)}).union(*map(free_names, outside))
    if isinstance(node, gast.ListComp | gast.SetComp | gast.DictComp | gast.GeneratorExp):
        return (inner - _targets(node)) | free_names(node.generators[0].iter)
    return inner


def _targets(node: gast.GeneratorExp | gast.ListComp) -> set[str]:
    return {n for generator in node.generators for n in names_in(generator.target)}


def _unused(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    return name


def _inside_renamed(
    node: gast.GeneratorExp | gast.ListComp, names: Mapping[str, str]
) -> gast.GeneratorExp | gast.ListComp:
    """Return a comprehension with names replaced, but where it is evaluated outside of its own scope."""
    made = renamed(node, names)
    first, *rest = made.generators
    inner = gast.comprehension(first.target, node.generators[0].iter, first.ifs, first.is_async)
    return gast.copy_location(type(made)(**(dict(gast.iter_fields(made)) | {"generators": [inner, *rest]})), made)
