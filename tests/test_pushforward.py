"""Pushforwards: tangents given, value and tangent returned."""

import inspect
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest

from cladpy import CladpyError, check_gradient, no_adjoint, pushforward

X, W = np.array([1.0, 2.0, 3.0]), np.array([0.5, -1.0, 2.0])
T_X, T_W = np.array([1.0, -2.0, 0.5]), np.array([0.25, 4.0, -1.0])


class Pair(NamedTuple):
    left: object
    right: object


@dataclass
class Layer:
    weight: np.ndarray
    bias: float
    name: str = "layer"


def block(x, w):
    return x * w


def number(x, k=2.0):
    return np.sum(x) * k


def parts(x, *rest, scale=1.0):
    return x * rest[0] * scale + rest[1]


# ---- calls ----


def test_tangents_come_last_or_by_name():
    """In the order asked by position, or as t_x=."""
    push = pushforward(block, "x,w")
    expected = T_X * W + T_W * X
    calls = (
        push(X, W, T_X, T_W),
        push(X, W, t_w=T_W, t_x=T_X),
        push(X, W, T_X, t_w=T_W),
        push(X, w=W, t_x=T_X, t_w=T_W),
    )
    for value, tangent in calls:
        np.testing.assert_array_equal(value, X * W)
        np.testing.assert_array_equal(tangent, expected)


def test_the_order_asked_is_the_order_of_tangents():
    """The request says which tangent comes first."""
    _, tangent = pushforward(block, "w,x")(X, W, T_W, T_X)
    np.testing.assert_array_equal(tangent, T_X * W + T_W * X)


def test_every_parameter_takes_a_tangent():
    """Without a selection; what holds nothing floating is given no_adjoint."""
    value, tangent = pushforward(lambda x, n: x**n)(2.0, 3, 1.0, no_adjoint)
    assert (8.0, 12.0) == (value, tangent)


def test_tangents_after_defaults():
    """A default that is not passed takes no tangent's place."""
    push = pushforward(number, "k")
    assert push(X, 3.0) == (12.0, 18.0)
    assert push(X, 5.0, 3.0) == (30.0, 18.0)
    assert push(X, k=5.0, t_k=3.0) == (30.0, 18.0)


def test_a_part_of_star_arguments():
    """An element of ``*args`` has a tangent of its own."""
    value, tangent = pushforward(parts, "rest[1], x")(2.0, 3.0, 4.0, 10.0, 1.0, scale=2.0)
    assert (16.0, 16.0) == (value, tangent)


def test_a_missing_tangent():
    """The error names those that are missing."""
    with pytest.raises(CladpyError, match="tangents are missing: t_x, t_w") as caught:
        pushforward(block, "x,w")(X)
    assert caught.value.code == "C305"


def test_a_tangent_that_does_not_fit():
    """The error says which argument it belongs to."""
    with pytest.raises(
        CladpyError, match=r"tangent of 'w' has shape \(2,\), and the argument 'w' has shape \(3,\)"
    ) as caught:
        pushforward(block, "w")(X, W, np.ones(2))
    assert caught.value.code == "C402"


def test_a_tangent_broadcasts_and_is_cast():
    """A number stands for an array of it, in the dtype of the argument."""
    _, tangent = pushforward(block, "x")(X.astype(np.float32), np.float32(2.0), 1)
    np.testing.assert_array_equal(tangent, np.full(3, 2.0, np.float32))
    assert tangent.dtype == np.float32


def test_the_signature_shows_the_tangents():
    """By the names under which they may be given."""
    assert str(inspect.signature(pushforward(number, "x"))) == "(x, k=2.0, *, t_x)"


def test_decorator():
    """The function is the pushforward, its primal the original."""

    @pushforward("x")
    def square(x):
        return x * x

    assert square(3.0, 1.0) == (9.0, 6.0)
    assert square.primal(3.0) == 9.0


def test_method():
    """A bound method takes its own arguments and their tangents."""

    class Scaled:
        def __init__(self, factor):
            self.factor = factor

        def value(self, x):
            return self.factor * x * x

    assert pushforward(Scaled(2.0).value, "x")(3.0, 1.0) == (18.0, 12.0)


# ---- structures ----


