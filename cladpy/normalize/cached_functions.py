"""Local functions under ``functools.cache`` and ``functools.lru_cache`` that call themselves: their memory is a dict.

before: ``@cache def fib(k): return fib(k - 1) + fib(k - 2) if k > 1 else x``
after: ``def fib(k, *, memo): if k not in memo: memo[k] = fib_computed(k, memo=memo)``, ``return memo[k]``

The memory is as old as the definition. What is floating is refused as an argument: two arguments that happen to be
equal have the same result, but not the same derivative.
"""

from collections.abc import Iterable

import gast

from cladpy.ir.expressions import name, subscript
from cladpy.normalize.closures import parameters

KEYS = "__cladpy_keys__"  # of a function that remembers: the parameters by which it does


def keys_of(function: object) -> tuple[str, ...]:
    """Return the parameters by which a function remembers what it has computed."""
    return tuple(getattr(function, "__dict__", {}).get(KEYS, ()))


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
