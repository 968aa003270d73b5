"""Which functions give the same result, and do nothing else, when they are computed again.

A function under ``functools.cache`` is computed once for the same arguments. Its derivative computes it at each call,
which is the same where nothing is drawn, written or kept: ``rng.normal()``, ``print(k)``, ``log.append(k)``.

May take a repeatable function for another, hardly the other way round: a captured function is not looked into.
"""

import types
from collections.abc import Callable

import gast
import numpy as np

from cladpy.errors import CladpyError
from cladpy.frontend.find_source import find_source
from cladpy.frontend.namespace import Namespace, is_cache
from cladpy.frontend.pure_functions import WRITING_METHODS, is_pure
from cladpy.ir.expressions import dotted

Resolve = Callable[[str], object]
"""Gives what a dotted name of outside a function means; no callable where that is not known."""

_SEEDED = (np.random.default_rng, np.random.RandomState, np.random.SeedSequence)
_READING = frozenset({"get", "keys", "values", "items", "index", "count", "split", "join", "strip", "format"})


def is_repeatable(function: types.FunctionType, seen: frozenset[object] = frozenset()) -> bool:
    """Tell whether a user's function may be computed again without a difference."""
    return _Look.of(function, seen)


def is_repeatable_text(tree: gast.AST, resolve: Resolve, seen: frozenset[object] = frozenset()) -> bool:
    """Tell whether the definition of a function, or a lambda, may be computed again without a difference."""
    return _Look(tree, resolve, seen).is_repeatable()


def _root(node: gast.expr) -> str:
    """Return the name that a chain of attributes and items starts from; "" where that is none."""
    while isinstance(node, gast.Attribute | gast.Subscript):
        node = node.value
    return node.id if isinstance(node, gast.Name) else ""


class _Look:
    """Looks through one definition."""

    def __init__(self, tree: gast.AST, resolve: Resolve, seen: frozenset[object]) -> None:
        self.nodes = list(gast.walk(tree))
        names = [node for node in self.nodes if isinstance(node, gast.Name)]
        inner = {node.name for node in self.nodes if isinstance(node, gast.FunctionDef)}
        self.given = {node.id for node in names if isinstance(node.ctx, gast.Param)}
        self.bound = {node.id for node in names if isinstance(node.ctx, gast.Store)} | inner
        self.resolve, self.seen = resolve, seen

    @classmethod
    def of(cls, function: types.FunctionType, seen: frozenset[object], *, is_new: bool = False) -> bool:
        """Look through a function; ``is_new``: it is a constructor, which may store into its object."""
        if function in seen:
            return True
        try:
            tree = find_source(function).tree
        except CladpyError:
            return False
        look = cls(tree, Namespace(function).held, seen | {function})
        look.bound |= set(function.__code__.co_varnames[:1]) if is_new else set()
        return look.is_repeatable()

    def is_repeatable(self) -> bool:
        """Tell whether nothing in it draws, writes or keeps."""
        if any(isinstance(node, gast.Global | gast.Nonlocal) for node in self.nodes):
            return False
        stores = (node for node in self.nodes if isinstance(node, gast.Subscript | gast.Attribute))
        if any(isinstance(node.ctx, gast.Store | gast.Del) and _root(node) not in self.bound for node in stores):
            return False
        return all(self.may_repeat(node) for node in self.nodes if isinstance(node, gast.Call))

    def may_repeat(self, node: gast.Call) -> bool:
        """Tell whether a call may be made again."""
        root = _root(node.func)
        if root in self.bound or not root:
            return True
        path = dotted(node.func)
        value = self.resolve(path) if path is not None and root not in self.given else None
        if callable(value):
            return self.may_call(value, node)
        if not isinstance(node.func, gast.Attribute):
            return True  # a captured or given function
        return self.may_ask(self.resolve(root) if root not in self.given else None, node.func.attr)

    def may_call(self, value: Callable[..., object], node: gast.Call) -> bool:
        """Tell whether a function or class of outside may be called again."""
        if is_cache(value) or value in _SEEDED:
            return is_cache(value) or bool(node.args or node.keywords)
        if isinstance(value, type) and isinstance(vars(value).get("__init__"), types.FunctionType):
            return _Look.of(vars(value)["__init__"], self.seen, is_new=True)
        if isinstance(value, types.FunctionType) and not value.__module__.startswith(("numpy", "scipy", "cladpy")):
            return is_repeatable(value, self.seen)
        return is_pure(value) or str(getattr(value, "__module__", "")).startswith("cladpy")

    def may_ask(self, owner: object, method: str) -> bool:
        """Tell whether a method of a value of outside, or of an argument, may be called again."""
        found = getattr(type(owner), method, None)
        if isinstance(found, types.FunctionType) and not found.__module__.startswith("numpy"):
            return is_repeatable(found, self.seen)
        return method in _READING or (hasattr(np.ndarray, method) and method not in WRITING_METHODS)
