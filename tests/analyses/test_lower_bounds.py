"""What values do not fall below, and which quotients, roots and powers need no guard for it."""

import math

import numpy as np
import pytest

from cladpy import gradient
from cladpy.analyses.lower_bounds import LowerBounds
from cladpy.ir.expressions import name
from tests.stages import define, scheduled, text

X = np.array([0.5, -1.25, 2.0])


def bound(body, x=X, y=2.0):
    """Return the bound of what a body returns."""
    program = "\n    ".join(["def f(x, y):", *text(body).splitlines()]) + "\n"
    analysis = scheduled(define(program), (x, y), "x").analysis
    return LowerBounds(analysis).of(name(analysis.result))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return x * x", 0.0),
        ("return x**2 + 0.5", 0.5),
        ("return np.sum(x * x) + 0.01", 0.01),
        ("return 1 + np.exp(-x)", 1.0),
        ("return np.sqrt(np.abs(x) + 4)", 2.0),
        ("return (x * x + 0.25) ** 1.5", 0.125),
        ("return (x * x + 4) * (np.exp(x) + 0.5)", 2.0),
        ("return 1 / (1 + x * x)", 0.0),
        ("return np.maximum(x, 0.25)", 0.25),
        ("return np.max(x * x + 1)", 1.0),
        ("return np.cosh(x)", 1.0),
        ("s = x * x + 1\nt = s\nreturn t[1:]", 1.0),
    ],
)
def test_bounds(body, expected):
    """Of squares, exponentials, roots, and sums and products of such."""
    assert bound(body) == expected


@pytest.mark.parametrize(
    "body",
    [
        "return x * y",
        "return x**3",
        "return x * x - 1",
        "return x * x + y",
        "return np.exp(x) * x",
        "return np.sum(x * x, initial=-1.0)",
        "s = x * x + 1\ns[0] = -1.0\nreturn s",
        "s = x * x + 1\nif y > 0:\n    s = x\nreturn s",
        "s = x * x\nfor _ in range(3):\n    s = s - 1.0\nreturn s",
        "return np.log(x * x)",
    ],
)
def test_what_has_no_bound(body):
    """What may be negative, is stored into, or comes from several places."""
    assert bound(body) == -math.inf


@pytest.mark.parametrize("x", [X.astype(np.float16), X * 1j])
def test_what_is_narrow_or_complex_has_none(x):
    """Half a word rounds to 0 what others do not, and the square of a complex number may be anything."""
    assert bound("return x * x + 1", x) == -math.inf


def softened(x):
    return np.sum(np.tanh(1 / np.sqrt(x * x + 0.01)))


def quotient(x):
    return np.sum(np.exp(-x / (1 + x * x)))


def power(x):
    return np.sum(np.tanh((x * x + 0.1) ** -1.5))


def logarithm(x):
    return np.sum(np.exp(-np.log(1 + x**2)))


@pytest.mark.parametrize("program", [softened, quotient, power, logarithm])
def test_no_guard_away_from_the_singular_point(program):
    """The plain formula stands there, and is right, also where a guard would have made an exact 0."""
    x = np.array([0.5, -1.25, 0.0, 1e-9])
    derivative = gradient(program, "x")
    slopes = [(program(x + step) - program(x - step)) / 2e-6 for step in 1e-6 * np.eye(len(x))]
    np.testing.assert_allclose(derivative(x), slopes, rtol=1e-6, atol=1e-8)  # of differences
    assert "guarded" not in derivative.source
    assert "power_adjoint" not in derivative.source


def test_a_guard_where_0_is_reached():
    """The sum of squares alone may be 0."""
    source = gradient(lambda x: np.sum(np.tanh(1 / np.sqrt(x * x))), "x").source_for(X)
    assert "guarded" in source
