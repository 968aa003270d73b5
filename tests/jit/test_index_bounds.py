"""Which compiled functions need no check of their indices, and what is asked before their loops instead."""

import math

import numpy as np
import pytest

from cladpy import check_gradient, value_and_gradient
from tests.jit.interpreted import run

V, M = np.array([0.5, 1.25, 2.0, 0.8]), np.array([[4.0, 2.0, -0.5], [0.3, 5.0, 1.1], [0.2, -0.4, 6.0]])
CHECKED = "boundscheck=True"


def neighbours(x):
    s = 0.0
    for i in range(len(x) - 1):
        s += x[i] * x[i + 1]
    return s


def backwards(x):
    s = x[0]
    for i in range(len(x) - 1, 0, -1):
        s = s * math.sin(x[i] * x[i - 1])
    return s


def triangle(a):
    s = 0.0
    for i in range(a.shape[0]):
        for j in range(i):
            s += a[i, j] * a[j, i] * a[i, i]
    return s


def updated(x):
    u = np.zeros(len(x) + 1)
    for i in range(len(x)):
        u[i + 1] = u[i] * x[i] + x[i]
    return np.sum(u * u)


def relaxed(u, f, sweeps):
    u = u.copy()
    for _ in range(sweeps):
        for i in range(1, u.shape[0] - 1):
            for j in range(1, u.shape[1] - 1):
                u[i, j] = 0.5 * (u[i - 1, j] * u[i, j + 1] - f[i, j])
    return np.sum(u * u)


def two_arrays(x, y):
    s = 0.0
    for i in range(len(x)):
        s += x[i] * y[i]
    return s


def given_number(x, n):
    s = 0.0
    for i in range(n):
        s += x[i] * x[i]
    return s


def by_a_branch(x, y):
    s = 0.0
    for i in range(len(x)):
        if x[i] > 1.0:
            s += y[i] * x[i]
    return s


def left_early(x, y):
    s = 0.0
    for i in range(len(x)):
        if s > 100.0:
            break
        s += x[i] * y[i]
    return s


def counted_from_the_end(x):
    s = 0.0
    for i in range(len(x)):
        s += x[i] * x[i - 1]
    return s


def by_an_array(x, k):
    s = 0.0
    for i in range(len(x)):
        s += x[k[i]] * x[i]
    return s


def strided(x):
    s = 0.0
    for i in range(0, len(x) - 1, 2):
        s += x[i] * x[i + 1]
    return s


def rebound(x, y):
    s = 0.0
    for i in range(len(x)):
        s += x[i] * x[i]
        x = y * 2.0
    return s


def moved(x):
    s, k = 0.0, 0
    for i in range(len(x)):
        s += x[i] * x[k]
        k = k + 2
    return s


@pytest.mark.parametrize(
    ("function", "args"),
    [
        (neighbours, (V,)),
        (backwards, (V,)),
        (updated, (V,)),
        (relaxed, (M, M, 2)),
        (two_arrays, (V, V + 1)),
        (given_number, (V, 3)),
    ],
)
def test_indices_that_are_inside(function, args):
    """By the bounds of the loops, or by what is asked before them; the gradient stays what it is."""
    text, (value, adjoint) = run(function, args, 0)
    assert CHECKED not in text
    expected, wanted = value_and_gradient(function, 0)(*args)
    np.testing.assert_allclose(value, expected, rtol=1e-12)
    np.testing.assert_allclose(adjoint, wanted, rtol=1e-12)
    check_gradient(function, args, 0)


@pytest.mark.parametrize(
    ("function", "args"),
    [
        (triangle, (M,)),
        (by_a_branch, (V, V)),
        (left_early, (V, V)),
        (counted_from_the_end, (V,)),
        (by_an_array, (V, np.array([0, 3, 1, 2]))),
        (strided, (V,)),
        (rebound, (V, V)),
        (moved, (V,)),
    ],
)
def test_indices_that_may_be_outside(function, args):
    """Read on some paths alone, counted from the end, or of unknown values: each is checked."""
    try:
        text, _ = run(function, args, 0)
    except IndexError:
        assert function is moved
    else:
        assert CHECKED in text


def test_what_is_asked_before_the_loops():
    """Once for each length, where the loops run at all."""
    text, _ = run(relaxed, (M, M, 1), 0)
    assert "if sweeps > 0 and u_2.shape[0] > 2 and u_2.shape[1] > 2:\n        check_reach(f.shape[0]" in text
    assert text.count("check_reach(") == 2
    assert "    check_reach(x.shape[0], n)\n" in run(given_number, (V, 2), 0)[0]
    assert "    check_reach(x.shape[0], 1)\n    s = x[0]" in run(backwards, (V,), 0)[0]


@pytest.mark.parametrize(
    ("function", "args"),
    [
        (relaxed, (M, M[:1], 1)),
        (relaxed, (M, M[:, :1], 1)),
        (two_arrays, (V, V[:2])),
        (given_number, (V, 5)),
    ],
)
def test_what_the_primal_raises(function, args):
    """An index outside is an error as it is there."""
    with pytest.raises(IndexError):
        function(*args)
    with pytest.raises(IndexError):
        run(function, args, 0)


@pytest.mark.parametrize("args", [(M, M[:1], 0), (M[:2], M[:1], 1), (M[:, :2], M[:, :1], 1)])
def test_loops_that_do_not_run_ask_for_nothing(args):
    """The primal reads nothing there."""
    _, (value, _) = run(relaxed, args, 0)
    assert value == relaxed(*args)
