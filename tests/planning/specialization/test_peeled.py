"""Loops whose condition is known before each iteration, where sizes are."""

import numpy as np
import pytest

from cladpy import CladpyError, gradient
from tests.stages import module

PROGRAM = """
class Leaf:
    def __init__(self, value):
        self.value = value
    def total(self):
        return self.value

class Pair:
    def __init__(self, left, right):
        self.left, self.right = left, right
    def total(self):
        return self.left.total() * self.right.total()

def joined(xs, w):
    parts = [Leaf(x) for x in xs]
    while len(parts) > 1:
        parts = [Pair(parts[0], parts[1]), *parts[2:]]
    return parts[0].total() * w

def left_early(xs, w):
    part, k = Leaf(w), 0
    while k < len(xs):
        k += 1
        if k == 3:
            break
        if k == 2:
            continue
        part = Pair(part, Leaf(xs[k - 1]))
    return part.total() * k

def by_value(xs, w):
    part = Leaf(w)
    while part.total() < xs[0]:
        part = Pair(part, Leaf(xs[1]))
    return part.total()

def without_condition(xs, w):
    part, k = Leaf(w), 0
    while True:
        if k == len(xs):
            return part.total()
        part = Pair(part, Leaf(xs[k]))
        k += 1
"""
ROWS = np.array([0.7, 0.4, 0.9])


@pytest.mark.parametrize(("function", "rows"), [("joined", ROWS), ("left_early", np.tile(ROWS, 2))])
def test_iterations_are_written_out(function, rows):
    """As many as there are, up to a break."""
    made = getattr(module(PROGRAM), function)
    df = gradient(made, "w")
    assert df(rows, 1.3) == pytest.approx((made(rows, 1.3 + 1e-6) - made(rows, 1.3 - 1e-6)) / 2e-6)
    assert "while" not in [line.split()[0] for line in df.source.splitlines() if line.strip()]


@pytest.mark.parametrize("function", ["by_value", "without_condition"])
def test_loops_of_a_number_of_iterations_that_is_not_known_stay(function):
    """They are refused where they build a tree."""
    with pytest.raises(CladpyError) as caught:
        gradient(getattr(module(PROGRAM), function))(ROWS, 0.3)
    assert caught.value.code in ("C120", "C121", "C201")
