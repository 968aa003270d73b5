"""Methods of ufuncs: ties, lanes of minus infinity, parts of sums."""

import numpy as np
import pytest

from cladpy.runtime import (
    extremum_scan_adjoint,
    extremum_scan_tangent,
    logaddexp_scan_adjoint,
    logaddexp_scan_tangent,
    reduceat_adjoint,
    softmax_share,
)


def test_a_lane_of_minus_infinity_shares_evenly():
    """The limit of equal elements; nothing warns."""
    x = np.array([[-np.inf, 0.0], [-np.inf, 0.0]])
    assert softmax_share(x, np.logaddexp.reduce(x)) == pytest.approx(np.full((2, 2), 0.5))


def test_elements_that_do_not_count_have_no_share():
    """The others share everything."""
    x, where = np.zeros(3), np.array([True, False, True])
    share = softmax_share(x, np.logaddexp.reduce(x, where=where), where=where)
    assert share == pytest.approx([0.5, 0.0, 0.5])


def test_running_extrema_that_tie_take_half():
    """Of what comes from behind; an infinite cotangent reaches no other element."""
    x = np.array([1.0, 3.0, 2.0, 3.0])
    y = np.maximum.accumulate(x)
    assert extremum_scan_adjoint(np.array([0.0, 0.0, 0.0, 1.0]), x, y).tolist() == [0.0, 0.5, 0.0, 0.5]
    assert extremum_scan_adjoint(np.array([0.0, np.inf, 0.0, 0.0]), x, y).tolist() == [0.0, np.inf, 0.0, 0.0]
    assert extremum_scan_tangent(np.array([0.0, 1.0, 5.0, 0.0]), x, y).tolist() == [0.0, 1.0, 1.0, 0.5]


def test_running_log_sums_are_transposed(rng):
    """<tangent(t), d> equals <t, adjoint(d)>."""
    x, t, d = rng.standard_normal((3, 2, 4))
    y = np.logaddexp.accumulate(x, 1)
    moved = np.sum(logaddexp_scan_tangent(t, x, y, 1) * d)
    assert np.sum(t * logaddexp_scan_adjoint(d, x, y, 1)) == pytest.approx(moved, rel=1e-12)


@pytest.mark.parametrize("indices", [[0, 2, 4], [3, 1, 1]])
def test_parts_of_a_sum(indices, rng):
    """A start behind the next one stands for one element."""
    x = rng.standard_normal(5)
    y = np.add.reduceat(x, indices)
    d = rng.standard_normal(y.shape)
    assert x @ reduceat_adjoint(d, x.shape, indices) == pytest.approx(d @ y, rel=1e-12)
