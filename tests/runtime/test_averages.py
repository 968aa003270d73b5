"""Weights, spread over an array and gathered again."""

import numpy as np
import pytest

from cladpy.runtime import gather_weights, spread_weights, weights_total

CASES = [((2, 3), (2, 3), None), ((2,), (2, 3), 0), ((3,), (2, 3), -1), ((4, 2), (2, 3, 4), (2, 0)), ((3,), (3,), 0)]


@pytest.mark.parametrize(("own", "shape", "axis"), CASES)
def test_weights_are_spread_as_by_average(own, shape, axis):
    """The products sum up to NumPy's average."""
    x, weights = np.cos(np.arange(np.prod(shape))).reshape(shape), 1.0 + np.arange(np.prod(own)).reshape(own)
    expected = np.average(x, axis, weights)
    total = weights_total(weights, shape, axis)
    assert np.sum(x * spread_weights(weights, shape, axis), axis=axis) / total == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize(("own", "shape", "axis"), CASES)
def test_gathering_is_the_transpose(own, shape, axis):
    """<spread(w), d> equals <w, gather(d)>."""
    weights, d = np.sin(np.arange(np.prod(own))).reshape(own), np.cos(np.arange(np.prod(shape))).reshape(shape)
    spread = np.sum(spread_weights(weights, shape, axis) * d)
    assert np.sum(weights * gather_weights(d, own, axis)) == pytest.approx(spread, rel=1e-14)


def test_without_weights_all_count_once():
    """The total is the number of elements; single precision stays."""
    assert weights_total(None, (2, 3), 1) == 3
    assert (spread_weights(None, (2, 3)) * np.ones((2, 3), np.float32)).dtype == np.float32
