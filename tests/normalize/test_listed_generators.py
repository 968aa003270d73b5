"""Generators that call themselves, as functions that return lists."""

import pytest

from cladpy import CladpyError, gradient
from cladpy.frontend.find_source import find_source
from cladpy.normalize.listed_generators import with_listed_generators
from tests.stages import define

WALK = """
def walk(tree):
    if len(tree) == 1:
        yield tree[0]
        return
    yield from walk(tree[:1])
    yield from (2.0, *tree[1:])
"""


def test_the_list_is_put_together():
    """A function is made beside the one that consumes it; this one runs as it was written."""
    made = with_listed_generators(define(f"{WALK}\n\ndef g(x):\n    return sum(walk(x))\n"))
    assert made([1.0, 3.0]) == 6.0
    assert made.__globals__["walk_items"]([1.0, 3.0]) == [1.0, 2.0, 3.0]
    assert [node.func.id for node in find_source(made).tree.body[0].value.args] == ["walk_items"]


@pytest.mark.parametrize(
    "program",
    [
        "def g(x):\n    return x * x",
        "def walk(x):\n    yield x\n\n\ndef g(x):\n    return sum(walk(x))",
        f"{WALK}\n\ndef g(x):\n    kept = walk(x)\n    return sum(kept)",
        "def walk(x):\n    x.append(1.0)\n    yield x\n    yield from walk(x)\n\n\ndef g(x):\n    return sum(walk(x))",
        "def walk(x):\n    print(x)\n    yield x\n    yield from walk(x)\n\n\ndef g(x):\n    return sum(walk(x))",
        "def walk(x):\n    y = yield x\n    yield from walk(y)\n\n\ndef g(x):\n    return sum(walk(x))",
        "def walk(x):\n    with x:\n        yield x\n    yield from walk(x)\n\n\ndef g(x):\n    return sum(walk(x))",
    ],
)
def test_other_functions_stay(program):
    """Without such a generator; of one that is kept, updates something, has effects, or is sent values."""
    function = define(program)
    assert with_listed_generators(function) is function


def test_a_variable_that_the_consumer_rebinds():
    """The items are those that Python makes, or there are none."""
    program = """
    def g(x, n):
        k = x

        def powers(n):
            if n:
                yield k
                yield from powers(n - 1)

        total = 0.0
        for v in powers(n):
            total += v
            k = k * 2.0
        return total
    """
    with pytest.raises(CladpyError) as caught:
        gradient(define(program), "x")(1.0, 3)
    assert caught.value.code == "C118"
