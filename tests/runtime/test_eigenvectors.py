"""Eigenvalues, eigenvectors and zeros: adjoints are transposes of tangents, and tangents satisfy what defines them."""

import numpy as np
import pytest

from cladpy.runtime import eig_adjoint, eig_tangent, eigvals_adjoint, eigvals_tangent, roots_adjoint, roots_tangent

RNG = np.random.default_rng(2)
A, T = RNG.normal(size=(2, 4, 4))
COMPLEX = A + 1j * RNG.normal(size=(4, 4))


@pytest.mark.parametrize("a", [A, COMPLEX, A + A.T])
def test_the_tangent_satisfies_the_equation(a):
    """That of a @ v = v * w, that of columns of length 1, and that of a largest component that stays real."""
    w, v = np.linalg.eig(a)
    t_w, t_v = eig_tangent(T, w, v)
    assert T @ v + a @ t_v == pytest.approx(t_v * w + v * t_w, abs=1e-10)
    assert np.real(np.sum(v.conj() * t_v, axis=0)) == pytest.approx(np.zeros(4), abs=1e-12)
    largest = np.argmax(np.abs(v), axis=0)
    assert np.imag(t_v[largest, range(4)]) == pytest.approx(np.zeros(4), abs=1e-10)


@pytest.mark.parametrize("a", [A, COMPLEX])
def test_the_adjoint_is_the_transpose(a):
    """Of values and vectors together, and of the values alone."""
    w, v = np.linalg.eig(a)
    d_w, d_v = (RNG.normal(size=x.shape) + 1j * RNG.normal(size=x.shape) for x in (w, v))
    t_w, t_v = eig_tangent(T, w, v)
    moved = np.real(np.sum(d_w * t_w) + np.sum(d_v * t_v))
    assert np.real(np.sum(eig_adjoint(d_w, d_v, w, v) * T)) == pytest.approx(moved, rel=1e-9)
    values = np.linalg.eigvals(a)
    along = np.real(np.sum(d_w * eigvals_tangent(T, a, values)))
    assert np.real(np.sum(eigvals_adjoint(d_w, a, values) * T)) == pytest.approx(along, rel=1e-9)


def test_zeros_move_as_their_polynomial_does():
    """The slope of p times the move of a zero is the negative change of p there."""
    p, t = np.array([2.0, -3.0, -4.0, 1.0]), np.array([0.1, -0.2, 0.3, 0.4])
    r = np.roots(p)
    moved = roots_tangent(t, p, r)
    assert np.polyval(np.polyder(p), r) * moved == pytest.approx(-np.polyval(t, r), rel=1e-10)
    assert np.sum(roots_adjoint(np.ones(3), p, r) * t) == pytest.approx(np.sum(moved), rel=1e-10)
