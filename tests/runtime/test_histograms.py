"""Histograms: edges that move, bins of elements."""

import numpy as np
import pytest

from cladpy.runtime import histogram_bins, histogram_edges_adjoint, histogram_edges_tangent


def test_edges_follow_the_extrema():
    """Evenly from the smallest to the largest; ties share."""
    a = np.array([3.0, 1.0, 1.0, 5.0])
    assert histogram_edges_adjoint(np.array([1.0, 0.0, 0.0]), a, 2).tolist() == [0.0, 0.5, 0.5, 0.0]
    assert histogram_edges_tangent(np.array([0.0, 0.0, 0.0, 4.0]), a, 2).tolist() == [0.0, 2.0, 4.0]


def test_edges_that_are_given_do_not_move():
    """Nor do edges that nothing read."""
    a = np.array([3.0, 1.0])
    assert histogram_edges_adjoint(np.ones(3), a, np.array([0.0, 1.0, 2.0])).tolist() == [0.0, 0.0]
    assert histogram_edges_tangent(np.ones(2), a, np.array([0.0, 1.0, 2.0])).tolist() == [0.0, 0.0, 0.0]
    assert histogram_edges_adjoint(0.0, a, 3).tolist() == [0.0, 0.0]


@pytest.mark.parametrize("edges", [np.linspace(-1.0, 1.0, 6), np.array([-0.7, 0.0, 0.1, 0.9])])
def test_bins_are_those_that_are_counted(edges, rng):
    """The last edge belongs to the last bin; what lies outside is in none."""
    a = np.concatenate([rng.standard_normal(200), edges, [np.nan]])
    counts = np.bincount(histogram_bins(a, edges), minlength=len(edges))[: len(edges) - 1]
    assert counts.tolist() == np.histogram(a[:-1], edges)[0].tolist()
