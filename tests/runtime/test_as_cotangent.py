"""Cotangents of values whose kind is not known before the program runs."""

import numpy as np
import pytest

from cladpy.runtime import as_cotangent


@pytest.mark.parametrize(
    ("d", "value"),
    [
        (1.0, np.zeros((2, 3), np.float32)),
        (np.ones(3), np.zeros((2, 3), np.float32)),
        (np.ones((2, 3)), np.zeros((2, 3))),
        (1.0, np.zeros((0, 3))),
        (1.0, np.array(2.0)),
        (1.0, np.zeros(2, complex)),
    ],
)
def test_arrays_get_cotangents_like_them(d, value):
    """Shape and dtype are the value's, the numbers those of the cotangent."""
    found = as_cotangent(d, value)
    assert (found.shape, found.dtype) == (value.shape, value.dtype)
    assert np.array_equal(found, np.broadcast_to(1.0, value.shape))


@pytest.mark.parametrize("value", [0, True])
def test_python_integers_get_a_python_float(value):
    """The sum of an empty list is the integer 0, where that of any other list is floating."""
    found = as_cotangent(2.0, value)
    assert (type(found), found) == (float, 2.0)


@pytest.mark.parametrize("kind", [float, np.float32, np.float64])
def test_numbers_get_numbers(kind):
    """A Python float stays one, so that it takes no part in the choice of a dtype."""
    found = as_cotangent(np.array(2.0), kind(1.5))
    assert (type(found), found) == (kind, 2.0)


def test_a_full_cotangent_is_not_copied():
    """What fits already is handed on as it is, or as a view."""
    d = np.ones(3)
    assert np.shares_memory(as_cotangent(d, np.zeros(3)), d)


@pytest.mark.parametrize("value", [[1.0], None, np.arange(3)])
def test_what_is_no_number_is_refused(value):
    """There is no cotangent of a list, of None or of an array of integers."""
    with pytest.raises(TypeError, match=r"^\[C402\] a \w+ has no cotangent"):
        as_cotangent(1.0, value)
