"""Hessians and Jacobians that a function calls which is differentiated."""

import numpy as np
import pytest

from cladpy import (
    CladpyError,
    check_gradient,
    gradient,
    hessian,
    hessian_diagonal,
    hessian_vector_product,
    jacobian,
)

X = np.array([0.3, 0.5, 0.7])


def valley(x):
    return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def wave(t):
    return np.sin(t) * t**3


def steps(x):
    total = 0.0
    for k in range(len(x)):
        total = total + x[k] ** 3 * x[k - 1]
    return total


def neighbours(x):
    return x[1:] * np.sin(x[:-1])


def products(x):
    return np.outer(x, x * x)


def pair(x):
    return x, np.sin(x)


PROGRAMS = [
    (lambda x: np.sum(hessian(steps, "x")(x) * x), (X,)),
    (lambda x: np.sum(hessian_diagonal(steps, "x")(x) * x), (X,)),
    (lambda t: hessian(wave, "t")(t) * t, (0.7,)),
    (lambda t: hessian(wave, "t")(t) * t, (np.float64(0.7),)),
    (lambda t: jacobian(wave, "t")(t) * t, (0.7,)),
    (lambda x: np.sum(jacobian(neighbours, "x")(x) ** 2), (X,)),
    (lambda x: np.sum(jacobian(products, "x")(x) ** 2 * np.arange(27.0).reshape(3, 3, 3)), (X,)),
    (lambda x: np.sum(hessian_vector_product(valley, "x")(x, x * x)), (X,)),
    (lambda x: np.sum(hessian_vector_product(steps, "x")(x, np.ones(3)) ** 2), (X,)),
]


@pytest.mark.parametrize(("function", "args"), PROGRAMS)
def test_third_derivatives(function, args):
    """The value is that of the call without derivatives, its gradient that of differences."""
    check_gradient(function, args, variants=())


def test_the_text_has_the_sweep():
    """One loop over the columns, and the product as a function of its own."""
    derivative = gradient(lambda x: np.sum(hessian(valley, "x")(x) ** 2), "x")
    derivative(X)
    assert "columns.append(sweep(x, unit.reshape(x.shape)))" in derivative.source
    assert "def valley_grad_x_tangent_x_pullback_x(" in derivative.source


@pytest.mark.parametrize(
    "function",
    [
        lambda x: np.sum(jacobian(pair, "x")(x)[0]),
        lambda x: np.sum(hessian(valley)(x)[0][0]),
        lambda x: np.sum(jacobian(neighbours, "x", pattern=np.ones((2, 3), bool))(x)),
    ],
)
def test_what_is_no_array_by_an_array_is_refused(function):
    """Structures and patterns are for calls from outside."""
    with pytest.raises(CladpyError) as caught:
        gradient(function, "x")(X)
    assert caught.value.code in ("C120", "C201", "C402")
