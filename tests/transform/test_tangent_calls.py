"""Calls of the user's functions."""

import numpy as np
import pytest

from cladpy import check_gradient, pushforward
from tests.forward_texts import pushed

M = np.arange(6.0).reshape(2, 3)
W = np.arange(9.0).reshape(3, 3) / 9


def layer(x, w):
    return np.tanh(x @ w)


def test_helpers_take_the_tangents_of_active_arguments():
    """A helper that is called with different ones is transformed twice."""
    program = (
        "def layer(x, w):\n    return np.tanh(x @ w)\n\n\ndef f(x, w):\n    h = layer(x, w)\n    return layer(h, w)\n"
    )
    text = pushed(program, (M, W), "w")
    assert "def layer_pushforward_w(x, w, t_w):" in text
    assert "def layer_pushforward_x_w(x, w, t_x, t_w):" in text
    assert "h, t_h = layer_pushforward_w(x, w, t_w)\n" in text


def test_recursion_calls_the_root_itself():
    """One function serves both, where its result is new."""
    program = "def f(x, n):\n    if n == 0:\n        return x * 2.0\n    return f(x * x, n - 1) + x\n"
    text = pushed(program, (0.5, 3))
    assert text.count("def ") == 1
    assert "f_pushforward_x(x * x, n - 1, 2 * t_x * x)" in text


def test_recursion_that_may_return_its_argument():
    """The root's tangent is a copy, that of the recursive call is not."""

    def power(x, n):
        return x if n == 0 else x * power(x, n - 1)

    check_gradient(power, (np.array([0.5, 2.0]), 3), "x")


def test_mutual_recursion():
    """Each of both is planned once."""
    check_gradient(even, (0.75, 5), "x")


def even(x, n):
    return x if n <= 0 else np.sin(odd(x, n - 1))


def odd(x, n):
    return x * x if n <= 0 else even(x, n - 1) * x


def test_what_a_helper_returns_may_be_updated():
    """Its tangent is new where its value is, though it is the tangent of the argument."""

    def shifted(x, b):
        return x + b

    def program(x):
        y = shifted(x, 1.0)
        y *= 3.0
        return np.sum(x * y)

    check_gradient(program, (np.array([0.5, 2.0]),))


def test_a_helper_that_returns_a_view():
    """The caller's update reaches the array, and its tangent."""

    def tail(x):
        return x[1:]

    def program(x):
        u = x * 2.0
        rest = tail(u)
        rest *= 3.0
        return np.sum(u * u)

    push = pushforward(program, "x")
    x = np.array([0.5, 2.0, -1.0])
    _, tangent = push(x, np.ones(3))
    assert tangent == pytest.approx(2 * (4 * x[0] + 36 * x[1] + 36 * x[2]), rel=1e-12)


def test_inactive_calls_stay_as_they_are():
    """The user's function is called."""
    program = "def size(w):\n    return np.sum(w * w)\n\n\ndef f(x, w):\n    return x * size(w)\n"
    assert "t_x * size(w)" in pushed(program, (2.0, W)).replace("v_1 = size(w)", "") or "size(w)" in pushed(
        program, (2.0, W)
    )
