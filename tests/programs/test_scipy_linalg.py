"""Programs that call scipy.linalg, under the names by which users import it."""

import numpy as np
import pytest

pytest.importorskip("scipy.linalg")

import scipy.linalg as sl
from scipy.linalg import cho_factor, cho_solve, solve_triangular

from cladpy import CladpyError, check_gradient, gradient, pushforward

RNG = np.random.default_rng(1)
POINTS, TARGETS = RNG.normal(size=(6, 2)), RNG.normal(size=6)
SQUARES = np.sum((POINTS[:, None] - POINTS) ** 2, axis=-1)
A, B = RNG.normal(size=(3, 3)), RNG.normal(size=3)
THETA = np.array([0.1, 0.2, -0.3])


def covariance(theta):
    return np.exp(theta[0] - SQUARES * np.exp(theta[1])) + np.exp(theta[2]) * np.eye(len(SQUARES))


def evidence_by_pair(theta):
    factor = cho_factor(covariance(theta), lower=True)
    return 0.5 * TARGETS @ cho_solve(factor, TARGETS) + np.sum(np.log(np.diag(factor[0])))


def evidence_by_parts(theta):
    factor, low = cho_factor(covariance(theta))
    return 0.5 * TARGETS @ cho_solve((factor, low), TARGETS) + np.sum(np.log(np.diag(factor)))


def evidence_by_triangle(theta):
    factor = sl.cholesky(covariance(theta), lower=True)
    whitened = solve_triangular(factor, TARGETS, lower=True)
    return 0.5 * whitened @ whitened + np.sum(np.log(np.diag(factor)))


def triangle_that_cho_factor_leaves(a):
    return np.sum(cho_factor(a @ a.T + np.eye(3))[0] ** 2)


def both_directions(a, b):
    factors = sl.lu_factor(a)
    return np.sum(sl.lu_solve(factors, b) ** 2) + np.sum(sl.lu_solve(factors, b, trans=1))


def propagator(a, b):
    state, total = b, 0.0
    step = sl.expm(0.1 * a)
    for _ in range(3):
        state = step @ state
        total = total + state @ state
    return total


def root_of_a_positive_matrix(a):
    return np.sum(sl.sqrtm(a @ a.T + np.eye(3)).real)


def root(a):
    return np.sum(np.abs(sl.sqrtm(a)) ** 2)


def diagonal_of_a_root(a):
    return np.sum(np.abs(np.diag(sl.sqrtm(a))))


def diffusion(d, b):
    bands = np.zeros((3, 5))
    bands[1] = 2.5 + d * d
    bands[0, 1:] = -1
    bands[2, :-1] = -d[:-1]
    return np.sum(sl.solve_banded((1, 1), bands, b) ** 2)


def lyapunov(a, b):
    return np.sum(sl.solve_sylvester(a @ a.T + np.eye(3), 2 * np.eye(3), np.outer(b, b)) * a)


def symmetric(a, b):
    return np.sum(sl.solve(a @ a.T + np.eye(3), b, assume_a="pos") * b)


@pytest.mark.parametrize(
    ("function", "args"),
    [
        (evidence_by_pair, (THETA,)),
        (evidence_by_parts, (THETA,)),
        (evidence_by_triangle, (THETA,)),
        (evidence_by_pair, (THETA.astype(np.float32),)),
        (triangle_that_cho_factor_leaves, (A,)),
        (both_directions, (A, B)),
        (propagator, (A, B)),
        (root_of_a_positive_matrix, (A,)),
        (root, (A,)),
        (root, (A @ A.T + np.eye(3),)),
        (diagonal_of_a_root, (A,)),
        (diffusion, (RNG.normal(size=5), RNG.normal(size=5))),
        (lyapunov, (A, B)),
        (symmetric, (A, B)),
        (lambda a, b: np.sum(sl.solve(a, b) ** 2) + sl.det(a) + np.sum(sl.inv(a)), (A, B)),
        (lambda a: sl.norm(a) + np.sum(sl.svdvals(a)) + np.sum(sl.eigvalsh(a)), (A,)),
    ],
)
def test_program(function, args):
    """Right in every respect that can be checked from outside."""
    check_gradient(function, args)


def test_a_factor_that_is_read_twice_collects_both():
    """The pair goes on as one value, and its factor is read by itself; the tangent agrees."""
    d = gradient(evidence_by_pair)(THETA)[0]
    moved = pushforward(evidence_by_pair, "theta")(THETA, np.array([0.0, 1.0, 0.0]))[1]
    assert moved == pytest.approx(d[1], rel=1e-10)


def test_what_would_be_overwritten_is_refused():
    """The derivative reads the matrix."""
    with pytest.raises(CladpyError, match=r"C201.*scipy.linalg.solve with 'overwrite_a'"):
        gradient(lambda a, b: np.sum(sl.solve(a, b, overwrite_a=True)))(A, B)


def test_kinds_of_matrices_without_a_derivative_are_refused():
    """What of a matrix is read depends on the kind."""
    with pytest.raises(CladpyError, match=r"C202.*assume_a may be None, 'gen', 'sym' or 'pos'"):
        gradient(lambda a, b: np.sum(sl.solve(a, b, assume_a="tridiagonal")))(A, B)


def test_factors_of_a_matrix_that_is_not_square_have_no_derivative():
    """Said when it is known, which is at run time."""
    with pytest.raises(CladpyError, match=r"C402.*one square matrix"):
        gradient(lambda a: np.sum(sl.lu_factor(a)[0]))(RNG.normal(size=(4, 3)))
