"""Copies of an array onto itself."""

import numpy as np
import pytest

from cladpy.runtime import check_apart, check_mask_overlap, check_overlap

X = np.arange(12.0).reshape(3, 4)
R = np.arange(9.0)


@pytest.mark.parametrize(("target", "value"), [(R[::2], R[:5]), (R[:5], R[::2]), (X[:3, 2], X[0, :3]), (R[::2], X[:0])])
def test_another_step(target, value):
    """NumPy reads and writes by turns."""
    if not np.shares_memory(target, value):
        check_overlap(target, value)
        return
    with pytest.raises(ValueError, match=r"\[C408\]"):
        check_overlap(target, value)


@pytest.mark.parametrize(
    ("target", "value"),
    [
        (R[1:], R[:-1]),  # the same step
        (R[:5], R[4::-1]),  # the other way: buffered
        (X, X[::-1]),  # two dimensions: buffered
        (R[::2], R[1:2]),  # one number
        (R[:2], R[4:8:2]),  # nothing shared
        (R[3], R[:2]),
        (R[:2], 1.5),
    ],
)
def test_what_numpy_defines(target, value):
    """Nothing is refused."""
    check_overlap(target, value)


@pytest.mark.parametrize("parts", [[X[1:], R], X[::-1], (R, X.T)])
def test_joined_into_itself(parts):
    """NumPy reads what it has written; into another array it may write."""
    with pytest.raises(ValueError, match=r"\[C408\]"):
        check_apart(X, parts)
    check_apart(np.zeros(3), parts)


@pytest.mark.parametrize(("target", "mask"), [(R, R >= 0), (X, X >= 0)])
def test_a_mask_of_all_axes(target, mask):
    """NumPy reads what it has just written."""
    with pytest.raises(ValueError, match=r"\[C408\]"):
        check_mask_overlap(target, mask, target.ravel()[::-1])


@pytest.mark.parametrize(
    ("index", "value"),
    [
        (X[:, 0] >= 0, X[::-1]),  # rows: buffered
        ([2, 0, 1], X[::-1]),
        (X > 3, R[1:]),  # nothing shared
        (X > 3, X[0, :1]),  # one number
        (X > 3, 1.5),
    ],
)
def test_stores_that_are_buffered(index, value):
    """Nothing is refused."""
    check_mask_overlap(X, index, value)
