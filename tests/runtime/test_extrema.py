"""Extrema over axes: ties, NaN, infinite cotangents, dtypes."""

import math

import numpy as np
import pytest

from cladpy.runtime import extremum_adjoint, extremum_tangent, initial_share, ptp_adjoint, ptp_tangent


def test_ties_share_evenly_in_each_lane():
    """Each row's cotangent is split among its own maxima."""
    x = np.array([[1.0, 2.0, 2.0], [3.0, 0.0, 1.0]])
    adjoint = extremum_adjoint(np.array([1.0, 5.0]), x, x.max(axis=1), axis=1)
    assert adjoint.tolist() == [[0.0, 0.5, 0.5], [5.0, 0.0, 0.0]]


def test_an_infinite_cotangent_reaches_the_extremum_only():
    """Where the mask is false the adjoint is exactly 0."""
    x = np.array([1.0, 2.0])
    assert extremum_adjoint(math.inf, x, 2.0).tolist() == [0.0, math.inf]
    assert extremum_adjoint(math.nan, x, 2.0)[0] == 0.0


def test_nan_takes_the_cotangent():
    """A NaN is the result, so the NaNs receive the cotangent; nothing warns."""
    x = np.array([[1.0, np.nan, np.nan], [1.0, 2.0, 3.0]])
    adjoint = extremum_adjoint(np.array([1.0, 1.0]), x, x.max(axis=1), axis=1)
    assert adjoint.tolist() == [[0.0, 0.5, 0.5], [0.0, 0.0, 1.0]]


@pytest.mark.parametrize("d", [1.0, np.float32(1.0), np.ones((1, 1), np.float32)])
def test_single_precision_stays(d):
    """Counts are integers of 64 bits and must not widen the adjoint."""
    x = np.array([[1.0, 1.0]], np.float32)
    keepdims = np.ndim(d) > 0
    assert extremum_adjoint(d, x, x.max(keepdims=keepdims), None, keepdims).dtype == np.float32
    assert extremum_tangent(x, x, x.max(axis=1), 1).dtype == np.float32


def test_zero_dimensional():
    """A 0-d array gives a 0-d array."""
    adjoint = extremum_adjoint(3.0, np.array(2.0), np.float64(2.0))
    assert isinstance(adjoint, np.ndarray)
    assert adjoint.shape == ()
    assert adjoint == 3.0


def test_tangent_is_the_mean_over_the_tied():
    """The pushforward is the transpose of the even split."""
    x = np.array([[1.0, 2.0, 2.0], [3.0, 0.0, 1.0]])
    t = np.array([[10.0, 1.0, 3.0], [4.0, 20.0, 30.0]])
    assert extremum_tangent(t, x, x.max(axis=1, keepdims=True), 1, keepdims=True).tolist() == [[2.0], [4.0]]


def test_ptp_is_maximum_less_minimum():
    """Where all are equal the two cancel."""
    assert ptp_adjoint(2.0, np.array([1.0, 5.0, 3.0])).tolist() == [-2.0, 2.0, 0.0]
    assert ptp_adjoint(2.0, np.array([1.0, 1.0])).tolist() == [0.0, 0.0]
    assert ptp_tangent(np.array([1.0, 5.0, 100.0]), np.array([1.0, 5.0, 3.0])) == 4.0


def test_an_initial_value_takes_part():
    """As in maximum(max(x), initial): it takes all, half of the lane's share, or nothing."""
    x, d = np.array([[1.0, 1.0], [2.0, 2.0], [3.0, 0.0]]), np.ones(3)
    y = x.max(axis=1, initial=2.0)
    assert extremum_adjoint(d, x, y, 1, initial=2.0).tolist() == [[0.0, 0.0], [0.25, 0.25], [1.0, 0.0]]
    assert initial_share(d, x, y, 2.0, 1).tolist() == [1.0, 0.5, 0.0]
    assert extremum_tangent(np.ones((3, 2)), x, y, 1, initial=2.0).tolist() == [0.0, 0.5, 1.0]


def test_elements_that_do_not_count_are_not_tied():
    """A lane without elements has its initial value, and sends nothing back."""
    x, where = np.array([[2.0, 2.0], [5.0, 5.0]]), np.array([[True, False], [False, False]])
    y = x.max(axis=1, initial=-1.0, where=where)
    assert extremum_adjoint(np.ones(2), x, y, 1, initial=-1.0, where=where).tolist() == [[1.0, 0.0], [0.0, 0.0]]
