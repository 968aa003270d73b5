"""Programs of linear algebra: factors and what is made of them, in single precision, as views, of stacks."""

import numpy as np
import pytest

from cladpy import check_gradient, gradient

RNG = np.random.default_rng(0)
A, B, C = RNG.normal(size=(4, 3)), RNG.normal(size=(4, 2)), RNG.normal(size=(4, 3))
S = RNG.normal(size=(3, 3))
S = S @ S.T + np.eye(3)
WEIGHTS = np.arange(16.0).reshape(4, 4)


def truncated(a):
    u, s, vh = np.linalg.svd(a, full_matrices=False)
    return np.sum((u[:, :2] * s[:2]) @ vh[:2] * C)


def left_out(a):
    u, s, _ = np.linalg.svd(a)
    rest = u[:, 3:]
    return np.sum(rest @ rest.T * WEIGHTS) + np.sum(s)


def values_by_name(a):
    return np.sum(np.linalg.svd(a, full_matrices=False).S ** 3)


def values_alone(a):
    return np.sum(np.linalg.svd(a, compute_uv=False) ** 3)


def one_of_the_results(a):
    return np.sum(np.linalg.svd(a)[1][:2])


def eigenvalues_by_name(a):
    return np.sum(np.linalg.eigh(a).eigenvalues ** 3)


def matrix_function(a):
    w, v = np.linalg.eigh(a + a.T)
    return np.sum((v * np.exp(w / 9)) @ v.T * S)


def gram_schmidt(a):
    q, r = np.linalg.qr(a)
    return np.sum(q * C) + np.sum(r[0] ** 2)


def triangle_alone(a):
    return np.sum(np.linalg.qr(a, mode="r") ** 3)


def ridge(a, b):
    return np.sum(np.linalg.pinv(a) @ b)


def fit(a, b):
    x, residuals, _, s = np.linalg.lstsq(a, b, rcond=None)
    return np.sum(x**2) + np.sum(residuals) + np.sum(s)


def fit_alone(a, b):
    return np.sum(np.linalg.lstsq(a, b)[0] ** 2)


def walk(a):
    return np.sum(np.linalg.matrix_power(a / 9, 5) * S)


def chain(a, b):
    return np.sum(np.linalg.multi_dot([a.T, b, b.T, a]))


def likelihood(a):
    factor = np.linalg.cholesky(a)
    solved = np.linalg.solve(factor, C.T)
    return np.sum(solved**2) + np.linalg.slogdet(a).logabsdet


def conditions(a):
    return np.linalg.cond(a) + np.linalg.cond(a.T @ a, 1)


def norms_of_the_standard(a):
    total = np.linalg.vector_norm(a, axis=1).sum() + np.linalg.matrix_norm(a) + np.linalg.vector_norm(a, ord=3)
    return total + np.linalg.trace(a.T @ a) + np.sum(np.linalg.diagonal(a) ** 2)


def products_of_the_standard(a):
    total = np.sum(np.linalg.cross(a[:1], a) ** 2) + np.sum(np.linalg.vecdot(a, a * a))
    return total + np.sum(np.linalg.outer(a[0], a[1]) ** 2)


@pytest.mark.parametrize(
    ("function", "args"),
    [
        (truncated, (A,)),
        (left_out, (A,)),
        (values_by_name, (A,)),
        (values_alone, (A.T,)),
        (one_of_the_results, (A,)),
        (eigenvalues_by_name, (S,)),
        (matrix_function, (S,)),
        (gram_schmidt, (A,)),
        (triangle_alone, (A.T,)),
        (ridge, (A, B)),
        (fit, (A, B[:, 0])),
        (fit, (np.asfortranarray(A), B[::-1])),
        (fit_alone, (A.T, B[:3])),
        (walk, (S,)),
        (chain, (A, B)),
        (likelihood, (S,)),
        (conditions, (A,)),
        (norms_of_the_standard, (A,)),
        (products_of_the_standard, (A,)),
        (truncated, (A.astype(np.float32),)),
        (matrix_function, (S.astype(np.float32),)),
        (gram_schmidt, (A.astype(np.float32),)),
        (fit, (A.astype(np.float32), B.astype(np.float32))),
        (likelihood, (S.astype(np.float32),)),
        (eigenvalues_by_name, (np.eye(3),)),
        (lambda a: np.sum(np.linalg.svdvals(a) ** 2), (np.eye(4, 3),)),
        (lambda a: np.sum(np.linalg.det(a) + np.linalg.slogdet(a)[1]), (S + np.zeros((2, 3, 3)),)),
    ],
)
def test_program(function, args):
    """Right in every respect that can be checked from outside."""
    check_gradient(function, args)


def test_what_depends_on_the_choice_of_eigenvectors_is_nan():
    """Of the identity any basis holds eigenvectors: no number is better than a wrong one."""
    assert np.isnan(gradient(matrix_function, "a")(np.eye(3))).any()


GENERAL = np.array([[0.5, -2.0, 0.3], [1.5, 0.2, -0.4], [0.1, 0.7, 2.0]])
"""Of a matrix with two complex eigenvalues and a real one."""


def lengths_and_components(a):
    w, v = np.linalg.eig(a)
    return np.sum(np.abs(w)) + np.sum(np.abs(v[0]) ** 2)


def angles_of_vectors(a):
    v = np.linalg.eig(a).eigenvectors
    return np.sum(np.abs(v.T @ v) ** 2)


@pytest.mark.parametrize(
    "function",
    [
        lengths_and_components,
        angles_of_vectors,
        lambda a: np.sum(np.abs(np.linalg.eigvals(a)) ** 2),
        lambda a: np.sum(np.real(np.linalg.eigvals(a @ a))),
    ],
)
@pytest.mark.parametrize("a", [GENERAL, S, GENERAL + 1j * S, GENERAL.astype(np.float32)])
def test_general_eigenvalues(function, a):
    """Real or complex as the values have it, of real and complex matrices."""
    check_gradient(function, (a,))


@pytest.mark.parametrize("p", [[1.0, 2.0, 3.0, -4.0], [1.0, -6.0, 11.0, -6.0], [2.0, 1.0]])
def test_zeros_of_polynomials(p):
    """Complex ones, real ones, a single one."""
    check_gradient(lambda p: np.sum(np.abs(np.roots(p))), (np.array(p),))


@pytest.mark.parametrize("a", [GENERAL, S])
def test_a_result_that_may_be_complex_is_seeded_as_a_complex_one(a):
    """The seed is conjugated where it is complex, which is known when the derivative runs."""
    check_gradient(lambda a: np.linalg.eigvals(a), (a,))


def test_eigenvectors_of_equal_eigenvalues_have_no_derivative():
    """They would turn into each other; their values alone have one."""
    diagonal = np.diag([1.0, 1.0, 2.0])
    assert not np.isfinite(gradient(angles_of_vectors, "a")(diagonal)).all()
    assert gradient(lambda a: np.sum(np.real(np.linalg.eigvals(a))), "a")(diagonal).tolist() == np.eye(3).tolist()
