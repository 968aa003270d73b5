"""The region of an array that a store names."""

import numpy as np
import pytest

from cladpy.ir.expressions import parse
from cladpy.ir.fact import FLOAT, Fact, array, scalar
from cladpy.transform.stored_regions import index_value, may_be_array
from tests.stages import print_tree, reverse_of

V, M = np.array([0.5, -1.25, 2.0]), np.ones((3, 3))


@pytest.mark.parametrize(
    ("index", "basic"),
    [
        ("0", True),
        ("k", True),
        ("1:", True),
        ("..., k", True),
        ("None, :", True),
        ("a > 0", True),
        ("[0, 0]", False),
        ("k, [0, 1]", False),
        ("which", False),
        ("which > 0", True),
    ],
)
def test_indices_that_name_each_element_once(index, basic):
    """Ints, slices, None, Ellipsis and masks; an index array may name one twice."""
    program = f"def f(x, k, which):\n    a = x * 1.0\n    a[{index}] = x[0, 0]\n    return np.sum(a * a)\n"
    assert ("take_last" not in reverse_of(program, (M, 1, np.array([0, 2, 1])), "x")) is basic


@pytest.mark.parametrize(
    ("index", "expected"),
    [
        ("1:", "slice(1, None, None)"),
        ("::2, i", "(slice(None, None, 2), i)"),
        ("i", "i"),
        ("..., None", "(..., None)"),
    ],
)
def test_indices_as_values(index, expected):
    """Slices are spelt out where an index is passed on."""
    assert print_tree(index_value(parse(f"a[{index}]").slice)) == expected


@pytest.mark.parametrize(
    ("fact", "expected"),
    [(FLOAT, False), (scalar(np.dtype(float)), False), (array(np.dtype(float), ()), True), (Fact("number"), True)],
)
def test_regions_that_may_be_arrays(fact, expected):
    """One of no dimensions, too: a name for it does not keep it as it is."""
    assert may_be_array(fact) is expected
