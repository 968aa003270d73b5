"""Singular values and vectors: full bases, equal values, values of 0, complex matrices."""

import numpy as np
import pytest

from cladpy.runtime import svd_adjoint, svd_tangent, svdvals_adjoint

STEP = 1e-6  # of central differences: error 1e-12 of truncation, 1e-10 of rounding


def moved(function, a, t):
    """Return the derivative of a function of a matrix along a direction."""
    return (function(a + STEP * t) - function(a - STEP * t)) / (2 * STEP)


def complex_normal(rng, *shape):
    """Return complex numbers."""
    return rng.standard_normal(shape) + 1j * rng.standard_normal(shape)


def real_normal(rng, *shape):
    """Return real numbers."""
    return rng.standard_normal(shape)


def of_product(c, u, s, vh, power):
    """Return the cotangents of sum(c * ((u * s**power) @ vh)).real."""
    k = len(s)
    left, right = u[:, :k], vh[:k]
    d_u, d_vh = c @ right.T * s**power, (left * s**power).T @ c
    d_s = power * s ** (power - 1) * np.diag(left.T @ c @ right.T).real
    return d_u, d_s, d_vh


@pytest.mark.parametrize("draw", [real_normal, complex_normal])
@pytest.mark.parametrize("shape", [(3, 3), (4, 3), (3, 5)])
def test_functions_that_do_not_see_the_choice_of_vectors(draw, shape, rng):
    """Signs, and phases of complex vectors, cancel out of u @ f(s) @ vh."""
    a, c, t = (draw(rng, *shape) for _ in range(3))

    def function(x):
        u, s, vh = np.linalg.svd(x, full_matrices=False)
        return np.sum(c * ((u * s**2) @ vh)).real

    u, s, vh = np.linalg.svd(a, full_matrices=False)
    adjoint = svd_adjoint(*of_product(c, u, s, vh, 2), u, s, vh)
    assert np.sum(adjoint * t).real == pytest.approx(moved(function, a, t), rel=1e-6)


@pytest.mark.parametrize("draw", [real_normal, complex_normal])
def test_projector_on_what_the_columns_leave_out(draw, rng):
    """It does not depend on the choice of the further columns of a full basis."""
    a, t, c = draw(rng, 5, 2), draw(rng, 5, 2), draw(rng, 5, 5)
    c = c + c.conj().T

    def function(x):
        u = np.linalg.svd(x)[0][:, 2:]
        return np.sum(c * (u @ u.conj().T)).real

    u, s, vh = np.linalg.svd(a)
    d_u = np.zeros_like(u)
    d_u[:, 2:] = c @ u[:, 2:].conj() + np.conj(c.T @ u[:, 2:])
    adjoint = svd_adjoint(d_u, 0.0, 0.0, u, s, vh)
    assert np.sum(adjoint * t).real == pytest.approx(moved(function, a, t), rel=1e-6)
    d_u[:, 2] = 1.0
    assert np.isnan(svd_adjoint(d_u, 0.0, 0.0, u, s, vh)).all()


def repeated(rng, values=(3.0, 3.0, 1.0)):
    """Return a matrix whose singular values are equal but for rounding."""
    p, q = (np.linalg.qr(rng.standard_normal((3, 3)))[0] for _ in range(2))
    return (p * np.array(values)) @ q


def test_polar_factor_of_repeated_singular_values(rng):
    """It is smooth, though the vectors are not."""
    a, c, t = repeated(rng), rng.standard_normal((3, 3)), rng.standard_normal((3, 3))

    def function(x):
        u, _, vh = np.linalg.svd(x)
        return np.sum(c * (u @ vh))

    u, s, vh = np.linalg.svd(a)
    d_u, _, d_vh = of_product(c, u, s, vh, 0)
    adjoint = svd_adjoint(d_u, 0.0, d_vh, u, s, vh)
    assert np.sum(adjoint * t) == pytest.approx(moved(function, a, t), rel=1e-6)


def test_what_moves_with_split_values_is_not_guessed(rng):
    """At a repeated singular value the cotangents do not say how the function moves: NaN."""
    u, s, vh = np.linalg.svd(repeated(rng))
    cotangents = of_product(rng.standard_normal((3, 3)), u, s, vh, 2)
    assert np.isnan(svd_adjoint(*cotangents, u, s, vh)).any()


def test_vectors_of_the_value_zero(rng):
    """They are anybody's choice: 0 where they are not read, as in a truncated product, and NaN else."""
    a, c, t = repeated(rng, (3.0, 2.0, 0.0)), rng.standard_normal((3, 3)), rng.standard_normal((3, 3))

    def function(x):
        u, s, vh = np.linalg.svd(x)
        return np.sum(c * ((u[:, :2] * s[:2]) @ vh[:2]))

    u, s, vh = np.linalg.svd(a)
    d_u, d_s, d_vh = of_product(c, u, s, vh, 1)
    d_u[:, 2], d_s[2], d_vh[2] = 0, 0, 0
    assert np.sum(svd_adjoint(d_u, d_s, d_vh, u, s, vh) * t) == pytest.approx(moved(function, a, t), rel=1e-6)
    u, s, vh = np.linalg.svd(a[:, :2] * [1.0, 0.0], full_matrices=False)
    assert np.isnan(svd_adjoint(np.ones((3, 2)), 0.0, 0.0, u, s, vh)).any()


@pytest.mark.parametrize("shape", [(4, 3), (3, 4), (2, 3, 3)])
def test_tangent_of_full_bases(shape, rng):
    """Orthonormal vectors stay so, and the product moves as the matrix does."""
    a, t = rng.standard_normal(shape), rng.standard_normal(shape)
    u, s, vh = np.linalg.svd(a)
    t_u, t_s, t_vh = svd_tangent(t, u, s, vh)
    k = s.shape[-1]
    diagonal = np.eye(k)
    left, right = u[..., :k], vh[..., :k, :]
    product = (t_u[..., :k] * s[..., None, :]) @ right + left @ (t_s[..., None] * diagonal) @ right
    assert product + (left * s[..., None, :]) @ t_vh[..., :k, :] == pytest.approx(t, rel=1e-9, abs=1e-9)
    assert u.mT @ t_u == pytest.approx(-(u.mT @ t_u).mT, abs=1e-9)
    assert vh @ t_vh.mT == pytest.approx(-(vh @ t_vh.mT).mT, abs=1e-9)


def test_complex_singular_values(rng):
    """They are real, and so are their cotangents."""
    a, t, d = complex_normal(rng, 4, 3), complex_normal(rng, 4, 3), rng.standard_normal(3)
    changed = moved(np.linalg.svdvals, a, t)
    assert np.sum(svdvals_adjoint(d, a) * t).real == pytest.approx(np.sum(d * changed), rel=1e-6)


def test_single_precision_stays(rng):
    """An adjoint has the dtype of its primal."""
    u, s, vh = np.linalg.svd(rng.standard_normal((4, 3)).astype(np.float32), full_matrices=False)
    assert svd_adjoint(u, s, vh, u, s, vh).dtype == np.float32
