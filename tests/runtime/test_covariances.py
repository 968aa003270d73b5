"""Covariances and correlations: tangents against differences, and adjoints that transpose them."""

import numpy as np
import pytest

from cladpy.runtime import corrcoef_adjoint, corrcoef_tangent, cov_adjoint, cov_tangent

FREQUENCIES, IMPORTANCE = np.array([1, 2, 1, 3, 1]), np.array([1.0, 0.5, 2.0, 1.5, 0.25])


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"bias": True},
        {"ddof": 0},
        {"fweights": FREQUENCIES},
        {"aweights": IMPORTANCE},
        {"fweights": FREQUENCIES, "aweights": IMPORTANCE, "ddof": 2},
    ],
)
def test_covariances(options, rng):
    """A covariance is a quadratic function: its central difference is exact."""
    m, y, t_m, t_y = rng.standard_normal((4, 2, 5))
    tangent = cov_tangent(t_m, t_y, m, y, **options)
    difference = (np.cov(m + t_m, y + t_y, **options) - np.cov(m - t_m, y - t_y, **options)) / 2
    assert tangent == pytest.approx(difference, rel=1e-11, abs=1e-12)
    d = rng.standard_normal((4, 4))
    d_m, d_y = cov_adjoint(d, m, y, **options)
    assert np.sum(t_m * d_m) + np.sum(t_y * d_y) == pytest.approx(np.sum(d * tangent), rel=1e-11)


def test_correlations_are_transposed(rng):
    """<d, tangent(t)> equals <adjoint(d), t>; one variable correlates with itself whatever it is."""
    x, t, d = rng.standard_normal((3, 4)), rng.standard_normal((3, 3)), rng.standard_normal((3, 3))
    c, covariance = np.corrcoef(x), np.cov(x)
    moved = np.sum(d * corrcoef_tangent(t, c, covariance))
    assert np.sum(t * corrcoef_adjoint(d, c, covariance)) == pytest.approx(moved, rel=1e-12)
    assert corrcoef_adjoint(1.0, np.float64(1.0), np.float64(2.0)) == 0.0
    assert corrcoef_tangent(1.0, np.float64(1.0), np.float64(2.0)) == 0.0