def test_tangents_of_structures():
    """A tangent has the structure of its argument; its other leaves are not looked at."""

    def affine(p, layer, x):
        return {"y": layer.weight * x + layer.bias * p["shift"], "n": p["n"]}

    push = pushforward(affine, "p, layer")
    value, tangent = push(
        {"shift": 2.0, "n": 3}, Layer(W, 0.5), X, {"shift": 1.0, "n": no_adjoint}, Layer(T_W, 2.0, no_adjoint)
    )
    np.testing.assert_array_equal(value["y"], W * X + 1.0)
    np.testing.assert_array_equal(tangent["y"], T_W * X + 2.0 * 2.0 + 0.5 * 1.0)
    assert tangent["n"] is no_adjoint


def test_objects_that_are_returned():
    """The tangent is of the class of the result."""
    _, tangent = pushforward(lambda x, y: Pair(x * y, (y, 3)), "x")(2.0, 3.0, 1.0)
    assert Pair(3.0, (0.0, no_adjoint)) == tangent


def test_the_result_owns_its_storage():
    """It is no tangent that was given, and writable."""
    value, tangent = pushforward(lambda x: x, "x")(X, T_X)
    assert value is X
    assert not np.shares_memory(tangent, T_X)
    assert tangent.flags.writeable


def test_arguments_and_tangents_are_unchanged():
    """What the primal stores into is copied first, and so is its tangent."""

    def scaled(x):
        x *= 2.0
        x[0] = 5.0
        return x

    x, t_x = X.copy(), T_X.copy()
    value, tangent = pushforward(scaled, "x")(x, t_x)
    np.testing.assert_array_equal(x, X)
    np.testing.assert_array_equal(t_x, T_X)
    np.testing.assert_array_equal(value, [5.0, 4.0, 6.0])
    np.testing.assert_array_equal(tangent, [0.0, -4.0, 1.0])


def test_a_tangent_under_another_name_is_unchanged():
    """An array that is made of an argument by a factor of 1, and updated under a second name."""

    def scaled(x):
        y = x * 1.0
        z = y
        z *= x[0]
        return np.sum(y) + np.sum(x) ** 2

    t_x = np.array([0.25, -1.0, 2.0])
    _, tangent = pushforward(scaled, "x")(np.array([1.0, 2.0, 3.0]), t_x)
    np.testing.assert_array_equal(t_x, [0.25, -1.0, 2.0])
    assert tangent == 1.25 + 0.25 * 6.0 + 2 * 6.0 * 1.25


# ---- programs ----


def test_an_unselected_input_becomes_active():
    """It has a zero tangent until it is overwritten with what depends on a selected one."""

    def program(x, b):
        if x > 0:
            b = b * x
        return b

    assert pushforward(program, "x")(2.0, 3.0, 1.0) == (6.0, 3.0)
    assert pushforward(program, "x")(-2.0, 3.0, 1.0) == (3.0, 0.0)


def test_aliases_need_no_analysis():
    """Views and second names of what is updated are taken of the tangent, too: reverse mode refuses some of these."""

    def program(x):
        rows = [np.zeros(3), np.zeros(3)]
        first = rows[0]
        for row in rows:
            row[:] = x
            first *= 2.0
        return rows[0] * first

    x = np.array([0.5, -1.0, 2.0])
    _, tangent = pushforward(program, "x")(x, np.ones(3))
    np.testing.assert_allclose(tangent, 2 * 16 * x)


def test_nothing_is_returned():
    """A function without a result has no tangent."""

    def program(x):
        x * x

    with pytest.raises(CladpyError, match="returns None") as caught:
        pushforward(program, "x")(1.0, 1.0)
    assert caught.value.code == "C303"


@pytest.mark.parametrize("option", ["varied", "useful", "tbr", "early_release"])
def test_options_change_no_number(option):
    """With an analysis off the tangent is the same."""

    def program(x, w):
        h = np.zeros_like(x)
        for i in range(3):
            h[i] = np.tanh(x[i] * w[0])
        return np.sum(h * w)

    plain = pushforward(program, "x")(X, W, T_X)
    assert plain == pushforward(program, "x", **{option: False})(X, W, T_X)
    check_gradient(program, (X, W), "x")
