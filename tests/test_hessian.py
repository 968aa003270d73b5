"""Second derivatives, by every route."""

import numpy as np
import pytest

from cladpy import (
    CladpyError,
    differentiate,
    gradient,
    hessian,
    hessian_diagonal,
    hessian_vector_product,
    jacobian,
    no_adjoint,
    pullback,
    pushforward,
)

X, V = np.array([0.5, 1.25, 2.0]), np.array([1.0, -0.5, 0.25])
W = np.arange(9.0).reshape(3, 3) / 9


def rosenbrock(x):
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def in_a_loop(x):
    s = 0.0
    for i in range(len(x) - 1):
        s += 100.0 * (x[i + 1] - x[i] ** 2) ** 2 + (1 - x[i]) ** 2
    return s


def layer(x, w):
    return np.tanh(x @ w)


def network(x):
    return np.sum(layer(layer(x, W), W.T) ** 2)


def root(x):
    y = x[0]
    while True:
        step = (y * y - x[1]) / (2 * y)
        y = y - step
        if abs(step) < 1e-12:
            break
    return y * x[2]


def in_place(x):
    u = x.copy()
    for _ in range(3):
        u[1:-1] += 0.1 * (u[2:] - 2 * u[1:-1] + u[:-2]) ** 2
    return np.sum(u**2)


def branches(x):
    y = x * x if x[0] > 0 else x
    for k in range(2):
        y = y * x if k == 0 else np.sin(y)
    return np.sum(y)


def softmax(x):
    e = np.exp(x - np.max(x))
    return -np.log((e / np.sum(e))[0])


PROGRAMS = (rosenbrock, in_a_loop, network, root, in_place, branches, softmax)


def numerical(function, x):
    """Return the Hessian by central differences of the gradient."""
    step, slope = 1e-5, gradient(function, "x")
    return np.array([(slope(x + step * e) - slope(x - step * e)) / (2 * step) for e in np.eye(len(x))])


