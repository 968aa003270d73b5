"""Adjoints of factors and functions of a matrix, against what defines them."""

import numpy as np
import pytest

pytest.importorskip("scipy.linalg")

from scipy import linalg

from cladpy.runtime.scipy import (
    cho_factor_tangent,
    expm_adjoint,
    expm_tangent,
    lu_factor_tangent,
    sqrtm_adjoint,
    sqrtm_tangent,
    sylvester_adjoint,
)
from cladpy.runtime.scipy.solves import row_order, unit_lower

RNG = np.random.default_rng(4)
T, A, D = RNG.normal(size=(3, 3, 3))
POSITIVE = A @ A.T + np.eye(3)


def test_the_tangent_of_an_exponential_is_the_same_for_one_matrix_and_a_stack():
    """Two algorithms of SciPy's."""
    assert expm_tangent(T, A) == pytest.approx(expm_tangent(T[None], A[None])[0], rel=1e-10)


def test_an_exponential_of_a_multiple_moves_along_itself():
    """The derivative of expm(s a) in s is a @ expm(s a)."""
    assert expm_tangent(A, A) == pytest.approx(A @ linalg.expm(A), rel=1e-10)


def test_adjoints_are_transposes_of_tangents():
    """Of the exponential and of the square root."""
    assert np.sum(expm_adjoint(D, A) * T) == pytest.approx(np.sum(D * expm_tangent(T, A)), rel=1e-10)
    root = linalg.sqrtm(POSITIVE)
    assert np.sum(sqrtm_adjoint(D, root) * T) == pytest.approx(np.sum(D * sqrtm_tangent(T, root)), rel=1e-10)


def test_the_tangent_of_a_root_solves_its_equation():
    """From root @ root = a."""
    root = linalg.sqrtm(POSITIVE)
    moved = sqrtm_tangent(T, root)
    assert moved @ root + root @ moved == pytest.approx(T, rel=1e-10)


def test_the_tangent_of_factors_gives_that_of_their_product():
    """Lower times upper is the matrix, its rows in order."""
    lu, piv = linalg.lu_factor(A)
    moved, _ = lu_factor_tangent(T, lu, piv)
    product = np.tril(moved, -1) @ np.triu(lu) + unit_lower(lu) @ np.triu(moved)
    assert product == pytest.approx(T[row_order(piv)], rel=1e-10)


def test_the_triangle_that_cho_factor_leaves_moves_with_the_matrix():
    """It is that of the matrix, unchanged."""
    c, lower = linalg.cho_factor(POSITIVE, lower=True)
    moved, _ = cho_factor_tangent(T, c, lower)
    assert np.triu(moved, 1).tolist() == np.triu(T, 1).tolist()


def test_the_adjoint_of_the_right_side_solves_the_transposed_equation():
    """a.T @ d_q + d_q @ b.T = d."""
    b = 4 * np.eye(3)
    d_q = sylvester_adjoint(D, A, b, T, "q")
    assert A.T @ d_q + d_q @ b.T == pytest.approx(D, rel=1e-10)
