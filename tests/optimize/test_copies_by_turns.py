"""Copies that NumPy does not buffer."""

import numpy as np
import pytest

from cladpy.ir.expressions import parse
from cladpy.optimize.copies_by_turns import copies_by_turns
from tests.optimize.inference import array
from tests.optimize.program import context

CONTEXT = context(a=array("n"), m=array("n", "k"), v=array("k"))


@pytest.mark.parametrize(
    ("target", "value", "expected"),
    [
        ("a[::2]", "a[:5]", True),
        ("a[1:]", "a[:-1]", False),
        ("a[::k]", "a[1::k]", False),
        ("a[...]", "v", True),
        ("a[1:]", "np.sin(a[1:])", False),
        ("m[1:]", "m[:-1]", False),
        ("a[a > 0]", "v", True),
        ("a[a > 0]", "np.sin(v)", False),
        ("a[a > 0, 0]", "v", False),
        ("a", "v", False),
    ],
)
def test_where_the_order_of_the_loop_shows(target, value, expected):
    """In one dimension, with other steps, or steps that are not known."""
    assert copies_by_turns(parse(target), parse(value), CONTEXT) is expected


def test_what_numpy_does():
    """The case that all this is about: not the values that stood there before."""
    x = np.arange(9.0)
    x[::2] = x[:5]
    assert x[::2].tolist() != [0, 1, 2, 3, 4]


def test_what_numpy_does_with_a_mask():
    """It reads what it has written; a gather is buffered."""
    x, y = np.arange(9.0), np.arange(9.0)
    x[x >= 0] = x[::-1]
    y[np.arange(9)] = y[::-1]
    assert x[::-1].tolist() != list(range(9))
    assert y[::-1].tolist() == list(range(9))
