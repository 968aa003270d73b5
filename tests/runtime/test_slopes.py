"""Slopes near points where the plain formula fails."""

import math

import numpy as np
import pytest

from cladpy.runtime.slopes import (
    bessel_i1,
    deviations,
    digamma,
    logaddexp_slope,
    products_of_others,
    sinc_curvature,
    sinc_slope,
)

EULER = 0.57721566490153286  # Abramowitz & Stegun, table 1.1


def test_slopes_of_logaddexp_add_up_to_one():
    """Also where a plain exponential would overflow."""
    x, y = np.array([0.0, 1000.0, -1000.0, 3.0]), np.array([0.0, -1000.0, 1000.0, 2.0])
    assert np.allclose(logaddexp_slope(x, y) + logaddexp_slope(y, x), 1, rtol=1e-15)
    assert logaddexp_slope(x, y)[:3].tolist() == [0.5, 1.0, 0.0]


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [(-math.inf, -math.inf, 0.5), (math.inf, math.inf, 0.5), (math.inf, 0.0, 1.0), (0.0, math.inf, 0.0)],
)
def test_slope_of_logaddexp_at_infinity(x, y, expected):
    """Without a warning."""
    assert logaddexp_slope(x, y) == expected
    assert logaddexp_slope(np.array([x]), np.array([y])).tolist() == [expected]


def test_slope_of_logaddexp_keeps_float32():
    """A Python constant among the operands has no dtype."""
    assert logaddexp_slope(np.ones(2, np.float32), np.zeros(2, np.float32)).dtype == np.float32


@pytest.mark.parametrize("x", [0.0, 1e-300, 1e-8, 1e-3, 0.029, 0.031, 0.4, 1.0, 2.5, -0.02, -3.3])
def test_slope_of_sinc_is_that_of_its_integral(x):
    """sinc(x) is the mean of cos(pi x t) over t in [0, 1], so its slope is that of -pi t sin(pi x t)."""
    nodes, weights = np.polynomial.legendre.leggauss(60)
    t = (nodes + 1) / 2
    expected = float(np.sum(weights / 2 * -math.pi * t * np.sin(math.pi * x * t)))
    assert sinc_slope(x) == pytest.approx(expected, rel=1e-11, abs=1e-300)  # three digits lost next to the series


def test_slope_of_sinc_keeps_shape_and_dtype():
    """Arrays in, arrays out."""
    assert sinc_slope(np.ones((2, 3), np.float32)).dtype == np.float32
    assert sinc_slope(np.ones((2, 0))).shape == (2, 0)


@pytest.mark.parametrize(
    ("x", "expected"),
    [
        (1.0, -EULER),
        (0.5, -EULER - 2 * math.log(2)),
        (5.0, 25 / 12 - EULER),
        (0.25, -EULER - math.pi / 2 - 3 * math.log(2)),
        (-0.5, 2 - EULER - 2 * math.log(2)),
    ],
)
def test_digamma_at_known_points(x, expected):
    """Gauss's values."""
    assert digamma(x) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("x", [0.01, 0.7, 3.3, 60.0, -2.3, -17.5])
def test_digamma_fulfils_its_recurrence(x):
    """psi(x + 1) = psi(x) + 1 / x."""
    assert digamma(x + 1) == pytest.approx(digamma(x) + 1 / x, rel=1e-13, abs=1e-13)


@pytest.mark.parametrize(
    ("items", "expected"),
    [([], []), ([3.0], [2.0]), ([2.0, 0.0, 5.0], [0.0, 20.0, 0.0]), ((0.0, 0.0, 5.0), [0.0, 0.0, 0.0])],
)
def test_products_of_others_are_exact_with_zeros(items, expected):
    """No division by an item."""
    assert products_of_others(2.0, items) == expected


@pytest.mark.parametrize(
    ("d", "center", "expected"),
    [(2.0, None, [-2.0, 0.0, 2.0]), (1.0, 3.0, [-2.0, -1.0, 0.0]), (math.inf, None, [0.0, 0.0, 0.0])],
)
def test_deviations_are_those_from_a_center(d, center, expected):
    """From the mean where none is given; an infinite slope, at a variance of 0, gives 0."""
    assert deviations(d, [1.0, 2.0, 3.0], center) == expected


@pytest.mark.parametrize("x", [-30.0, -1.0, 0.0, 1e-9, 5.0, 19.999, 20.001, 300.0])
def test_bessel_i1_is_the_mean_of_its_integral(x):
    """(1/pi) times the integral of exp(x cos t) cos t over half a circle, by the rule that is exact for such."""
    t = np.linspace(0.0, 2.0 * np.pi, 4001)[:-1]
    expected = np.mean(np.exp(x * np.cos(t) - abs(x)) * np.cos(t)) * np.exp(abs(x))
    assert bessel_i1(x) == pytest.approx(expected, rel=1e-12, abs=1e-15)  # what the mean cancels
    assert bessel_i1(np.float32(x)).dtype == np.float32


@pytest.mark.parametrize("x", [0.0, 1e-3, 0.029, 0.031, 0.5, 1.0, -2.3, 40.25])
def test_sinc_curves_as_its_slope_changes(x):
    """Against a four-point difference of the slope; the series and the quotient meet."""
    h = 1e-3
    near = sinc_slope(x + h) - sinc_slope(x - h)
    far = sinc_slope(x + 2 * h) - sinc_slope(x - 2 * h)
    assert sinc_curvature(x) == pytest.approx((8 * near - far) / (12 * h), rel=1e-9, abs=1e-9)
    assert sinc_curvature(np.float32(x)).dtype == np.float32
