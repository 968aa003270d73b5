"""Derivatives by one number."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest

from cladpy import CladpyError, differentiate, gradient, no_adjoint

X = np.array([1.0, 2.0, 3.0])


class Pair(NamedTuple):
    x: object
    y: object


@dataclass(frozen=True)
class Layer:
    bias: object
    count: int = 3


def cube(x):
    return x**3


def total(a):
    return np.sum(a * a * a)


def test_a_parameter():
    """It need not be named where there is one; by name or position otherwise."""
    assert differentiate(cube)(2.0) == 12.0
    assert differentiate(lambda x, k: x * k, "k")(2.0, 3.0) == 2.0
    assert differentiate(lambda x, k: x * k, 0)(2.0, 3.0) == 3.0


@pytest.mark.parametrize(
    ("function", "place", "argument", "expected"),
    [
        (total, "a[1]", X, 12.0),
        (total, "a[-1]", X, 27.0),
        (total, "a[1, 0]", np.outer(X, X), 12.0),
        (lambda p: p.x * p.y, "p.y", Pair(2.0, 3.0), 2.0),
        (lambda p: p["w"][0] * p["b"], "p['b']", {"w": X, "b": 2.0}, 1.0),
        (lambda p: p["w"][0] * p["b"], "p['w'][0]", {"w": X, "b": 2.0}, 2.0),
        (lambda p: p[0].bias[1] * p[1].bias[0], "p[0].bias[1]", [Layer(X), Layer([3.0])], 3.0),
    ],
)
def test_a_number_in_a_parameter(function, place, argument, expected):
    """By index, key and attribute; whatever it is in stays as it is."""
    assert differentiate(function, place)(argument) == expected


def test_an_element_of_star_arguments():
    """It is an item of the tuple."""

    def product(*factors):
        return factors[0] * factors[1]

    assert differentiate(product, "factors[1]")(2.0, 3.0) == 2.0


def test_the_result_has_the_structure_of_the_value():
    """With no_adjoint for what holds nothing floating."""
    np.testing.assert_array_equal(differentiate(lambda t: np.array([t, t**2]))(3.0), [1.0, 6.0])
    found = differentiate(lambda t, n: {"y": t * n, "n": (n, Layer(t))}, "t")(3.0, 2)
    assert found == {"y": 2, "n": (no_adjoint, Layer(1.0, no_adjoint))}


def test_dtypes():
    """A derivative by a number in single precision is in single precision."""
    assert type(differentiate(cube)(np.float32(2.0))) is np.float32
    assert type(differentiate(cube)(2.0)) is float


def test_the_source():
    """The unit tangent is folded in."""
    assert differentiate(cube).source_for(2.0) == (
        'def cube_derivative_x(x):\n    """Derivative of cube by x."""\n    t_result = 3 * x**2\n    return t_result\n'
    )
    text = differentiate(total, "a[1]").source_for(X)
    assert "def total_derivative_a_1(a):" in text
    assert "    t_a = np.zeros_like(a)\n    t_a[1] = 1.0\n" in text


def test_derivatives_of_derivatives():
    """To the third order, and of gradients."""
    third = differentiate(differentiate(differentiate(lambda x: x**5)))
    assert third(2.0) == 60 * 4.0
    assert third.source.count("def ") == 1
    np.testing.assert_array_equal(differentiate(gradient(total, "a"), "a[1]")(X), [0.0, 12.0, 0.0])


@pytest.mark.parametrize(
    ("place", "argument", "code", "text"),
    [
        ("a", X, "C305", "is an array of shape"),
        ("a", 3, "C302", "integer or boolean"),
        ("a", [1.0], "C305", "is a list"),
        ("a[5]", [1.0], "C301", "there is no 'a[5]' in this call"),
        ("a.weight", Layer(1.0), "C301", "there is no 'a.weight' in this call"),
        ("a.count", Layer(1.0), "C302", "the argument 'a.count'"),
    ],
)
def test_places_that_hold_no_number(place, argument, code, text):
    """Refused at the call that passes them."""
    with pytest.raises(CladpyError) as caught:
        differentiate(lambda a: a, place)(argument)
    assert (code, True) == (caught.value.code, text in caught.value.message)


@pytest.mark.parametrize(
    ("asked", "code"),
    [("a, b", "C305"), (("a",), "C305"), (None, "C305"), ("c", "C301"), ("a +", "C305"), ("a[b]", "C305")],
)
def test_requests_of_the_wrong_form(asked, code):
    """Refused at once."""
    with pytest.raises(CladpyError) as caught:
        differentiate(lambda a, b: a * b, asked)
    assert caught.value.code == code


def test_decorator():
    """With the number's name."""

    @differentiate("x")
    def slope(x, k):
        return x * x * k

    assert slope(3.0, 2.0) == 12.0
