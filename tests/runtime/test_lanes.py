"""Arrays as rows, one for each element of a reduction."""

import numpy as np
import pytest

from cladpy.runtime.lanes import Lanes

AXES = [None, 0, -1, (0, 2), (2, 0), ()]


@pytest.mark.parametrize("axis", AXES)
def test_rows_are_what_a_reduction_sums(axis):
    """Each row's sum is one element of the reduction, in its order; the way back is exact."""
    x = np.arange(24.0).reshape(2, 3, 4)
    lanes = Lanes(x.shape, axis)
    for keepdims in (False, True):
        total = x.sum(axis=axis, keepdims=keepdims)
        assert np.array_equal(lanes.rows(x).sum(axis=1).reshape(lanes.reduced_shape(keepdims=keepdims)), total)
    assert np.array_equal(lanes.restored(lanes.rows(x)), x)


def test_arrays_that_broadcast_have_rows_too():
    """A mask of one axis stands in each row."""
    assert Lanes((2, 3), 1).rows(np.array([True, False, True])).tolist() == [[True, False, True]] * 2


def test_empty_arrays():
    """Without rows, and with rows of nothing."""
    assert Lanes((0, 3), 1).rows(np.ones((0, 3))).shape == (0, 3)
    assert Lanes((0, 3), 0).rows(np.ones((0, 3))).shape == (3, 0)
    assert Lanes((0, 3), 0).restored(np.ones((3, 0))).shape == (0, 3)
