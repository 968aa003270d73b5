"""The facts of what builtins return, and of what is iterated over."""

import numpy as np
import pytest

from cladpy.analyses.facts_of_values import fact_of
from cladpy.analyses.infer_builtins import item_of
from cladpy.ir.fact import Fact, array
from tests.analyses.test_infer import infer
from tests.stages import fact_text


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("range(i)", "range"),
        ("len(v)", "int"),
        ("float(s)", "float"),
        ("bool(v)", "bool"),
        ("abs(f)", "float"),
        ("abs(b)", "int"),
        ("abs(-2)", "int"),
        ("abs(m)", "float32[m:0, m:1]"),
        ("abs(t)", "unknown"),
        ("pow(f, i)", "float"),
        ("pow(v, 2)", "float64[v:0]"),
        ("pow(i, 2, 3)", "unknown"),
        ("max(f, 1.0)", "float"),
        ("max(f, i)", "?"),
        ("max(l)", "float"),
        ("max(m)", "float32[m:1]"),
        ("list(l)", "list(float, float)"),
        ("list(range(i))", "list of int"),
        ("list(m)", "list of float32[m:1]"),
        ("list()", "list()"),
        ("list(t)", "unknown"),
    ],
)
def test_builtins(call, expected):
    """As Python's own."""
    assert infer(call) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ([1.0, 2.0], "float"),
        ((1, 2.0), "?"),
        (range(3), "int"),
        ("text", "str"),
        (np.ones(3, np.float32), "float32"),
        (np.ones((3, 2)), "float64[x:1]"),
        (np.ones((3, 1)), "float64[1]"),
        (np.ones(()), "number float64[...]"),
        ({"a": 1.0, "b": 2.0}, "str"),
        ({"a": 1.0, 1: 2.0}, "unknown"),
        ({1: 1.0, 0.5: 2.0}, "?"),
        ({}, "bottom"),
        (1.0, "unknown"),
    ],
)
def test_items(value, expected):
    """What a loop over a value yields: items, rows, keys."""
    assert fact_text(item_of(fact_of(value, "x"), "item")) == expected


def test_items_of_what_is_not_known():
    """An array of unknown dimensions may have rows or numbers."""
    assert fact_text(item_of(array(np.dtype(float), None), "item")) == "number float64[...]"
    assert item_of(Fact("iterator"), "item").kind == "unknown"
