"""Pseudo-inverses and least squares of rank-deficient and complex matrices; the rest is in the tests of the rules."""

import numpy as np
import pytest

from cladpy.runtime import lstsq_adjoint, lstsq_tangent, pinv_adjoint, pinv_tangent

STEP = 1e-6  # of central differences: error 1e-12 of truncation, 1e-10 of rounding


def complex_normal(rng, *shape):
    """Return complex numbers."""
    return rng.standard_normal(shape) + 1j * rng.standard_normal(shape)


def pair(rng, draw):
    """Return a matrix of rank 2, and a direction along which its rank stays."""
    left, right, t_left, t_right = draw(rng, 5, 2), draw(rng, 2, 4), draw(rng, 5, 2), draw(rng, 2, 4)

    def along(step):
        return (left + step * t_left) @ (right + step * t_right)

    return along, t_left @ right + left @ t_right


@pytest.mark.parametrize("draw", [lambda rng, *shape: rng.standard_normal(shape), complex_normal])
def test_pinv_of_constant_rank(draw, rng):
    """The formula of Golub and Pereyra needs no full rank."""
    along, t = pair(rng, draw)
    y, d = np.linalg.pinv(along(0.0), rcond=1e-9), draw(rng, 4, 5)
    changed = (np.linalg.pinv(along(STEP), rcond=1e-9) - np.linalg.pinv(along(-STEP), rcond=1e-9)) / (2 * STEP)
    adjoint = pinv_adjoint(d, along(0.0), y)
    assert np.sum(adjoint * t).real == pytest.approx(np.sum(d * changed).real, rel=1e-6)
    assert pinv_tangent(t, along(0.0), y) == pytest.approx(changed, rel=1e-6, abs=1e-8)


@pytest.mark.parametrize("draw", [lambda rng, *shape: rng.standard_normal(shape), complex_normal])
def test_lstsq_of_constant_rank(draw, rng):
    """The rank that the primal found is kept."""
    along, t_a = pair(rng, draw)
    a, b, t_b, d = along(0.0), draw(rng, 5), draw(rng, 5), draw(rng, 4)

    def solution(step):
        return np.linalg.lstsq(along(step), b + step * t_b, rcond=1e-9)

    x, residuals, rank, s = solution(0.0)
    changed = (solution(STEP)[0] - solution(-STEP)[0]) / (2 * STEP)
    d_a, d_b = (lstsq_adjoint(d, 0.0, 0.0, a, b, x, rank, of_matrix=first) for first in (True, False))
    assert (np.sum(d_a * t_a) + np.sum(d_b * t_b)).real == pytest.approx(np.sum(d * changed).real, rel=1e-6)
    assert lstsq_tangent(t_a, t_b, a, b, x, residuals, rank, s)[0] == pytest.approx(changed, rel=1e-6, abs=1e-8)


def test_complex_residuals(rng):
    """They are real."""
    a, b, t_a, t_b = (complex_normal(rng, *shape) for shape in ((5, 2), (5, 3), (5, 2), (5, 3)))
    x, residuals, rank, s = np.linalg.lstsq(a, b)
    changed = (
        np.linalg.lstsq(a + STEP * t_a, b + STEP * t_b)[1] - np.linalg.lstsq(a - STEP * t_a, b - STEP * t_b)[1]
    ) / (2 * STEP)
    d = rng.standard_normal(3)
    d_a, d_b = (lstsq_adjoint(0.0, d, 0.0, a, b, x, rank, of_matrix=first) for first in (True, False))
    assert (np.sum(d_a * t_a) + np.sum(d_b * t_b)).real == pytest.approx(np.sum(d * changed), rel=1e-6)
    assert lstsq_tangent(t_a, t_b, a, b, x, residuals, rank, s)[1] == pytest.approx(changed, rel=1e-6)
