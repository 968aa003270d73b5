"""Calls that are another spelling of an expression.

before: ``getattr(v, "x", 0.0)``           after: ``v.x if hasattr(v, "x") else 0.0``
before: ``setattr(v, "x", y)``             after: ``v.x = y``
before: ``functools.partial(f, x, k=y)``   after: ``(<partial>, f, (x,), {"k": y})``
before: ``operator.itemgetter(1)``         after: ``lambda value: value[1]``
before: ``heapq.nsmallest(2, x)``          after: ``sorted(x)[:2]``
before: ``dict(a=x)``, ``dict(zip(k, v))``  after: ``{"a": x}``, ``{key: value for key, value in zip(k, v)}``
before: ``dict.fromkeys(d, 0.0)``          after: ``{key: 0.0 for key in d}``
before: ``super()`` in a method            after: ``(<super>, __class__, self)``
before: ``numba.prange(n)``                after: ``range(n)``: its iterations one after the other, so that none races
"""

import functools
import heapq
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING

import gast

from cladpy.ir.callables import PARTIAL, SUPER
from cladpy.ir.expressions import LOAD, attribute, call, constant, name, rebuild, store_name, subscript
from cladpy.normalize.closures import has_star

if TYPE_CHECKING:
    from cladpy.normalize.flatten_expressions import ExpressionFlattener

_VALUE = "value"  # the parameter of a function that is made here


def respelled(flattener: "ExpressionFlattener", node: gast.Call) -> gast.expr | None:
    """Return the expression that a call stands for, None if it is a call."""
    if isinstance(node.func, gast.Name) and node.func.id == "getattr" and flattener.is_builtin("getattr"):
        return _getattr(flattener, node)
    if isinstance(node.func, gast.Name) and node.func.id == "dict" and flattener.is_builtin("dict"):
        return _dict(node)
    spelling = _SPELLINGS.get(flattener.class_meant(node.func))
    return spelling(node) if spelling is not None else None


def plain_range(flattener: "ExpressionFlattener", node: gast.expr) -> gast.expr:
    """Return ``range(n)`` for ``numba.prange(n)``, any other iterable as it is; numba itself may be missing."""
    meant = flattener.class_meant(node.func) if isinstance(node, gast.Call) else None
    if not isinstance(meant, type) or (meant.__module__, meant.__name__) != ("numba.misc.special", "prange"):
        return node
    return gast.copy_location(gast.Call(name("range"), node.args, node.keywords), node)


def _getattr(flattener: "ExpressionFlattener", node: gast.Call) -> gast.expr | None:
    if len(node.args) not in (2, 3) or node.keywords or has_star(node):
        return None
    owner, key, *otherwise = node.args
    if not isinstance(key, gast.Constant) or not isinstance(key.value, str):
        return None
    if not otherwise:
        return gast.copy_location(attribute(owner, key.value), node)
    held = flattener.atom(owner)
    found = attribute(held, key.value)
    return gast.copy_location(gast.IfExp(call("hasattr", held, key), found, otherwise[0]), node)


def _dict(node: gast.Call) -> gast.expr | None:
    """Return the display that ``dict(a=x)`` is, or the comprehension that ``dict(zip(k, v))`` is."""
    if not node.args:
        keys = [None if keyword.arg is None else constant(keyword.arg) for keyword in node.keywords]
        return gast.copy_location(gast.Dict(keys, [keyword.value for keyword in node.keywords]), node)
    if len(node.args) != 1 or node.keywords or not _gives_pairs(node.args[0]):
        return None
    target = gast.Tuple([store_name("key"), store_name(_VALUE)], gast.Store())
    pairs = gast.comprehension(target, node.args[0], [], 0)
    return gast.copy_location(gast.DictComp(name("key"), name(_VALUE), [pairs]), node)


def _gives_pairs(node: gast.expr) -> bool:
    """Tell whether what a dict is made of is an iterator, not a dict or a list."""
    if isinstance(node, gast.GeneratorExp):
        return True
    return (
        isinstance(node, gast.Call) and isinstance(node.func, gast.Name) and node.func.id in ("zip", "map", "enumerate")
    )


def attribute_set(node: gast.expr) -> tuple[gast.Attribute, gast.expr] | None:
    """Return the place and the value of ``setattr(o, "name", v)``, None for anything else."""
    if not isinstance(node, gast.Call) or not isinstance(node.func, gast.Name) or node.func.id != "setattr":
        return None
    if len(node.args) != 3 or node.keywords or has_star(node):
        return None
    owner, key, value = node.args
    if not isinstance(key, gast.Constant) or not isinstance(key.value, str):
        return None
    return gast.copy_location(gast.Attribute(owner, key.value, gast.Store()), node), value


def _partial(node: gast.Call) -> gast.expr | None:
    if not node.args or isinstance(node.args[0], gast.Starred):
        return None
    function, *arguments = node.args
    keys = [None if keyword.arg is None else constant(keyword.arg) for keyword in node.keywords]
    keywords = gast.Dict(keys, [keyword.value for keyword in node.keywords])
    made = gast.Tuple([constant(PARTIAL), function, gast.Tuple(arguments, LOAD), keywords], LOAD)
    return gast.copy_location(made, node)


