"""Which helpers take a root, and which a power."""

import math

import gast
import numpy as np
import pytest

from cladpy import gradient
from cladpy.normalize.root_helpers import RootsAndPowers, is_straight

MEANT = {"np.sqrt": np.sqrt, "np.square": np.square, "math.hypot": math.hypot, "abs": abs, "np": np}


def definition(text: str) -> gast.FunctionDef:
    return gast.parse(text).body[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def f(a): return np.sqrt(a)", (True, False)),
        ("def f(a): return a.std() + a**0.5", (True, False)),
        ("def f(a, b): return math.hypot(a, b) * a", (True, False)),
        ("def f(a): return np.square(a)", (False, True)),
        ("def f(a): return a * a", (False, True)),
        ("def f(a): return a**2 - abs(a)", (True, True)),
        ("def f(a, b): return a**b + 2 * a - sqrt(a)", (False, False)),
    ],
)
def test_what_a_text_takes(text, expected):
    """By what its names mean, and by exponents that are written."""
    found = RootsAndPowers.of(definition(text), MEANT.get)
    assert (found.roots, found.powers) == expected


def test_a_root_meets_a_power():
    """One of two takes the root, the other the power."""
    root, power = RootsAndPowers(roots=True), RootsAndPowers(powers=True)
    assert root.meets(power)
    assert power.meets(root)
    assert not root.meets(root)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def f(a, b):\n    '''Say.'''\n    d = a - b\n    return abs(d)", True),
        ("def f(a):\n    a[0] = 1.0\n    return a", False),
        ("def f(a):\n    if a > 0:\n        return a\n    return -a", False),
        ("def f(a): return [abs(b) for b in a]", False),
        ("def f(a): return abs(a), a", False),
        ("def f(a): return", False),
    ],
)
def test_straight_functions(text, expected):
    """Assignments to names and the return of an expression."""
    assert is_straight(definition(text)) is expected


def distance(a, b):
    d = a - b
    return np.sqrt(np.sum(d**2))


def shifted(a):
    return np.tanh(a) + 1.0


def test_what_is_written_out():
    """A distance whose power the caller takes; not one that is used as it is, nor a function without a root."""
    x, y = np.array([1.0, 2.0]), np.zeros(2)
    squared, plain, other = (
        gradient(lambda x, y: distance(x, y) ** 2, "x"), gradient(lambda x, y: distance(x, y), "x"),
        gradient(lambda x, y: np.sum(shifted(x)) ** 2, "x"),
    )  # fmt: skip
    for derivative in (squared, plain, other):
        derivative(x, y)
    assert "distance_forward" not in squared.source
    assert "distance_forward" in plain.source
    assert "shifted_forward" in other.source
