"""The check of second derivatives: what it passes, and what it finds."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest

from cladpy import check_gradient, custom_pullback
from cladpy.testing import GradientMismatch
from cladpy.testing.second_order import SecondOrder
from cladpy.testing.subject import Call


@dataclass
class Layer:
    w: np.ndarray
    b: float


def stored(x, y):
    u = x * 1.0
    for i in range(1, len(u)):
        u[i] = np.sin(u[i - 1]) * u[i] * y
    return np.sum(u)


def of_containers(layers, x, n):
    for layer in layers:
        x = np.tanh(layer.w * x + layer.b * n)
    return np.sum(x)


class Pair(NamedTuple):
    a: float
    b: float


def of_attributes(p):
    return p.a**3 * np.sum(p.b) if isinstance(p, Pair) else np.sum(p.w**2 * p.b**2)


def of_a_dict(p):
    return p["a"] ** 3 * p["b"]


@pytest.mark.parametrize(
    ("function", "args", "wrt"),
    [
        (stored, (np.array([0.3, 0.7, 1.1]), 0.9), None),
        (stored, (np.array([0.3, 0.7, 1.1]), 0.9), "x"),
        (of_containers, ([Layer(np.array([0.2, 0.5]), 0.1), Layer(np.ones(2), -0.3)], np.ones(2), 2), "layers,x"),
        (of_a_dict, ({"a": 1.5, "b": 0.5},), "p"),
        (of_attributes, (Pair(1.5, 0.5),), "p"),
        (of_attributes, (Layer(np.ones(2), 0.5),), ("p",)),
        (lambda x, k=3: x**k, (1.5,), "x"),
    ],
)
def test_right_second_derivatives_pass(function, args, wrt):
    """By arrays that are updated, containers and objects; with parameters that are not asked for."""
    check_gradient(function, args, wrt, variants=(), order=2)


def with_a_wrong_second_derivative():
    """Return a function whose rule is right, but computes its slope in a way whose own derivative is wrong."""

    def cube(x):
        return x**3

    @custom_pullback(cube)
    def slope(x, d_y):
        return (3 * d_y * x * np.floor(1e9 * x) / 1e9,)

    return lambda x: cube(x)


def test_wrong_second_derivatives_are_found():
    """The gradient is right to nine digits, the derivative of its text is half of the true one."""
    function = with_a_wrong_second_derivative()
    check_gradient(function, (1.5,), "x", rtol=1e-6, variants=())
    with pytest.raises(GradientMismatch, match="in the product of the Hessian with random vectors") as caught:
        SecondOrder(function, "x", ("x",), True, 1e-4).check(Call.of(function, (1.5,), {}))
    assert caught.value.aspect == "gradient"


def test_orders_that_are_not_checked_are_said():
    """Neither a third one, nor the second of a derivative that somebody else made."""
    with pytest.raises(ValueError, match="order is 1 or 2, not 3"):
        check_gradient(lambda x: x, (1.0,), order=3)
    with pytest.raises(ValueError, match="and 1 for a derivative that is given"):
        check_gradient(lambda x: x, (1.0,), derivative=lambda x: 1.0, order=2)
