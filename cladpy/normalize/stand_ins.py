"""Calls of Python's library that are written in plain Python: queues, heaps, and dicts that make their items.

before: ``deque(maxlen=3)``        after: ``PlainDeque(maxlen=3)``
before: ``defaultdict(list)``      after: ``PlainDictOfLists()``
before: ``heappush(heap, v)``      after: the body of a function that does the same
"""

import bisect
import collections
import heapq
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import gast
import numpy as np

from cladpy.frontend.find_source import find_source
from cladpy.ir.expressions import name
from cladpy.normalize.closures import Closure, has_star, parameters
from cladpy.runtime import plain_queues

if TYPE_CHECKING:
    from cladpy.normalize.flatten_expressions import ExpressionFlattener

FUNCTIONS: Mapping[object, tuple[Callable[..., object], int]] = {
    heapq.heappush: (plain_queues.heappush, 2),
    heapq.heappop: (plain_queues.heappop, 1),
    heapq.heapify: (plain_queues.heapify, 1),
    bisect.insort_right: (plain_queues.insort_right, 2),
    bisect.insort_left: (plain_queues.insort_left, 2),
}
"""Functions with those that do the same in plain Python, and how many arguments those take."""

_FACTORIES = {"list": "PlainDictOfLists", "dict": "PlainDictOfDicts", "float": "PlainDictOfFloats",
              "int": "PlainDictOfInts"}  # fmt: skip
"""The classes of default dicts, by the builtin that makes their items."""


def function_behind(flattener: "ExpressionFlattener", node: gast.Call) -> Closure | None:
    """Return the text of what a function of the library does, or None."""
    function, count = FUNCTIONS.get(flattener.class_meant(node.func), (None, 0))
    if function is None or len(node.args) != count or node.keywords or has_star(node):
        return None
    source = find_source(function)
    return replace(Closure.of_function(source.tree), source=source)


def with_stand_in(flattener: "ExpressionFlattener", node: gast.Call) -> gast.Call:
    """Return the call of a container of the library as that of its stand-in; any other call as it is."""
    find = _CONTAINERS.get(flattener.class_meant(node.func))
    found = None if find is None or has_star(node) else find(flattener, node)
    if found is None:
        return node
    cls, given = found
    made = gast.Call(name(cls), [flattener.spread(part) for part in given], node.keywords)
    return gast.copy_location(made, node)


Found = tuple[str, list[gast.expr]] | None


def _deque(_flattener: "ExpressionFlattener", node: gast.Call) -> Found:
    known = len(node.args) <= 2 and {each.arg for each in node.keywords} <= {"iterable", "maxlen"}
    return ("PlainDeque", node.args) if known else None


def _defaultdict(flattener: "ExpressionFlattener", node: gast.Call) -> Found:
    if not 1 <= len(node.args) <= 2 or node.keywords:
        return None
    factory, *rest = node.args
    word = factory.id if isinstance(factory, gast.Name) and flattener.is_builtin(factory.id) else ""
    if word in _FACTORIES:
        return _FACTORIES[word], rest
    if not isinstance(factory, gast.Lambda) or parameters(factory.args):
        return None
    made = factory.body
    if _is_constant(flattener, made):
        return "PlainDictOfValues", [made, *rest]
    return ("PlainDictOfCopies", [made, *rest]) if _is_copied(flattener, made) else None


def _is_constant(flattener: "ExpressionFlattener", node: gast.expr) -> bool:
    """Tell whether an expression gives the same value whenever it is evaluated, one that cannot be updated."""
    if isinstance(node, gast.Constant):
        return True
    if isinstance(node, gast.UnaryOp):
        return _is_constant(flattener, node.operand)
    if isinstance(node, gast.Tuple):
        return all(_is_constant(flattener, each) for each in node.elts)
    if isinstance(node, gast.BinOp):
        return _is_constant(flattener, node.left) and _is_constant(flattener, node.right)
    meant = flattener.class_meant(node)
    return type(meant) in (int, float, bool, complex, str)


def _is_copied(flattener: "ExpressionFlattener", node: gast.expr) -> bool:
    """Tell whether an expression makes a list, dict or array anew, of constants: a copy of it is another one."""
    if isinstance(node, gast.List):
        return all(_is_constant(flattener, each) for each in node.elts)
    if isinstance(node, gast.Dict):
        pairs = zip(node.keys, node.values, strict=True)
        return all(each is not None and _is_constant(flattener, each) for pair in pairs for each in pair)
    if isinstance(node, gast.BinOp) and isinstance(node.op, gast.Mult):
        return _is_copied(flattener, node.left) and _is_constant(flattener, node.right)
    if not isinstance(node, gast.Call) or has_star(node):
        return False
    given = [*node.args, *(each.value for each in node.keywords)]
    is_array = flattener.class_meant(node.func) in (np.zeros, np.ones, np.full)
    return is_array and all(_is_constant(flattener, each) or _is_dtype(flattener, each) for each in given)


def _is_dtype(flattener: "ExpressionFlattener", node: gast.expr) -> bool:
    return isinstance(flattener.class_meant(node), type)


def _ordered(_flattener: "ExpressionFlattener", node: gast.Call) -> Found:
    if len(node.args) > 1 or node.keywords:
        return None
    return ("PlainDict", [_as_dict(part) for part in node.args])


def _as_dict(node: gast.expr) -> gast.expr:
    """Return a display of pairs as one of a dict; anything else as it is."""
    pairs = node.elts if isinstance(node, gast.List | gast.Tuple) else []
    if not pairs or not all(isinstance(pair, gast.Tuple) and len(pair.elts) == 2 for pair in pairs):
        return node
    keys, values = zip(*(pair.elts for pair in pairs), strict=True)
    return gast.copy_location(gast.Dict(list(keys), list(values)), node)


def _counter(_flattener: "ExpressionFlattener", node: gast.Call) -> Found:
    return None if node.args or node.keywords else ("PlainCounter", [])


_CONTAINERS: Mapping[object, Callable[["ExpressionFlattener", gast.Call], Found]] = {
    collections.deque: _deque,
    collections.defaultdict: _defaultdict,
    collections.OrderedDict: _ordered,
    collections.Counter: _counter,
}
