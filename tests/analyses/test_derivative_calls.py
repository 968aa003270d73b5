"""Arguments of calls of derivatives inside functions that are differentiated."""

import gast
import numpy as np
import pytest

from cladpy import check_gradient, gradient, hessian_vector_product, jacobian, pushforward
from cladpy.analyses.derivative_calls import whole_call
from cladpy.ir.expressions import parse

X = np.array([0.5, 0.7, 0.4])


def power(x, n=3, *, k=2.0):
    return np.sum(x**n) * k


def product(x, *rest):
    return np.sum(x * rest[0])


@pytest.mark.parametrize(
    ("derivative", "text", "expected"),
    [
        (gradient(power, "x"), "d(x)", ["x", "3", "2.0"]),
        (gradient(power, "x"), "d(x, k=y)", ["x", "3", "y"]),
        (gradient(power, "x"), "d(n=2, x=x)", ["x", "2", "2.0"]),
        (pushforward(power, "x"), "d(x, t)", ["x", "3", "2.0", "t"]),
        (pushforward(power, "x"), "d(x, 2, t_x=t)", ["x", "2", "2.0", "t"]),
        (hessian_vector_product(power, "x"), "d(x, v_x=t)", ["x", "3", "2.0", "t"]),
        (gradient(product, "x"), "d(x, y)", ["x", "y"]),
        (gradient(power, "x"), "d()", None),
        (gradient(power, "x"), "d(x, z=1)", None),
        (pushforward(power, "x"), "d()", None),
    ],
)
def test_one_for_each_parameter(derivative, text, expected):
    """In the order of the generated function's parameters; None for what the call would raise for."""
    found = whole_call(derivative, parse(text))
    shown = None if found is None else [each.id if isinstance(each, gast.Name) else str(each.value) for each in found]
    assert shown == expected


@pytest.mark.parametrize(
    "function",
    [
        lambda x: np.sum(gradient(power, "x")(x)),
        lambda x: np.sum(gradient(power, "x")(x, k=x[1])),
        lambda x: np.sum(pushforward(power, "x")(x, t_x=x * x)[1]),
        lambda x: np.sum(hessian_vector_product(power, "x")(x, x * x, k=x[1])),
    ],
)
def test_gradients_of_such_calls(function):
    """Differences agree."""
    check_gradient(function, (X,), variants=())


def test_a_second_derivative_has_the_defaults():
    """Keyword-only parameters too."""
    second = jacobian(gradient(power, "x"), "x")
    np.testing.assert_allclose(second(X), np.diag(12 * X))
    np.testing.assert_allclose(second(X, 2, k=1.0), 2 * np.eye(3))
    np.testing.assert_allclose(hessian_vector_product(power, "x")(X, X, k=1.0), 6 * X * X)
