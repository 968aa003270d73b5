"""Interpolation: knots, places beyond them, periods, single knots."""

import numpy as np
import pytest

from cladpy.runtime import interp_adjoint, interp_slope, interp_slope_adjoint

XP = np.array([0.0, 1.0, 3.0])


def test_the_slope_at_a_knot_is_that_on_its_right():
    """At the last one that on its left; 0 beyond."""
    assert interp_slope(np.array([-1.0, 0.0, 1.0, 3.0, 4.0]), XP, [0.0, 2.0, 3.0]).tolist() == [0.0, 2.0, 0.5, 0.5, 0.0]
    assert interp_slope(0.5, XP, [0.0, 2.0, 3.0]) == 2.0


@pytest.mark.parametrize("period", [None, 4.0])
def test_adjoints_are_transposes(period, rng):
    """Of the values, and of what the slope makes of them."""
    x, fp, d = rng.uniform(-3.0, 5.0, 9), rng.standard_normal(3), rng.standard_normal(9)
    value = np.interp(x, XP, fp, period=period)
    assert fp @ interp_adjoint(d, x, XP, period=period) == pytest.approx(d @ value, rel=1e-13)
    slope = interp_slope(x, XP, fp, period)
    assert fp @ interp_slope_adjoint(d, x, XP, period) == pytest.approx(d @ slope, rel=1e-13)


def test_values_of_their_own_beyond_the_knots():
    """What lies there is none of the interpolated values."""
    x = np.array([-1.0, 5.0])
    assert interp_adjoint(np.ones(2), x, XP).tolist() == [1.0, 0.0, 1.0]
    assert interp_adjoint(np.ones(2), x, XP, left=7.0).tolist() == [0.0, 0.0, 1.0]
    assert interp_adjoint(np.ones(2), x, XP, right=7.0).tolist() == [1.0, 0.0, 0.0]


def test_a_single_knot():
    """The function is constant."""
    assert interp_slope(np.array([0.0, 1.0]), [0.5], [2.0]).tolist() == [0.0, 0.0]
    assert interp_adjoint(np.ones(2), np.array([0.0, 1.0]), [0.5]).tolist() == [2.0]