def _getitem(node: gast.Call) -> gast.expr | None:
    if len(node.args) != 2 or node.keywords or has_star(node):
        return None
    return gast.copy_location(subscript(node.args[0], node.args[1]), node)


def _nlargest(node: gast.Call) -> gast.expr | None:
    return _first_in_order(node, [gast.keyword("reverse", constant(value=True))])


def _nsmallest(node: gast.Call) -> gast.expr | None:
    return _first_in_order(node, [])


def _first_in_order(node: gast.Call, more: list[gast.keyword]) -> gast.expr | None:
    """Return ``sorted(x, key=f, reverse=True)[:n]``, which is what Python says that ``heapq.nlargest(n, x)`` is."""
    given = {each.arg: each.value for each in node.keywords}
    if has_star(node) or len(node.args) not in (2, 3) or not given.keys() <= {"key"}:
        return None
    count, values, *key = node.args
    if not isinstance(count, gast.Constant) or not isinstance(count.value, int) or count.value < 0:
        count = call("max", count, constant(0))
    keys = [gast.keyword("key", each) for each in (*key, *given.values())]
    ordered = gast.copy_location(gast.Call(name("sorted"), [values], [*keys, *more]), node)
    return gast.copy_location(subscript(ordered, gast.Slice(None, count, None)), node)


def _itemgetter(node: gast.Call) -> gast.expr | None:
    return _getter(node, lambda key: subscript(name(_VALUE), key))


def _attrgetter(node: gast.Call) -> gast.expr | None:
    if not all(isinstance(key, gast.Constant) and isinstance(key.value, str) for key in node.args):
        return None
    return _getter(node, lambda key: attribute(name(_VALUE), *str(key.value).split(".")))


def _getter(node: gast.Call, read: Callable[[gast.expr], gast.expr]) -> gast.expr | None:
    """Return the lambda that reads one part of a value, or a tuple of several."""
    if node.keywords or has_star(node) or not node.args:
        return None
    kept = _Kept()
    parts = [read(kept.literal(key)) for key in node.args]
    return kept.function(parts[0] if len(parts) == 1 else gast.Tuple(parts, LOAD), node)


def _methodcaller(node: gast.Call) -> gast.expr | None:
    if not node.args or not isinstance(node.args[0], gast.Constant) or has_star(node):
        return None
    kept = _Kept()
    given = [kept.literal(part) for part in node.args[1:]]
    named = [gast.keyword(each.arg, kept.literal(each.value)) for each in node.keywords]
    method = attribute(name(_VALUE), str(node.args[0].value))
    return kept.function(gast.Call(method, given, named), node)


class _Kept:
    """What a function that is made here keeps of the arguments that it is made with: they become defaults of it."""

    def __init__(self) -> None:
        self.defaults: list[gast.expr] = []

    def literal(self, node: gast.expr) -> gast.expr:
        """Return an argument as it stands inside: a literal, or the parameter that has it for a default."""
        if isinstance(node, gast.Constant):
            return node
        self.defaults.append(node)
        return name(f"{_VALUE}_{len(self.defaults)}")

    def function(self, body: gast.expr, node: gast.expr) -> gast.expr:
        """Return the lambda of one value."""
        names = [_VALUE, *(f"{_VALUE}_{number}" for number in range(1, 1 + len(self.defaults)))]
        plain = [gast.Name(each, gast.Param(), None, None) for each in names]
        given = gast.arguments(plain, [], None, [], [], None, self.defaults)
        return gast.copy_location(gast.Lambda(given, gast.copy_location(body, node)), node)


def _fromkeys(node: gast.Call) -> gast.expr | None:
    """Return ``{key: v for key in keys}``, where nothing is computed for the value that stands at every key."""
    if node.keywords or has_star(node) or len(node.args) not in (1, 2):
        return None
    keys, value = node.args if len(node.args) == 2 else (node.args[0], constant(None))
    plain = value.operand if isinstance(value, gast.UnaryOp) else value
    if not isinstance(plain, gast.Constant | gast.Name) or getattr(plain, "id", "") == "key":
        return None
    made = gast.comprehension(store_name("key"), keys, [], 0)
    return gast.copy_location(gast.DictComp(name("key"), value, [made]), node)


_SPELLINGS: dict[object, Callable[[gast.Call], gast.expr | None]] = {
    functools.partial: _partial,
    heapq.nlargest: _nlargest,
    heapq.nsmallest: _nsmallest,
    operator.getitem: _getitem,
    operator.itemgetter: _itemgetter,
    operator.attrgetter: _attrgetter,
    operator.methodcaller: _methodcaller,
    dict.fromkeys: _fromkeys,
}


def with_super(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return a method in which ``super()`` or ``super(C, self)`` names the class and the object that it is about."""
    positional = [*tree.args.posonlyargs, *tree.args.args]
    if not positional:
        return tree

    def change(part: gast.AST) -> gast.AST | None:
        is_super = isinstance(part, gast.Call) and isinstance(part.func, gast.Name) and part.func.id == "super"
        if not is_super or len(part.args) not in (0, 2) or part.keywords:
            return None
        about = part.args or [name("__class__"), name(positional[0].id)]
        return gast.copy_location(gast.Tuple([constant(SUPER), *about], LOAD), part)

    return rebuild(tree, change)
