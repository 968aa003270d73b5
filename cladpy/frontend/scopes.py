"""Which names a function binds, declares global or takes from a function around it."""

from collections.abc import Iterator
from dataclasses import dataclass

import gast

_FUNCTIONS = (gast.FunctionDef, gast.AsyncFunctionDef, gast.Lambda)


@dataclass(frozen=True, slots=True)
class Scope:
    r"""The names of one function, inside those of the functions around it.

    Parameters
    ----------
    bound : frozenset of str
        Names that the function itself binds: its locals.
    declared_global, declared_nonlocal : frozenset of str
        Names of its ``global`` and ``nonlocal`` statements.
    outer : Scope or None
        The function around it; None for the differentiated one.

    Examples
    --------
    >>> scope = scope_of(gast.parse("def f(x):\n    global n\n    n = y = [i for i in x]").body[0])
    >>> sorted(scope.bound), sorted(scope.declared_global), scope.binds("n")
    (['x', 'y'], ['n'], False)
    """

    bound: frozenset[str]
    declared_global: frozenset[str]
    declared_nonlocal: frozenset[str]
    outer: "Scope | None" = None

    def binds(self, name: str) -> bool:
        """Tell whether this function, or one around it, has the name as a local."""
        return name in self.bound or (self.outer is not None and self.outer.binds(name))

    def leads_outside(self, name: str) -> bool:
        """Tell whether the name is nonlocal here and no function up to the differentiated one binds it."""
        return name in self.declared_nonlocal and (self.outer is None or not self.outer.binds(name))


NO_NAMES = Scope(frozenset(), frozenset(), frozenset())
"""The scope of what binds no name of a function: the variables of a comprehension."""


def scope_of(function: gast.AST, outer: Scope | None = None) -> Scope:
    """Return the scope of a function or lambda."""
    nodes = list(_nodes(function))
    declared_global = frozenset(name for node in nodes if isinstance(node, gast.Global) for name in node.names)
    declared_nonlocal = frozenset(name for node in nodes if isinstance(node, gast.Nonlocal) for name in node.names)
    bound = frozenset(name for node in nodes for name in written_names(node)) | _parameters(function)
    return Scope(bound - declared_global - declared_nonlocal, declared_global, declared_nonlocal, outer)


def written_names(node: gast.AST) -> Iterator[str]:
    """Yield the names that a node itself, not what lies below it, binds or deletes."""
    match node:
        case gast.Name(ctx=gast.Store() | gast.Del()):
            yield node.id
        case gast.FunctionDef() | gast.AsyncFunctionDef() | gast.ClassDef():
            yield node.name
        case gast.MatchAs(name=str(name)) | gast.MatchStar(name=str(name)) | gast.MatchMapping(rest=str(name)):
            yield name
        case gast.alias():
            yield node.asname or node.name.partition(".")[0]
        case _:
            pass


def _parameters(function: gast.AST) -> frozenset[str]:
    arguments = function.args
    stars = [star for star in (arguments.vararg, arguments.kwarg) if star]
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return frozenset(parameter.id for parameter in [*named, *stars])


def _nodes(function: gast.AST) -> Iterator[gast.AST]:
    """Yield the nodes of a function's own scope: no bodies of nested functions, no targets of comprehensions."""
    todo = list(function.body) if isinstance(function.body, list) else [function.body]
    while todo:
        node = todo.pop()
        yield node
        if isinstance(node, (*_FUNCTIONS, gast.ClassDef)):
            continue  # a walrus in a decorator or default is not looked for
        children = gast.iter_child_nodes(node)
        todo += [child for child in children if not (isinstance(node, gast.comprehension) and child is node.target)]
