"""Products of sparse matrices and arrays."""

from dataclasses import dataclass

import numpy as np
import pytest

pytest.importorskip("scipy.sparse")

from scipy import sparse

from cladpy import CladpyError, check_gradient, gradient, pushforward

RNG = np.random.default_rng(0)
DENSE = RNG.normal(size=(4, 3)) * (RNG.random((4, 3)) > 0.4)
FIXED = sparse.csr_array(DENSE)
X, Y = RNG.normal(size=3), RNG.normal(size=4)
KINDS = [sparse.csr_array, sparse.csc_array, sparse.coo_array, sparse.dia_array, sparse.csr_matrix, sparse.csc_matrix]


def product(a, x):
    return np.sum((a @ x) ** 2)


def product_from_the_left(a, y):
    return np.sum((y @ a) ** 2)


def transposed(a, y):
    return np.sum((a.T @ y) ** 2)


def method(a, x):
    return np.sum(a.dot(x) ** 2)


def diffusion(a, x):
    h = a @ x
    for _ in range(3):
        h = np.tanh(a @ (a.T @ h))
    return np.sum(h)


def columns(a, x):
    return np.sum(np.tanh(a @ np.outer(x, x)))


def dense(a, x):
    return np.sum((a.toarray() @ x) ** 2)


@dataclass
class Graph:
    edges: object
    weight: np.ndarray


def message(graph, x):
    return np.sum(np.tanh(graph.edges @ (graph.weight * x)))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("function", "x"),
    [
        (product, X),
        (product_from_the_left, Y),
        (transposed, Y),
        (method, X),
        (diffusion, X),
        (columns, X),
        (dense, X),
        (product, X.astype(np.float32)),
    ],
)
def test_products(kind, function, x):
    """Every kind of matrix, in both modes."""
    check_gradient(function, (kind(DENSE), x), [name for name in ("x", "y") if name in function.__code__.co_varnames])


def test_gradient_is_that_of_the_dense_matrix():
    """Numbers of a program with arrays alone."""
    assert gradient(product, "x")(FIXED, X) == pytest.approx(gradient(product, "x")(DENSE, X), rel=1e-12)
    unit = np.array([0.0, 1.0, 0.0])
    found = pushforward(product, "x")(FIXED, X, unit)[1]
    assert found == pytest.approx(pushforward(product, "x")(DENSE, X, unit)[1], rel=1e-12)


def test_a_matrix_that_is_a_global():
    """As users have it."""
    check_gradient(lambda x: np.sum((FIXED @ x) ** 2), (X,))


def test_a_matrix_in_an_object():
    """Its other fields have adjoints."""
    d_graph, d_x = gradient(message)(Graph(FIXED, np.array([1.0, -2.0, 0.5])), X)
    dense = gradient(lambda w, x: np.sum(np.tanh(DENSE @ (w * x))))(np.array([1.0, -2.0, 0.5]), X)
    assert d_graph.weight == pytest.approx(dense[0])
    assert d_x == pytest.approx(dense[1])


def test_a_plan_made_for_a_dense_matrix_is_not_used_for_a_sparse_one():
    """They have other facts."""
    derivative = gradient(product, "x")
    assert derivative(DENSE, X) == pytest.approx(derivative(FIXED, X))
    assert derivative(FIXED, X) == pytest.approx(derivative(DENSE, X))


def test_the_matrix_has_no_derivative():
    """Asked for, it is refused."""
    with pytest.raises(CladpyError, match=r"C302.*'a' is a sparse matrix"):
        gradient(product, "a")(FIXED, X)


@pytest.mark.parametrize(
    "function", [lambda x: np.sum((x[0] * FIXED) @ x), lambda x: np.sum(sparse.diags_array(x) @ x)]
)
def test_entries_that_depend_on_what_is_differentiated_are_refused(function):
    """Nothing is known of what is made of the matrix."""
    with pytest.raises(CladpyError, match="C201"):
        gradient(function)(X)