@pytest.mark.parametrize("function", PROGRAMS)
def test_hessian(function):
    """Against differences of the gradient; symmetric; its products and its diagonal."""
    found = hessian(function, "x")(X)
    np.testing.assert_allclose(found, numerical(function, X), rtol=1e-6, atol=1e-7 * np.abs(found).max())
    np.testing.assert_allclose(found, found.T, rtol=1e-12, atol=1e-12 * np.abs(found).max())
    product = hessian_vector_product(function, "x")(X, V)
    np.testing.assert_allclose(product, found @ V, rtol=1e-12, atol=1e-12 * np.abs(found).max())
    np.testing.assert_allclose(hessian_diagonal(function, "x")(X), np.diag(found), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("function", PROGRAMS)
def test_routes(function):
    """Forward over reverse, reverse over reverse, reverse over forward, forward over forward."""
    expected = hessian_vector_product(function, "x")(X, V)
    push = pushforward(function, "x")
    close = {"rtol": 1e-11, "atol": 1e-11 * np.abs(expected).max()}
    slope = gradient(function, "x")
    np.testing.assert_allclose(pushforward(slope, "x")(X, V)[1], expected, **close)
    np.testing.assert_allclose(gradient(lambda x: np.sum(slope(x) * V), "x")(X), expected, **close)
    np.testing.assert_allclose(gradient(lambda x: push(x, V)[1], "x")(X), expected, **close)
    (d_x, _) = pullback(push)(X, V, (0.0, 1.0))
    np.testing.assert_allclose(d_x, expected, **close)
    twice = pushforward(push, "x")
    found = [twice(X, V, unit)[1][1] for unit in np.eye(3)]
    np.testing.assert_allclose(found, expected, **close)


def test_jacobian_of_the_gradient():
    """It is the Hessian."""
    np.testing.assert_allclose(jacobian(gradient(network, "x"), "x")(X), hessian(network, "x")(X), rtol=1e-12)


def test_third_derivatives():
    """By one number thrice, and of the products of the Hessian."""
    assert differentiate(differentiate(differentiate(lambda x: np.exp(2 * x))))(0.5) == pytest.approx(8 * np.exp(1.0))
    push = pushforward(pushforward(network, "x"), "x")

    def twice(x):
        return push(x, V, V)[1][1]

    step = 1e-5
    found = gradient(twice, "x")(X)
    differences = [(twice(X + step * e) - twice(X - step * e)) / (2 * step) for e in np.eye(3)]
    np.testing.assert_allclose(found, differences, rtol=1e-7, atol=1e-9)


# ---- structures ----


def mixed(x, w, n):
    return np.sum(np.sin(x) * w**n)


@pytest.mark.parametrize("function", [network, in_place])
def test_third_derivatives_by_forward_mode_twice(function):
    """Of the gradient, along two directions; against differences of the Hessian. Loops, stores and helpers too."""

    def product(x, v):
        return pushforward(gradient(function, "x"), "x")(x, v)[1]

    along = np.array([0.2, 0.4, -0.7])
    _, found = pushforward(product, "x")(X, V, along)
    slopes = hessian(function, "x")
    h = 1e-4
    near, far = (slopes(X + k * h * along) - slopes(X - k * h * along) for k in (1, 2))
    np.testing.assert_allclose(found, (8 * near - far) @ V / (12 * h), rtol=1e-7, atol=1e-8)


def test_several_parameters():
    """Blocks in the order asked, also where every parameter is asked for."""
    (xx, xw), (wx, ww) = hessian(mixed, "x, w")(X, 2.0, 3)
    np.testing.assert_allclose(xx, np.diag(-8.0 * np.sin(X)), rtol=1e-13)
    np.testing.assert_allclose(xw, 12.0 * np.cos(X), rtol=1e-13)
    np.testing.assert_allclose(wx, xw, rtol=1e-13)
    assert ww == pytest.approx(12.0 * np.sum(np.sin(X)))
    everything = hessian(mixed)(X, 2.0, 3)
    assert everything[2] is no_adjoint
    assert everything[0][2] is no_adjoint
    np.testing.assert_array_equal(everything[0][0], xx)


def test_products_with_several_vectors():
    """In the order asked, or by name."""
    product = hessian_vector_product(mixed, "w, x")
    d_w, d_x = product(X, 2.0, 3, 1.0, V)
    np.testing.assert_allclose(d_x, -8.0 * np.sin(X) * V + 12.0 * np.cos(X), rtol=1e-13)
    assert product(X, 2.0, n=3, v_x=V, v_w=1.0)[0] == d_w


def test_structures_of_parameters():
    """A leaf holds what it has in common with each other leaf."""

    def program(p):
        return np.sum(p["w"] ** 2) * p["b"]

    p = {"w": X, "b": 2.0}
    found = hessian(program, "p")(p)
    np.testing.assert_array_equal(found["w"]["w"], 4.0 * np.eye(3))
    np.testing.assert_array_equal(found["w"]["b"], 2 * X)
    np.testing.assert_array_equal(found["b"]["w"], 2 * X)
    assert found["b"]["b"] == 0.0
    diagonal = hessian_diagonal(program, "p")(p)
    np.testing.assert_array_equal(diagonal["w"], np.full(3, 4.0))
    assert diagonal["b"] == 0.0
    product = hessian_vector_product(program, "p")(p, {"w": V, "b": 1.0})
    np.testing.assert_array_equal(product["w"], 4.0 * V + 2 * X)


def test_methods():
    """Of an object, which is no part of what is asked for."""

    class Scaled:
        def __init__(self, factor):
            self.factor = factor

        def value(self, x):
            return self.factor * np.sum(x**3)

    np.testing.assert_array_equal(hessian(Scaled(2.0).value, "x")(X), np.diag(12.0 * X))


def test_a_missing_vector():
    """The error names it."""
    with pytest.raises(CladpyError, match="vectors are missing: v_x") as caught:
        hessian_vector_product(mixed, "x")()
    assert caught.value.code == "C305"


def test_what_is_refused():
    """With the error of the gradient."""
    with pytest.raises(CladpyError) as caught:
        hessian(lambda x: x * 2.0, "x")(X)
    assert caught.value.code == "C303"


POINTS = np.linspace(0.0, 2.0, 6)


def negative_log_likelihood(theta):
    length, noise = np.exp(theta)
    kernel = np.exp(-0.5 * (POINTS[:, None] - POINTS) ** 2 / length**2) + noise * np.eye(6)
    factor = np.linalg.cholesky(kernel)
    whitened = np.linalg.solve(factor, np.sin(POINTS))
    return 0.5 * whitened @ whitened + np.sum(np.log(np.diag(factor)))


def function_of_a_matrix(theta):
    matrix = np.outer(np.cos(theta[0] * POINTS), POINTS) + np.diag(POINTS * theta[1])
    values, vectors = np.linalg.eigh(matrix + matrix.T)
    return np.sum((vectors * np.exp(0.1 * values)) @ vectors.T * matrix)


@pytest.mark.parametrize("function", [negative_log_likelihood, function_of_a_matrix])
def test_decompositions_by_two_routes(function):
    """Forward over reverse, and the gradient of what a gradient gives, are the differences of the gradient."""
    theta, weights, step = np.array([0.3, 0.4]), np.array([1.0, 2.0]), 1e-5
    slope = gradient(function, "theta")
    product = hessian_vector_product(function, "theta")(theta, weights)
    again = gradient(lambda theta: np.sum(slope(theta) * weights), "theta")(theta)
    expected = (slope(theta + step * weights) - slope(theta - step * weights)) / (2 * step)
    np.testing.assert_allclose(product, expected, rtol=1e-6)
    np.testing.assert_allclose(again, product, rtol=1e-12)
