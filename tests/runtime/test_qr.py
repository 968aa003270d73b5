"""QR factors of complex and rank-deficient matrices, and complete bases; the rest is in the tests of the rules."""

import numpy as np
import pytest

from cladpy.runtime import qr_adjoint, qr_r_adjoint, qr_r_tangent, qr_tangent

STEP = 1e-6  # of central differences: error 1e-12 of truncation, 1e-10 of rounding


def complex_normal(rng, *shape):
    """Return complex numbers."""
    return rng.standard_normal(shape) + 1j * rng.standard_normal(shape)


def moved(function, a, t):
    """Return the derivative of a function of a matrix along a direction."""
    return (function(a + STEP * t) - function(a - STEP * t)) / (2 * STEP)


@pytest.mark.parametrize("shape", [(3, 3), (4, 3), (3, 5)])
def test_complex_matrices(shape, rng):
    """Whose r has a real diagonal."""
    a, t = complex_normal(rng, *shape), complex_normal(rng, *shape)
    q, r = np.linalg.qr(a)
    d_q, d_r = complex_normal(rng, *q.shape), complex_normal(rng, *r.shape)
    t_q, t_r = (moved(lambda x, k=k: np.linalg.qr(x)[k], a, t) for k in (0, 1))
    expected = np.sum(d_q * t_q).real + np.sum(d_r * t_r).real
    assert np.sum(qr_adjoint(d_q, d_r, a, q, r) * t).real == pytest.approx(expected, rel=1e-6)
    for found, changed in zip(qr_tangent(t, a, q, r), (t_q, t_r), strict=True):
        assert found == pytest.approx(changed, rel=1e-6, abs=1e-8)


def test_complete_bases(rng):
    """The projector on the further columns is smooth; they themselves are anybody's choice."""
    a, t, c = rng.standard_normal((5, 2)), rng.standard_normal((5, 2)), rng.standard_normal((5, 5))
    c = c + c.T

    def function(x):
        rest = np.linalg.qr(x, mode="complete")[0][:, 2:]
        return np.sum(c * (rest @ rest.T))

    q, r = np.linalg.qr(a, mode="complete")
    d_q = np.zeros((5, 5))
    d_q[:, 2:] = 2 * c @ q[:, 2:]
    assert np.sum(qr_adjoint(d_q, 0.0, a, q, r) * t) == pytest.approx(moved(function, a, t), rel=1e-6)
    d_q[:, 2] = 1.0
    assert np.isnan(qr_adjoint(d_q, 0.0, a, q, r)).any()
    t_q, t_r = qr_tangent(t, a, q, r)
    assert t_q @ r + q @ t_r == pytest.approx(t)
    assert q.T @ t_q == pytest.approx(-(q.T @ t_q).T, abs=1e-12)


def test_rank_deficient_matrices_have_no_derivative(rng):
    """NaN in their place, and the others of a stack are as they were."""
    a = rng.standard_normal((2, 3, 2))
    a[0, :, 0] = 0
    q, r = np.linalg.qr(a)
    adjoint = qr_adjoint(np.ones(q.shape), 0.0, a, q, r)
    assert np.isnan(adjoint[0]).all()
    assert adjoint[1] == pytest.approx(qr_adjoint(np.ones((3, 2)), 0.0, a[1], q[1], r[1]))


def test_r_alone(rng):
    """As with q, whose cotangent is 0."""
    a, d, t = rng.standard_normal((4, 3)), rng.standard_normal((3, 3)), rng.standard_normal((4, 3))
    q, r = np.linalg.qr(a)
    assert qr_r_adjoint(d, a).tolist() == qr_adjoint(0.0, d, a, q, r).tolist()
    assert qr_r_tangent(t, a).tolist() == qr_tangent(t, a, q, r)[1].tolist()
