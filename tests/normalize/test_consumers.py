"""Whether it matters that all items of an iterator are made before the first one is used."""

import gast
import pytest

from cladpy.frontend.find_source import find_source
from cladpy.frontend.namespace import Namespace
from cladpy.normalize.consumers import Consumers
from tests.stages import define

HEAD = """
import functools
import itertools
import numpy as np


def items(tree): ...
def plain(v): return v * v
def storing(v): v.x = 0.0
def by_helper(v): storing(v)
"""


def is_consumed(body, read=()):
    """Tell it of the call of ``items`` in a function."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    source = find_source(define(f"{HEAD}\n\ndef g(x, tree, f):\n{lines}"))
    names = Namespace(define(f"{HEAD}\n\ndef g(x, tree, f):\n{lines}"))
    calls = (node for node in gast.walk(source.tree) if isinstance(node, gast.Call))
    found = next(node for node in calls if getattr(node.func, "id", "") == "items")
    return Consumers(source.tree, names, frozenset(read)).consume(found)


@pytest.mark.parametrize(
    "body",
    [
        "return sum(items(tree))",
        "return [plain(v) for v in items(tree)]",
        "return sum(v.mean() for v in items(tree))",
        "return max(items(tree), key=lambda v: -v)",
        "return functools.reduce(lambda a, b: a * b, items(tree))",
        "a, b = items(tree)",
        "for v, w in zip(items(tree), x): print(v * w)",
        "for k, v in enumerate(map(plain, items(tree))): s = plain(v)",
        "out, s = [], 0.0\nfor v in items(tree):\n    out.append(v)\n    s += v",
        "out = np.zeros(3)\nfor k, v in enumerate(items(tree)): out[k] += v",
        "def inner(v): return v * v\nreturn sum(inner(v) for v in items(tree))",
        "inner = lambda v: v * v\nreturn sum(map(inner, items(tree)))",
    ],
)
def test_consumers_that_update_nothing_else(body):
    """Numbers, and containers that are made in the function, may be updated."""
    assert is_consumed(body)


@pytest.mark.parametrize(
    "body",
    [
        "kept = items(tree)",
        "return next(items(tree))",
        "return iter(items(tree))",
        "return f(items(tree))",
        "for v in items(tree): v.x = 1.0",
        "for v in items(tree): v += 1.0",
        "for v in items(tree): x[0] = v",
        "for v in items(tree): x.append(v)",
        "for v in items(tree): storing(v)",
        "for v in items(tree): by_helper(tree)",
        "for v in items(tree): tree.update(v)",
        "for v in items(tree): f(v)",
        "for v in items(tree): np.copyto(tree, v)",
        "for v in items(tree): np.add(v, 1, out=tree)",
        "for v in items(tree): setattr(tree, 'x', v)",
        "out = x\nfor v in items(tree): out[0] = v",
        "return sum(map(f, items(tree)))",
        "return max(items(tree), key=storing)",
        "return sum((lambda: tree.pop())() + v for v in items(tree))",
        "def inner(v): tree.x = v\nreturn sum(map(inner, items(tree)))",
        "inner = lambda v: tree.pop()\nreturn sum(map(inner, items(tree)))",
    ],
)
def test_consumers_that_may_update_what_is_read(body):
    """Or that ask for the items one by one."""
    assert not is_consumed(body)


def test_variables_that_the_items_are_made_of():
    """Python makes the next item of what they are then."""
    body = "k = 1.0\nfor v in items(tree): k = k * 2.0"
    assert is_consumed(body)
    assert not is_consumed(body, read=["k"])
