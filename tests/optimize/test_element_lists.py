"""Loops over elements go through lists, where nothing can tell a number of Python's from one of NumPy's."""

import math

import numpy as np
import pytest

from cladpy import gradient, hessian, value_and_gradient

RNG = np.random.default_rng(3)
X, Y = RNG.uniform(0.5, 1.5, 6), RNG.uniform(0.5, 1.5, 6)


def agrees(derivative, args, step=1e-6):
    """Compare the adjoint of the first argument with central differences."""
    x, *rest = args
    adjoint, program = derivative(*args), derivative.primal
    for index in np.ndindex(x.shape):
        ends = []
        for sign in (1, -1):
            moved = x.astype(np.float64)
            moved[index] += sign * step
            ends.append(program(moved, *rest))
        slope = (ends[0] - ends[1]) / (2 * step)
        assert adjoint[index] == pytest.approx(slope, rel=1e-5, abs=1e-6)  # of differences, of float32 once


def squares(x):
    total = 0.0
    for i in range(len(x)):
        total += x[i] * x[i] * math.sin(x[i])
    return total


def neighbours(x, k):
    total = 0.0
    n = x.size
    for i in range(1, n - 1):
        total += k * x[i - 1] * x[i] * x[i + 1]
    return total


def two_arrays(x, y):
    total = 0.0
    for i in range(len(x)):
        for j in range(len(y)):
            total += x[i] * y[j] * np.tanh(x[i])
    return total


def stored(x):
    y = x.copy()
    for i in range(1, len(y)):
        y[i] = y[i] * y[i - 1] + x[i]
    return np.sum(y * y)


def from_the_end(x):
    total = 0.0
    for i in range(len(x)):
        total += x[-1 - i] * x[i] * (x[i] > 1)
    return total


def branches(x):
    total = 0.0
    for i in range(len(x)):
        if x[i] > 1:
            total += x[i] * x[i]
        else:
            total -= math.exp(x[i]) * x[i]
    return total


def sliced(x):
    total = 0.0
    for i in range(len(x)):
        total += x[i] * np.sum(x[i:])
    return total


LISTED = [(squares, (X,)), (neighbours, (X, 0.5)), (two_arrays, (X, Y)), (stored, (X,)), (from_the_end, (X,)),
          (branches, (X,)), (sliced, (X,))]  # fmt: skip


@pytest.mark.parametrize(("program", "args"), LISTED, ids=[each.__name__ for each, _ in LISTED])
def test_elements_come_from_lists(program, args):
    """Those that are read, and the adjoints that are added to; the gradient is what it was."""
    derivative = gradient(program, 0)
    assert "_list[" in derivative.source_for(*args)
    agrees(derivative, args)


def under_two_names(x):
    y = x.copy()
    z = y
    for i in range(1, len(y)):
        y[i] = y[i] * y[i - 1]
    return np.sum(y * z)


def test_an_array_with_two_names_keeps_its_memory():
    """Both see each store."""
    derivative = gradient(under_two_names, 0)
    assert "y_list" not in derivative.source_for(X)
    agrees(derivative, (X,))


@pytest.mark.parametrize("program", [squares, stored, branches])
def test_what_is_returned_keeps_its_type(program):
    """The value is that of the primal, and the adjoint an array of its own."""
    value, adjoint = value_and_gradient(program, "x")(X)
    expected = program(X)
    assert (type(value), value) == (type(expected), expected)
    assert (type(adjoint), adjoint.dtype, adjoint.flags.owndata) == (np.ndarray, np.float64, True)


def test_an_empty_array_has_an_empty_adjoint():
    """Of float64, as before."""
    adjoint = gradient(squares, "x")(X[:0])
    assert (adjoint.shape, adjoint.dtype) == ((0,), np.float64)


def test_derivatives_that_are_differentiated_again_keep_their_arrays():
    """Second derivatives are those of the text with arrays."""
    expected = np.diag(2 * np.sin(X) + 4 * X * np.cos(X) - X**2 * np.sin(X))
    np.testing.assert_allclose(hessian(squares, "x")(X), expected, rtol=1e-12)
