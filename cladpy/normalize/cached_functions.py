"""Functions under ``functools.cache`` and ``functools.lru_cache`` that call themselves: their memory becomes a dict.

before: ``@cache def fib(k): return fib(k - 1) + fib(k - 2) if k > 1 else x``
after: ``def fib(k, *, memo): if k not in memo: memo[k] = fib_computed(k, memo=memo)``, ``return memo[k]``

The memory of a local function is as old as its definition; that of a global one is empty in each call from outside.
"""

from collections.abc import Iterable
from types import FunctionType

import gast

from cladpy.frontend.namespace import Namespace, interpreted, is_cache
from cladpy.ir.expressions import name, subscript
from cladpy.normalize.closures import parameters


def cached_by(node: gast.AST, namespace: Namespace) -> FunctionType | None:
    """Return the function behind a cache that a node calls, if it calls itself by a global name."""
    path = node.func.id if isinstance(node, gast.Call) and isinstance(node.func, gast.Name) else None
    return None if path is None else cached_at(path, namespace)


def cached_at(path: str, namespace: Namespace) -> FunctionType | None:
    """Return the function behind a cache of this name, if it calls itself by that name."""
    value = namespace.held(path)
    if not is_cache(value):
        return None
    function = interpreted(value)
    if not isinstance(function, FunctionType) or function.__globals__ is not namespace.home:
        return None
    calls_itself = function.__name__ in function.__code__.co_names and Namespace(function).held(path) is value
    return function if calls_itself and function.__closure__ is None else None


def call_of(given: gast.arguments, function: str, more: Iterable[str] = ()) -> gast.Call:
    """Return the call of a function with the parameters of another one as they are."""
    positional: list[gast.expr] = [name(each.id) for each in (*given.posonlyargs, *given.args)]
    if given.vararg is not None:
        positional.append(gast.Starred(name(given.vararg.id), gast.Load()))
    keywords = [gast.keyword(each, name(each)) for each in (*(one.id for one in given.kwonlyargs), *more)]
    keywords += [gast.keyword(None, name(given.kwarg.id))] if given.kwarg is not None else []
    return gast.Call(name(function), positional, keywords)


def remembering(tree: gast.FunctionDef, computed: str, captured: list[str], memo: str) -> list[gast.stmt]:
    """Return the body of a cached function: what it has computed for its arguments before, or computes now."""
    names = [name(each.id) for each in parameters(tree.args)]
    key = names[0] if len(names) == 1 else gast.Tuple(names, gast.Load())
    place = gast.Subscript(name(memo), key, gast.Store())
    stored = gast.Assign([place], gast.copy_location(call_of(tree.args, computed, captured), tree), None)
    test = gast.Compare(key, [gast.NotIn()], [name(memo)])
    body: list[gast.stmt] = [
        gast.If(test, [gast.copy_location(stored, tree)], []),
        gast.Return(subscript(name(memo), key)),
    ]
    return [gast.copy_location(each, tree.body[0]) for each in body]
