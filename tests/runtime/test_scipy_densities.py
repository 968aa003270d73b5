"""Slopes of densities, against differences and at the ends of the support."""

import numpy as np
import pytest

pytest.importorskip("scipy.stats")

from scipy import special, stats

from cladpy.runtime.scipy import density_adjoint, finite_or_zero, log_inside, simplex_adjoint, stdtr_slope

COV = np.array([[2.0, 0.3], [0.3, 1.0]])


def test_outside_of_the_support_a_logarithm_is_zero():
    """Without a warning."""
    assert log_inside(np.array([-1.0, 0.0, np.e])) == pytest.approx([0.0, 0.0, 1.0])
    assert finite_or_zero(np.array([-np.inf, np.nan, 2.0])).tolist() == [0.0, 0.0, 2.0]


def test_of_a_covariance_the_lower_triangle_is_read():
    """As SciPy reads it: the other triangle has no adjoint."""
    x = np.array([[0.5, -1.0], [1.0, 0.2]])
    found = density_adjoint(np.ones(2), x, None, COV, "cov")
    assert found[0, 1] == 0
    moved = COV + 1e-6 * np.array([[0, 1], [1, 0]])
    change = np.sum(stats.multivariate_normal.logpdf(x, cov=moved) - stats.multivariate_normal.logpdf(x, cov=COV))
    assert found[1, 0] == pytest.approx(change / 1e-6, rel=1e-4)


def test_axes_of_one_point_that_scipy_drops_come_back():
    """The adjoint has the shape of the points."""
    assert density_adjoint(np.ones(3), np.ones((3, 1, 2)), None, COV, "x").shape == (3, 1, 2)


def test_a_proportion_that_is_left_out_moves_against_the_others():
    """Its slope is taken from each of theirs."""
    whole = simplex_adjoint(1.0, np.array([0.2, 0.3, 0.5]), np.array([2.0, 3.0, 4.0]), "x")
    part = simplex_adjoint(1.0, np.array([0.2, 0.3]), np.array([2.0, 3.0, 4.0]), "x")
    assert part == pytest.approx(whole[:2] - whole[2])


@pytest.mark.parametrize("df", [0.5, 2.0, 9.0])
@pytest.mark.parametrize("t", [-3.0, -0.1, 0.0, 0.4, 2.5])
def test_slope_of_students_distribution_in_its_degrees_of_freedom(df, t):
    """Against a four-point difference of SciPy's function."""
    h = 1e-3 * df
    near = special.stdtr(df + h, t) - special.stdtr(df - h, t)
    far = special.stdtr(df + 2 * h, t) - special.stdtr(df - 2 * h, t)
    assert stdtr_slope(df, t) == pytest.approx((8 * near - far) / (12 * h), rel=1e-8, abs=1e-11)
