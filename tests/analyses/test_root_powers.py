"""Powers of roots: which operations are differentiated as smooth functions, and that second derivatives are right."""

import math

import numpy as np
import pytest

from cladpy import check_gradient, gradient, hessian, jacobian, pushforward

Z = np.zeros(3)
SQUARES = 2.0 * np.eye(3)
CENTRED = 2.0 * (np.eye(3) / 3 - np.ones((3, 3)) / 9)
FIRST = np.diag([2.0, 0.0, 0.0])
PLANE = np.diag([2.0, 2.0, 0.0])


def square(n):
    return n**2


def distance(a, b):
    d = a - b
    return np.sqrt(np.sum(d**2))


class Point:
    def __init__(self, place):
        self.place = place

    def distance(self, x):
        return np.linalg.norm(self.place - x)


POINT = Point(np.zeros(3))


def named(x):
    n = np.linalg.norm(x)
    m = n
    return n * m


def from_both_branches(x):
    n = np.linalg.norm(x)
    if n > 1:
        return n
    return n**2


def in_a_loop(x):
    total = 0.0
    for i in range(3):
        for j in range(3):
            total += math.sqrt((x[i] - x[j]) ** 2) ** 2
    return total


def stored_into_between(x):
    y = x.copy()
    n = np.linalg.norm(y)
    y[0] = 5.0 * x[1]
    return n**2 + y[0] * x[2]


def in_another_loop(x):
    n, total = 0.0, 0.0
    for i in range(3):
        total += n * n
        n = abs(x[i])
    return total


def norms(x):
    n = np.linalg.norm(x)
    return n**2 + n**2.0 + np.linalg.norm(x) * np.linalg.norm(x) + np.square(np.linalg.norm(x, 2)) + pow(n, 2)


def along_axes(x):
    by_rows = np.sum(np.linalg.norm(x[:, None], axis=1) ** 2 + np.linalg.norm(x[None], axis=0) ** 2)
    kept = np.sum(np.linalg.norm(x[:, None], axis=-1, keepdims=True) ** 2)
    stacked = np.sum(np.linalg.norm(x[:, None, None], axis=(1, 2)) ** 2)
    of_matrices = np.linalg.norm(x[None], "fro") ** 2 + np.linalg.matrix_norm(x[None]) ** 2
    return by_rows + kept + stacked + of_matrices + np.linalg.vector_norm(x) ** 2


def helpers(x):
    zero = np.zeros(3)
    return square(np.linalg.norm(x)) + distance(x, zero) ** 2 - np.exp(-(distance(x, zero) ** 2))


def roots(x):
    return np.sqrt(np.sum(x**2)) ** 2 + ((x @ x) ** 0.5) ** 2 + np.sqrt(np.sum(x**2)) ** 4 + np.sum(np.cbrt(x**2) ** 3)


def moduli(x):
    return np.sum(np.abs(x) ** 2) + np.sum(np.abs(x * (0.6 + 0.8j)) ** 2)


def deviations(x):
    return np.std(x) ** 2 + x.std(ddof=0) ** 2 + np.nanstd(x) ** 2


def in_the_plane(x):
    return np.hypot(x[0], x[1]) ** 2 + math.hypot(x[0], x[1]) ** 2 + math.hypot(x[0], x[1]) ** 3


SMOOTH = {
    "norms": (norms, 5 * SQUARES),
    "along axes": (along_axes, 7 * SQUARES),
    "names": (named, SQUARES),
    "helpers": (helpers, 3 * SQUARES),
    "method": (lambda x: POINT.distance(x) ** 2, SQUARES),
    "branches": (from_both_branches, SQUARES),
    "roots": (roots, 3 * SQUARES),
    "loop": (in_a_loop, 12.0 * np.eye(3) - 4.0),
    "moduli": (moduli, 2 * SQUARES),
    "modulus": (lambda x: abs(x[0]) ** 2 + math.fabs(x[0]) ** 2, 2 * FIRST),
    "deviations": (deviations, 3 * CENTRED),
    "hypot": (in_the_plane, 2 * PLANE),
    "cubed hypot": (lambda x: np.hypot(x[0], x[1]) ** 3, 0 * PLANE),
    "dist": (lambda x: math.dist((x[0], x[1]), (0.0, 0.0)) ** 2, PLANE),
}
"""Functions of three numbers that have a second derivative at 0, and that derivative."""


@pytest.mark.parametrize("name", SMOOTH)
def test_second_derivatives_at_zero(name):
    """Forward over reverse."""
    function, expected = SMOOTH[name]
    np.testing.assert_allclose(hessian(function, "x")(Z), expected, rtol=1e-12)


@pytest.mark.parametrize("name", ["norms", "helpers", "roots"])
def test_second_derivatives_at_zero_by_reverse_mode_twice(name):
    """The rows of the Jacobian of the gradient."""
    function, expected = SMOOTH[name]
    found = jacobian(gradient(function, "x"), "x", direction="reverse")(Z)
    np.testing.assert_allclose(found, expected, rtol=1e-12)


@pytest.mark.parametrize("name", ["along axes", "moduli", "dist"])
def test_elsewhere(name):
    """Where the root is not 0 nothing is special; the value is the primal's."""
    check_gradient(SMOOTH[name][0], (np.array([0.5, -1.5, 2.0]),), variants=())


@pytest.mark.parametrize("function", [stored_into_between, in_another_loop])
def test_operands_that_have_changed(function):
    """The root is of what was there before."""
    check_gradient(function, (np.array([0.5, -1.5, 2.0]),), variants=())


@pytest.mark.parametrize(
    ("function", "slope"),
    [
        (lambda x: np.sum(np.sqrt(x) ** 2 + np.cbrt(x) ** 3 + (x**0.5) ** 2 + np.sqrt(x) * x**0.5), 4.0),
        (lambda x: np.sum(np.sqrt(x) * x + x * x * np.sqrt(x)), 0.0),
    ],
)
def test_first_derivatives_at_zero(function, slope):
    """The power of a root of x is a power of x: its slope at 0 is not the product of 0 and infinity."""
    assert gradient(function, "x")(Z).tolist() == [slope] * 3
    assert pushforward(function, "x")(Z, np.ones(3))[1] == 3 * slope


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (lambda x: np.sqrt(x) * x**1.5 + x * x * np.sqrt(x) + np.sqrt(x) ** 4, 4.0),
        (lambda x: np.sqrt(x) * x, math.inf),
    ],
)
def test_powers_of_one_value(function, expected):
    """Their exponents add up, and the second derivative is that of the sum's."""
    assert hessian(function, "x")(0.0) == expected


def test_the_rest_keeps_its_rules():
    """Powers of 1 and less, products of different roots, other norms, exponents that are not written."""

    def loss(x, k):
        others = np.linalg.norm(x, 1) ** 2 + np.linalg.norm(x, 3) ** 2 + np.linalg.norm(x) ** k
        return np.linalg.norm(x) ** 1.5 * np.hypot(x[0], x[1]) + others + np.cbrt(x[0]) ** 2 * np.abs(x[1]) ** 3

    check_gradient(loss, (np.array([0.5, -1.5, 2.0]), 2.0), variants=())
