"""Quantiles and partitions: places in the sorted array, ties, NaN, dtypes."""

import numpy as np
import pytest

from cladpy.runtime import (
    partition_adjoint,
    partition_tangent,
    quantile_adjoint,
    quantile_slope,
    quantile_tangent,
)


def test_a_quantile_sends_back_to_its_neighbours():
    """In the parts in which they are in it."""
    x = np.array([3.0, 1.0, 4.0, 1.5])
    assert quantile_adjoint(1.0, x, "percentile", 30.0) == pytest.approx([0.0, 0.1, 0.0, 0.9])
    assert quantile_adjoint(2.0, x, "median").tolist() == [1.0, 0.0, 0.0, 1.0]


def test_equal_values_keep_their_order():
    """Of three equal elements the one in the middle is the median."""
    assert quantile_adjoint(1.0, np.array([2.0, 2.0, 2.0]), "median").tolist() == [0.0, 1.0, 0.0]


def test_a_lane_without_a_number_receives_nothing():
    """NaN is passed over where NumPy does; nothing warns, as the primal has."""
    x = np.array([[np.nan, np.nan, np.nan], [5.0, np.nan, 3.0]])
    assert quantile_adjoint(np.ones(2), x, "nanmedian", None, 1).tolist() == [[0.0, 0.0, 0.0], [0.5, 0.0, 0.5]]
    assert quantile_tangent(np.ones((2, 3)), x, "nanmedian", None, 1).tolist() == [0.0, 1.0]


def test_an_infinite_cotangent_reaches_no_neighbour_that_has_no_part():
    """The share of an element beside the quantile is exactly 0."""
    assert quantile_adjoint(np.inf, np.array([1.0, 2.0, 3.0]), "quantile", 0.5).tolist() == [0.0, np.inf, 0.0]


@pytest.mark.parametrize("of", ["quantile", "nanquantile"])
def test_single_precision_stays(of):
    """Places are computed in the precision in which NumPy computes them."""
    x = np.arange(5, dtype=np.float32)
    assert quantile_adjoint(np.float32(1), x, of, 0.3).dtype == np.float32
    assert quantile_tangent(x, x, of, 0.3).dtype == np.float32
    assert quantile_slope(x, of, 0.3).dtype == np.float32


def test_the_slope_at_the_ends():
    """At the smallest element that of the first interval, at the largest that of the last; beyond them none."""
    x = np.array([1.0, 2.0, 4.0])
    assert quantile_slope(x, "quantile", np.array([0.0, 0.5, 1.0])).tolist() == [2.0, 4.0, 4.0]
    assert quantile_slope(x, "quantile", 0.01, method="weibull") == 0.0
    assert quantile_slope(x, "quantile", 0.3, method="nearest") == 0.0


@pytest.mark.parametrize("axis", [None, 0, -1])
def test_partitions_move_elements(axis, rng):
    """The tangent of the elements themselves is the partition; the adjoint of the partition gives them back."""
    a = rng.standard_normal((4, 5))
    y = np.partition(a, 2, axis)
    assert np.array_equal(partition_tangent(a, a, y, axis), y)
    assert np.array_equal(partition_adjoint(y, a, y, axis), a)
