"""What is read from one triangle: the other has adjoint 0; eigenvalues that are equal; Hermitian matrices."""

import numpy as np
import pytest

from cladpy.runtime import (
    cholesky_adjoint,
    cholesky_tangent,
    eigh_adjoint,
    eigh_tangent,
    eigvalsh_adjoint,
    eigvalsh_tangent,
)
from cladpy.runtime.hermitian import fold_triangle

STEP = 1e-6  # of central differences: error 1e-12 of truncation, 1e-10 of rounding


def moved(function, a, t):
    """Return the derivative of a function of a matrix along a direction."""
    return (function(a + STEP * t) - function(a - STEP * t)) / (2 * STEP)


def complex_normal(rng, *shape):
    """Return complex numbers."""
    return rng.standard_normal(shape) + 1j * rng.standard_normal(shape)


@pytest.mark.parametrize("upper", [False, True])
@pytest.mark.parametrize("draw", [lambda rng, *shape: rng.standard_normal(shape), complex_normal])
def test_cholesky_leaves_the_other_triangle_at_zero(upper, draw, rng):
    """NumPy reads one triangle, so that the function does not depend on the other."""
    a, d, t = 9.0 * np.eye(3) + draw(rng, 3, 3), draw(rng, 3, 3), draw(rng, 3, 3)
    factor = np.linalg.cholesky(a, upper=upper)
    adjoint = cholesky_adjoint(d, factor, upper=upper)
    assert not (np.tril(adjoint, -1) if upper else np.triu(adjoint, 1)).any()
    changed = moved(lambda x: np.linalg.cholesky(x, upper=upper), a, t)
    assert np.sum(adjoint * t).real == pytest.approx(np.sum(d * changed).real, rel=1e-7)
    assert cholesky_tangent(t, factor, upper=upper) == pytest.approx(changed, rel=1e-7, abs=1e-9)


@pytest.mark.parametrize("uplo", ["L", "U", "l"])
@pytest.mark.parametrize("draw", [lambda rng, *shape: rng.standard_normal(shape), complex_normal])
def test_eigenvalues_leave_the_other_triangle_at_zero(uplo, draw, rng):
    """As for Cholesky factors."""
    a, t, d = draw(rng, 3, 3), draw(rng, 3, 3), rng.standard_normal(3)
    adjoint = eigvalsh_adjoint(d, a, uplo)
    assert not (np.tril(adjoint, -1) if uplo == "U" else np.triu(adjoint, 1)).any()
    changed = moved(lambda x: np.linalg.eigvalsh(x, uplo), a, t)
    assert np.sum(adjoint * t).real == pytest.approx(np.sum(d * changed), rel=1e-6, abs=1e-8)
    assert eigvalsh_tangent(t, a, uplo) == pytest.approx(changed, rel=1e-6, abs=1e-8)


def test_functions_of_complex_eigenvectors_that_do_not_see_their_phase(rng):
    """The adjoint of v is that of a matrix function, which the phases cancel out of."""
    a, t, c = (complex_normal(rng, 3, 3) for _ in range(3))

    def function(x):
        w, v = np.linalg.eigh(x)
        return np.sum(c * ((v * np.sin(w)) @ v.conj().T)).real

    w, v = np.linalg.eigh(a)
    d_v = c @ (v.conj() * np.sin(w)) + np.conj(c.T @ v * np.sin(w))  # of v, and of its conjugate
    d_w = np.sum(v * (c @ v.conj()), axis=0).real * np.cos(w)
    adjoint = eigh_adjoint(d_w, d_v, w, v)
    assert np.sum(adjoint * t).real == pytest.approx(moved(function, a, t), rel=1e-6)


def test_a_function_of_the_phase_has_no_derivative(rng):
    """It is LAPACK's choice: NaN, not the derivative of another choice."""
    w, v = np.linalg.eigh(complex_normal(rng, 3, 3))
    assert np.isnan(eigh_adjoint(0.0, np.ones((3, 3)), w, v)).any()


def test_eigenvectors_of_a_repeated_eigenvalue():
    """They have no derivative: NaN, not a number that looks like one; 0 where their cotangent is 0."""
    w, v = np.linalg.eigh(np.diag([1.0, 1.0, 2.0]))
    assert np.isnan(eigh_adjoint(0.0, np.arange(9.0).reshape(3, 3), w, v)).any()
    only_the_last = np.zeros((3, 3))
    only_the_last[:, 2] = v[:, 2]  # of sum(v[:, 2] ** 2) / 2, which is constant
    assert eigh_adjoint(0.0, only_the_last, w, v).tolist() == np.zeros((3, 3)).tolist()


def turned(rng):
    """Return a matrix with an eigenvalue that is repeated but for rounding, and its basis."""
    q = np.linalg.qr(rng.standard_normal((4, 4)))[0]
    return (q * [1.0, 1.0, 2.0, 5.0]) @ q.T


def test_the_projector_on_the_space_of_a_repeated_eigenvalue(rng):
    """It does not depend on the choice of the vectors, and is smooth."""
    a, c, t = turned(rng), rng.standard_normal((4, 4)), rng.standard_normal((4, 4))
    c, t = c + c.T, t + t.T

    def function(x):
        v = np.linalg.eigh(x)[1][:, :2]
        return np.sum(c * (v @ v.T))

    w, v = np.linalg.eigh(a)
    d_v = np.zeros((4, 4))
    d_v[:, :2] = 2 * c @ v[:, :2]
    assert np.sum(eigh_adjoint(0.0, d_v, w, v) * t) == pytest.approx(moved(function, a, t), rel=1e-6)


def test_a_function_that_moves_with_split_eigenvalues_is_not_guessed(rng):
    """What the cotangents hold of it at a repeated eigenvalue does not say how it moves: NaN."""
    a, c = turned(rng), rng.standard_normal((4, 4))
    w, v = np.linalg.eigh(a)
    d_v, d_w = (c + c.T) @ v * np.exp(w), np.diag(v.T @ c @ v) * np.exp(w)
    assert np.isnan(eigh_adjoint(d_w, d_v, w, v)).any()


def test_sums_over_repeated_eigenvalues_are_smooth():
    """Their cotangents are equal."""
    w, v = np.linalg.eigh(2 * np.eye(3))
    assert eigh_adjoint(2 * w, 0.0, w, v) == pytest.approx(4 * np.eye(3))


def test_results_that_nothing_read():
    """A scalar 0 stands for their cotangents."""
    w, v = np.linalg.eigh(np.diag([1.0, 2.0]))
    assert eigh_adjoint(np.array([1.0, 2.0]), 0.0, w, v).tolist() == [[1.0, 0.0], [0.0, 2.0]]
    assert eigh_adjoint(0.0, np.zeros((2, 2)), w, v).tolist() == [[0.0, 0.0], [0.0, 0.0]]
    t_w, t_v = eigh_tangent(np.array([[1.0, 0.0], [3.0, 2.0]]), w, v)
    assert t_w.tolist() == [1.0, 2.0]
    assert t_v.tolist() == [[0.0, 3.0], [-3.0, 0.0]]


def test_fold_triangle_of_a_hermitian_matrix():
    """The imaginary parts of the diagonal are not read."""
    d = np.array([[1.0 + 2.0j, 3.0j], [5.0, 4.0]])
    assert fold_triangle(d).tolist() == [[1.0, 0.0], [5.0 - 3.0j, 4.0]]
