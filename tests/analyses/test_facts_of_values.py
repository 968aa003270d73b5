"""The facts of a live value: what of it is part of the signature of a call."""

import dataclasses
import math
from collections import namedtuple

import numpy as np
import pytest

from cladpy import CladpyError, gradient
from cladpy.analyses.facts_of_values import fact_of, is_derivative
from tests.stages import fact_text

Pair = namedtuple("Pair", "left right")  # noqa: PYI024  one without annotations, too


@dataclasses.dataclass
class Layer:
    w: np.ndarray
    scale: float = 1.0


class Plain:
    def __init__(self):
        self.w = np.ones(1)


class Slotted:
    __slots__ = ("w",)


def square(x):
    return x * x


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1.5, "float"),
        (3, "int"),
        (True, "bool=True"),
        (2j, "complex128"),
        (np.float32(1.0), "float32"),
        (np.ones((2, 1, 0), np.float32), "float32[v:0, 1, v:2]"),
        (np.ones(()), "float64[]"),
        (np.ones(3, bool), "bool[v:0]"),
        (None, "None"),
        ("sum", "str='sum'"),
        (range(3), "range"),
        ((1.0, None), "tuple(float, None)"),
        ([np.ones(2), 1], "list(float64[v[0]:0], int)"),
        ({"a": np.ones(2), 1: 2.0}, "dict(a: float64[v['a']:0], 1: float)"),
        (Pair(1.0, np.ones(2)), "Pair(left: float, right: float64[v[1]:0])"),
        (Layer(np.ones((2, 2))), "Layer(w: float64[v.w:0, v.w:1], scale: float)"),
        (Plain(), "Plain(w: float64[1])"),
        ([1.0] * 65, "list of unknown"),
        (object(), "unknown"),
        (Slotted(), "Slotted()"),
        (np, "module=numpy"),
        (math.sin, "builtin_function_or_method=sin"),
        (np.tanh, "ufunc=tanh"),
        (square, "function=square"),
        (Layer, "type=Layer"),
    ],
)
def test_facts_of_values(value, expected):
    """Types, dtypes, which dimensions are 1, structure; of numbers not their value, of dimensions not their size."""
    assert fact_text(fact_of(value, "v")) == expected


def test_values_that_need_the_same_code_have_equal_facts():
    """Other sizes and other numbers; sizes of 1 and other dtypes are told apart."""
    assert fact_of(np.ones((2, 3)), "x") == fact_of(np.zeros((7, 0)), "x")
    assert fact_of(1.5, "x") == fact_of(-2.0, "x")
    assert fact_of(np.ones((2, 3)), "x") != fact_of(np.ones((2, 1)), "x")
    assert fact_of(np.ones(2), "x") != fact_of(np.ones(2, np.float32), "x")
    assert fact_of(True, "x") != fact_of(False, "x")


def test_subclasses_of_arrays_are_refused():
    """Their operations may mean anything."""
    with pytest.raises(CladpyError) as caught:
        fact_of(np.ma.ones(3), "weights")
    assert (caught.value.code, caught.value.hint) == ("C404", "pass a plain array: np.asarray(...)")
    assert "weights is a MaskedArray" in caught.value.message


def test_derivatives_are_functions():
    """A primal may call one."""
    derivative = gradient(square, "x")
    assert is_derivative(derivative)
    assert fact_of(derivative, "d").kind == "function"
    assert not is_derivative(square)


def test_what_holds_itself_is_unknown_where_it_does():
    """Through a list, a dict or an object; what is found twice side by side is known in both places."""
    ring = [1.0, 2.0]
    ring.append(ring)
    node = Plain()
    node.parent = {"node": node, "weight": 2.0}
    assert fact_text(fact_of(ring, "ring")) == "list(float, float, unknown)"
    parent = fact_of(node, "node").items[-1]
    assert [fact_text(item) for item in parent.items] == ["unknown", "float"]
    shared = [1.0]
    assert fact_text(fact_of((shared, shared), "pair")) == "tuple(list(float), list(float))"


def test_an_object_that_knows_its_parent():
    """What the primal reads of it is known: d(3 x) = 3."""
    node, parent = Plain(), Plain()
    node.w, parent.children, node.parent = 3.0, [node], parent
    assert gradient(lambda x, node: x * node.w, "x")(2.0, node) == 3.0
