"""Polynomials: powers, zeros, products with zeros in front, fits."""

import numpy as np
import pytest

from cladpy.runtime import (
    poly_adjoint,
    poly_tangent,
    polyfit_adjoint,
    polyfit_tangent,
    polymul_adjoint,
    vander_slopes,
)


def test_slopes_of_powers():
    """Of the first and of the second order, in both directions, down to the constant."""
    x = np.array([2.0, 0.0])
    assert vander_slopes(x, 3, increasing=True).tolist() == [[0.0, 1.0, 4.0], [0.0, 1.0, 0.0]]
    assert vander_slopes(x, 4, order=2).tolist() == [[12.0, 2.0, 0.0, 0.0], [0.0, 2.0, 0.0, 0.0]]
    assert vander_slopes(x, 1).tolist() == [[0.0], [0.0]]


def test_coefficients_of_zero_in_front_are_none():
    """NumPy drops them; they receive 0."""
    a, other, d = np.array([0.0, 2.0, 3.0]), np.array([0.0, 5.0]), np.array([1.0, 10.0])
    assert np.polymul(a, other).tolist() == [10.0, 15.0]
    assert polymul_adjoint(d, a, other).tolist() == [0.0, 5.0, 50.0]
    assert polymul_adjoint(d, np.zeros(2), other).tolist() == [0.0, 0.0]


def test_zeros_of_a_polynomial(rng):
    """Coefficients are linear in each zero: a difference is the derivative."""
    zeros = np.array([1.0, 2.0, 2.0, -3.0])
    for k, direction in enumerate(np.eye(4)):
        difference = np.poly(zeros + direction) - np.poly(zeros)
        assert poly_tangent(direction, zeros) == pytest.approx(difference, abs=1e-12)
        d = rng.standard_normal(5)
        assert poly_adjoint(d, zeros)[k] == pytest.approx(d @ difference, abs=1e-11)


@pytest.mark.parametrize("columns", [(), (2,)])
@pytest.mark.parametrize("weighted", [False, True])
def test_fits_are_transposed(columns, weighted, rng):
    """<d, tangent> is the sum over the points, their values and their weights."""
    x, t_x = rng.standard_normal((2, 6))
    y, t_y = rng.standard_normal((2, 6, *columns))
    w, t_w = (rng.uniform(0.5, 2.0, 6), rng.standard_normal(6)) if weighted else (None, 0.0)
    c = np.polyfit(x, y, 2, w=w)
    d = rng.standard_normal(c.shape)
    moved = np.sum(d * polyfit_tangent(t_x, t_y, t_w, x, y, c, w))
    d_x, d_y, d_w = polyfit_adjoint(d, x, y, c, w)
    found = d_x @ t_x + np.sum(d_y.reshape(y.shape) * t_y) + np.sum(d_w * t_w)
    assert found == pytest.approx(moved, rel=1e-9)
