"""Items of an array that is stored into which no later store overwrites: read again, without a tape."""

import math

import numpy as np
import pytest

from cladpy import check_gradient, gradient
from tests.transform.test_needs import needs

V, M = np.array([0.5, 1.25, 2.0, 0.8]), np.array([[4.0, 2.0, -0.5], [0.3, 5.0, 1.1], [0.2, -0.4, 6.0]])


def how(loop):
    """Return how the item that the name ``a`` holds is had again."""
    found = needs(f"u = x * 1.0\nn = len(x)\n{loop}\nreturn np.sum(u)", (V, 2.0))
    return {each for version, each in found.items() if version.startswith("a.")}


@pytest.mark.parametrize(
    "loop",
    [
        "for i in range(1, n):\n    a = u[i - 1]\n    u[i] = a * a",
        "for i in range(1, n):\n    k = i - 1\n    a = u[k]\n    u[i] = a * a",
        "for i in range(2, n, 2):\n    a = u[i - 2]\n    u[i] = a * a",
        "for i in range(n - 2, -1, -1):\n    a = u[i + 1]\n    u[i] = a * a",
        "for i in range(n):\n    for k in range(i):\n        a = u[k]\n        u[i] += a * a",
        "for i in range(n):\n    a = u[:i]\n    u[i] = np.sum(a * a)",
        "for i in range(n):\n    a = u[:i]\n    u[i:] *= np.sum(a * a)",
        "for _ in range(2):\n    for i in range(1, n):\n        a = u[0]\n        u[i] *= a * a",
    ],
)
def test_what_no_later_store_overwrites_is_read_again(loop):
    """By the order of an axis: the ranges keep the item and the stores apart."""
    assert how(loop) == {"recomputed"}


@pytest.mark.parametrize(
    "loop",
    [
        "for _ in range(2):\n    for i in range(1, n):\n        a = u[i - 1]\n        u[i] = a * a",
        "for i in range(n):\n    a = u[i - 1]\n    u[i] = a * a",  # the first is the last
        "for i in range(-3, n):\n    a = u[i - 1]\n    u[i] = a * a",
        "for i in range(1, n):\n    a = u[i - 1]\n    u[i] = a * a\nu *= 2.0",
        "for i in range(1, n):\n    a = u[i - 1]\n    u[i] = a * a\nu[:] = 0.0",
        "for i in range(1, n):\n    a = u[i - 1]\n    u[i] = a * a\nfor i in range(n):\n    u[i] *= y",
        "for i in range(1, n):\n    a = u[i - 1]\n    u[i] = a * a\n    u[i // 2] += 1.0",
        "for i in range(1, n):\n    a = u[i - 1]\n    i = 0\n    u[i] = a * a",
        "for i in range(n - 1, 0, -1):\n    a = u[i]\n    u[i - 1] = a * a\n    u[n - 1] = y",
        "for i in range(n):\n    a = u[:i]\n    u[i - 1] = np.sum(a * a)",
        "for i in range(n):\n    a = u[:-1]\n    u[i] = np.sum(a * a)",
        "i = 1\nwhile i < n:\n    a = u[i - 1]\n    u[i] = a * a\n    i += 1",
        "w = u[1:]\nfor i in range(1, n):\n    a = u[i - 1]\n    u[i] = a * a\n    w[0] = a",
        "for i in (3, 2, 1):\n    a = u[i - 1]\n    u[i] = a * a\n    u[1] = a",
    ],
)
def test_what_may_be_overwritten_is_not(loop):
    """By a later store, or by one of which too little is known."""
    assert "recomputed" not in how(loop)


# ---- gradients ----


def cholesky(a):
    c, total = a.copy(), 0.0
    for j in range(len(c)):
        for k in range(j):
            c[j, j] -= c[j, k] * c[j, k]
        c[j, j] = math.sqrt(c[j, j])
        total += 2.0 * math.log(c[j, j])
        for i in range(j + 1, len(c)):
            for k in range(j):
                c[i, j] -= c[i, k] * c[j, k]
            c[i, j] /= c[j, j]
    return total


def lu(a):
    a = a.copy()
    for k in range(len(a)):
        for i in range(k + 1, len(a)):
            a[i, k] /= a[k, k]
            for j in range(k + 1, len(a)):
                a[i, j] -= a[i, k] * a[k, j]
    return np.sum(a * a)


def paths(c):
    t = np.zeros(c.shape)
    t[0, :] = c[0, :]
    for i in range(1, c.shape[0]):
        t[i, 0] = t[i - 1, 0] * c[i, 0]
        for j in range(1, c.shape[1]):
            t[i, j] = c[i, j] * t[i - 1, j] * t[i, j - 1] + t[i - 1, j - 1] ** 2
    return t[-1, -1]


def states(c):
    x = np.zeros((4, 3))
    x[0] = c[0]
    for t in range(3):
        x[t + 1] = np.sin(x[t]) * x[t]
    return np.sum(x * x)


def orthogonal(c):
    q, total = c.copy(), 0.0
    for j in range(q.shape[1]):
        for i in range(j):
            q[:, j] -= (q[:, i] @ q[:, j]) * q[:, i]
        length = math.sqrt(q[:, j] @ q[:, j])
        total += math.log(length)
        q[:, j] /= length
    return total + q[0, 1]


def running(u, first):
    for i in range(first, len(u)):
        u[i] *= u[i - 1]


def by_a_helper(c):
    u, total = c[0].copy(), 0.0
    for _ in range(2):
        running(u, 1)
        total += u[1] * u[2]
        u[0] = u[2] * 0.5
    running(u, 2)
    return total + np.sum(u)


@pytest.mark.parametrize("function", [cholesky, lu, paths, states, orthogonal, by_a_helper])
def test_gradients(function):
    """Against differences, and the same with the analysis switched off."""
    check_gradient(function, (M,), variants=("gradient", "pullback", "tbr"))


@pytest.mark.parametrize("function", [lu, paths])
def test_factors_in_place_need_no_tape(function):
    """All that the reverse sweep reads is in the array at its end."""
    d_f = gradient(function, 0)
    d_f(M)
    assert "tape" not in d_f.source
