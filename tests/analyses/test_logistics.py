"""Logistic functions that are written out: which are found, and that their derivatives are right."""

import math

import numpy as np
import pytest

from cladpy import gradient, hessian, pushforward

X = np.random.default_rng(5).standard_normal(4)


def rising(x):
    return np.sum(1 / (1 + np.exp(-x)) * x)


def falling(x):
    return np.sum(1.0 / (np.exp(x) + 1.0))


def in_steps(x):
    e = np.exp(-x)
    s = 1 + e
    p = 1 / s
    return np.sum(p * s + e * p)


def of_an_expression(x):
    return np.sum(1 / (1 + np.exp(-2 * x * x)))


def in_a_loop(x):
    h = x
    for _ in range(3):
        h = h + 1 / (1 + np.exp(-h))
    return np.sum(h)


def in_a_branch(x):
    if x[0] > 0:
        p = 1 / (1 + np.exp(-x))
        x = x * 2
    else:
        p = 1 / (1 + np.exp(x))
    return np.sum(p * p * x)


def of_a_slice(x):
    y = np.zeros(6)
    y[1:5] = 1 / (1 + np.exp(-x))
    return np.sum(y * y)


def of_numbers(x):
    total = 0.0
    for i in range(len(x)):
        total += 1 / (1 + math.exp(-x[i])) * x[i]
    return total


def broadcast(x):
    return np.sum(x[:, None] / (1 + np.exp(-x)) * (1 / (1 + np.exp(-x[:, None]))))


def stored_into_between(x):
    y = x * 1.0
    s = 1 + np.exp(y)
    y *= 2.0
    return np.sum(1 / s * y)


def other_numerator(x):
    return np.sum(2 / (1 + np.exp(-x)))


def other_summand(x):
    return np.sum(1 / (2 + np.exp(-x)))


def of_another_function(x):
    return np.sum(1 / (1 + np.cosh(x)))


def of_a_later_loop(x):
    s = 1 + np.exp(x)
    total = 0.0
    for _ in range(2):
        total += np.sum(1 / s)
    return total


FOUND = [rising, falling, in_steps, of_an_expression, in_a_loop, in_a_branch, of_a_slice, of_numbers, broadcast]
OTHERS = [stored_into_between, other_numerator, other_summand, of_another_function, of_a_later_loop]


@pytest.mark.parametrize("program", [*FOUND, *OTHERS])
def test_gradients(program):
    """They agree with central differences."""
    steps = 1e-6 * np.eye(len(X))
    slopes = [(program(X + step) - program(X - step)) / 2e-6 for step in steps]
    np.testing.assert_allclose(gradient(program, "x")(X), slopes, rtol=1e-7, atol=1e-9)  # of differences


@pytest.mark.parametrize("program", [rising, falling, in_steps, in_a_loop, of_a_slice, of_numbers])
def test_what_is_found(program):
    """Its adjoint reads the result, and meets nothing infinite."""
    source = gradient(program, "x").source_for(X)
    assert "multiply_guarded" not in source
    assert "* (1.0 - " in source or "- 1.0)" in source


@pytest.mark.parametrize("program", OTHERS)
def test_what_is_something_else(program):
    """It has the rules that it is written with."""
    source = gradient(program, "x").source_for(X)
    assert "1.0 - " not in source
    assert "- 1.0)" not in source


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex128])
def test_dtypes(dtype):
    """They stay, and complex arguments have the same formula."""
    x = (X + (0.3j if dtype is np.complex128 else 0)).astype(dtype)
    found = pushforward(lambda x: 1 / (1 + np.exp(-x)), "x")(x, np.ones_like(x))
    tangent = found[1] if isinstance(found, tuple) else found
    p = 1 / (1 + np.exp(-x))
    np.testing.assert_allclose(tangent, p * np.exp(-x) * p, rtol=1e-5 if dtype is np.float32 else 1e-12)  # of rounding
    assert tangent.dtype == dtype


def test_where_the_exponential_overflows():
    """The slope is 0 on both sides, and nothing is infinite times 0; the primal warns of it alone."""
    with np.errstate(over="ignore"):
        adjoint = gradient(lambda x: np.sum(1 / (1 + np.exp(-x))), "x")(np.array([-800.0, 800.0]))
    np.testing.assert_array_equal(adjoint, [0.0, 0.0])


def test_second_derivatives():
    """The slope of y (1 - y) is y (1 - y) (1 - 2 y)."""
    y = (1 + np.tanh(X / 2)) / 2
    found = hessian(lambda x: np.sum(1 / (1 + np.exp(-x))), "x")(X)
    np.testing.assert_allclose(found, np.diag(y * (1 - y) * (1 - 2 * y)), rtol=1e-12, atol=1e-15)  # of rounding
