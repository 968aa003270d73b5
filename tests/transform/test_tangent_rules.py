"""Tangents of operations with rules."""

import numpy as np
import pytest

from cladpy import CladpyError, check_gradient, pushforward
from tests.forward_texts import body

V = np.array([0.5, -1.25, 2.0])
M = np.arange(6.0).reshape(2, 3)


@pytest.mark.parametrize(
    ("value", "tangent"),
    [
        ("np.tanh(x)", "t_x * (1.0 - result * result)"),
        ("x * x", "2 * t_x * x"),
        ("x - x * w", "t_x - w * t_x"),
        ("w / x", "-(t_x / x) * result"),
        ("np.sum(x)", "np.sum(t_x)"),
        ("x.reshape(3, 1)", "t_x.reshape(3, 1)"),
        ("np.where(x > 0, x, w)", "np.where(v_1, t_x, 0)"),
        ("np.concatenate((x, m[0]))", "np.concatenate((t_x, np.zeros_like(m[0])))"),
        ("m @ x", "m @ t_x"),
        ("np.outer(x, x)", "np.outer(t_x, x) + np.outer(x, t_x)"),
        ("np.sum(x, initial=2.0)", "np.sum(t_x)"),
        ("x.sum(initial=2.0)", "t_x.sum()"),
        ("np.pad(x, 1, constant_values=2.0)", "np.pad(t_x, 1)"),
    ],
)
def test_formulas(value, tangent):
    """A linear function is applied to the tangent as it is written, without constants; others are slopes times it."""
    text = body(f"def f(x, w, m):\n    return {value}\n", (V, 2.0, M))
    assert f"t_result = {tangent}\n" in text


@pytest.mark.parametrize("value", ["np.meshgrid(x, 2.0 * x)", "np.broadcast_arrays(x, m)"])
def test_functions_of_several_arrays(value):
    """Their linear function is applied to the tangents, not to the arrays themselves."""
    text = body(f"def f(x, w, m):\n    u, v = {value}\n    return np.sum(u * v)\n", (V, 2.0, M))
    assert f"{value.partition('(')[0]}(t_x, " in text


def test_a_tangent_has_the_shape_of_its_value():
    """It is broadcast where facts do not tell that it has."""
    assert "np.broadcast_to(t_x, result.shape)" in body("def f(x, b):\n    return x + b\n", (2.0, V))
    assert "broadcast_to" not in body("def f(x, b):\n    return x * b\n", (2.0, V))
    assert "broadcast_to" not in body("def f(x, b):\n    return x + b\n", (V, 2.0))


def test_a_tangent_has_the_dtype_of_its_value():
    """It is cast where it would be of another one."""
    single = V.astype(np.float32)
    assert "t_x.astype(np.float64)" in body("def f(x, b):\n    return x + b\n", (single, V))
    _, tangent = pushforward(lambda x, b: x + b, "x")(single, V, np.ones(3, np.float32))
    assert tangent.dtype == np.float64


def test_a_list_in_the_place_of_an_array():
    """NumPy makes an array of it, and so does the tangent."""
    _, tangent = pushforward(lambda p, x: np.exp(p) * x, "p")([0.5, 1.0, 2.0], V, [1.0, 0.0, 2.0])
    np.testing.assert_allclose(tangent, np.exp([0.5, 1.0, 2.0]) * V * [1.0, 0.0, 2.0])


@pytest.mark.parametrize(
    ("function", "args", "expected"),
    [
        (lambda x, w: np.sqrt(x) * w, (0.0, 0.0), (0.0, 0.0)),
        (lambda x, w: x**0.5 * w, (0.0, 0.0), (0.0, 0.0)),
        (lambda x, w: np.sqrt(x) + w, (0.0, 1.0), (np.inf, 1.0)),
        (lambda x, w: np.sqrt(x * w), (0.0, 0.0), (0.0, 0.0)),
        (lambda x, w: np.where(x > 0, np.log(x), w), (0.0, 1.0), (0.0, 1.0)),
    ],
)
@pytest.mark.filterwarnings("ignore:divide by zero")
def test_strong_zeros(function, args, expected):
    """A zero tangent is stronger than an infinite slope, and a slope of zero than an infinite tangent."""
    push = pushforward(function, "x, w")
    assert expected == (push(*args, 1.0, 0.0)[1], push(*args, 0.0, 1.0)[1])


def test_the_larger_of_two_numbers():
    """Builtin max and min take the tangent of the operand that Python returns."""
    text = body("def f(x, k):\n    return max(x, k)\n", (1.0, 2.0), "x, k")
    assert "t_result = t_k if k > x else t_x\n" in text
    check_gradient(lambda x, k: max(x, k) * min(x, k, 3.0), (1.5, 2.0))


def test_several_results():
    """Each has its tangent."""

    def program(x, y):
        whole, rest = np.divmod(x, y)
        return whole * rest

    _, tangent = pushforward(program, "x, y")(7.5, 2.0, 1.0, 0.5)
    assert tangent == 3.0 * (1.0 - 3.0 * 0.5)


def test_a_rule_without_a_tangent_is_refused():
    """As in reverse mode, with the user's line."""
    with pytest.raises(CladpyError, match="a reduction of an operation whose order matters") as caught:
        pushforward(lambda x: np.subtract.reduce(x), "x")(V, V)
    assert caught.value.code == "C202"
