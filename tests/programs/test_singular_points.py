"""Where a slope is infinite or a value is not a number, and the derivative is finite all the same: in every mode."""

import math

import numpy as np
import pytest

from cladpy import gradient, hessian, pushforward


def helper(r, x):
    return r * x


def deeper(r, x):
    return helper(r, x) * 2.0


def rooted(x):
    return np.sqrt(x)


def recursive(r, x, n):
    return r * x if n == 0 else recursive(r, x, n - 1)


def times_a_root(x):
    return x * x**0.5


def through_a_helper(x):
    return helper(np.sqrt(x), x)


def through_two_helpers(x):
    return deeper(np.sqrt(x), x)


def root_of_a_helper(x):
    return rooted(x) * x


def through_recursion(x):
    return recursive(np.sqrt(x), x, 2)


def in_a_loop(x):
    total = 0.0
    for _ in range(3):
        total = total + helper(np.sqrt(x), x)
    return total


SELECTED = [
    (lambda x: np.sum(np.where(x < 1, x, np.sqrt(x))), 0.0, 1.0, 0.0),
    (lambda x: np.sum(np.minimum(1, 1 / x**2)), 0.0, 0.0, 0.0),
    (lambda x: np.sum(np.where(x > 0.5, np.log(x), 0)), 0.0, 0.0, 0.0),
    (lambda x: np.sum(np.sqrt(np.maximum(x, 0))), -1.0, 0.0, 0.0),
    (lambda x: np.sum(np.sinc(x)), 0.0, 0.0, -(math.pi**2) / 3),
]
"""A function, a point, and the first and second derivative there."""
ROOTS = [times_a_root, through_a_helper, through_two_helpers, root_of_a_helper, through_recursion, in_a_loop]
"""The slope at 0 is 0: what is infinite is multiplied with 0. The second derivative is infinite."""


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # the primals' own: 1 / 0 and log(0)
@pytest.mark.parametrize(("function", "point", "slope", "curvature"), SELECTED)
@pytest.mark.parametrize("kind", [np.float64, np.array, lambda x: np.array([x, 2.0])])
def test_what_is_not_selected_has_no_slope(function, point, slope, curvature, kind):
    """Its own slope may be infinite or not a number."""
    x = kind(point)
    unit = np.zeros(np.shape(x))
    unit[(0,) * unit.ndim] = 1.0
    assert np.ravel(gradient(function)(x)[0])[0] == slope
    assert np.ravel(pushforward(function, "x")(x, unit[()] if np.isscalar(x) else unit)[1])[0] == slope
    assert np.ravel(hessian(function)(x)[0][0])[0] == pytest.approx(curvature, rel=1e-12)


@pytest.mark.parametrize("function", ROOTS)
@pytest.mark.parametrize("kind", [float, np.float64, np.array])
def test_zero_times_an_infinite_slope_is_zero(function, kind):
    """In both directions, whichever function makes the slope and whichever multiplies it."""
    assert gradient(function)(kind(0.0)) == (0.0,)
    assert pushforward(function, "x")(kind(0.0), kind(1.0))[1] == 0.0


FLATTENED = [
    lambda x: np.sum(np.exp(-1 / x)),
    lambda x: np.sum(np.tanh(1 / x)),
    lambda x: np.sum(np.arctan(np.log(x))),
    lambda x: np.sum(1 / (1 / x)),
    lambda x: np.sum(np.exp(2 * np.log(x))),
    lambda x: np.sum(np.exp(-np.inf / (x + 0.5))),
    lambda x: np.sum(np.exp(np.array([-np.inf, 0.5]) / (x + 0.5))),
]
"""Slopes of 0 at 0 behind infinite ones: of functions that flatten the pole before them."""


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # the primals' own: 1 / 0 and log(0)
@pytest.mark.parametrize("function", FLATTENED)
@pytest.mark.parametrize("x", [np.array(0.0), np.array([0.0, 2.0])], ids=["number", "array"])
def test_what_is_flattened_has_no_slope_in_both_directions(function, x):
    """Pushforward and pullback agree, and are finite."""
    (slope,) = gradient(function)(x)
    moved = [pushforward(function, "x")(x, unit)[1] for unit in np.eye(x.size).reshape(-1, *x.shape)]
    assert np.all(np.isfinite(slope))
    assert np.allclose(moved, np.ravel(slope), rtol=1e-12)


def test_a_helper_that_is_called_both_ways_has_two_pushforwards():
    """One that is guarded, one that is not."""

    def program(x):
        return helper(np.sqrt(x), x) + helper(2.0 * x, x)

    derivative = pushforward(program, "x")
    assert derivative(0.0, 1.0)[1] == 0.0
    assert derivative.source.count("multiply_guarded(x, t_r)") == 1
    assert derivative.source.count("t_r * x") == 1


MATRIX = np.array([[1.0, 2.0], [2.0, 4.0]])


@pytest.mark.parametrize(
    ("function", "point", "slope"),
    [
        (lambda x: np.linalg.norm(x) ** 2, np.zeros(3), np.zeros(3)),
        (lambda x: np.std(x), np.ones(3), np.zeros(3)),
        (lambda x: np.prod(x), np.array([0.0, 2.0, 3.0]), np.array([6.0, 0.0, 0.0])),
        (lambda x: np.prod(x), np.array([0.0, 0.0, 3.0]), np.zeros(3)),
        (lambda x: np.linalg.det(x), MATRIX, np.array([[4.0, -2.0], [-2.0, 1.0]])),
    ],
)
def test_norms_products_and_determinants(function, point, slope):
    """At zero, of equal values, with zeros, of a singular matrix."""
    assert gradient(function)(point)[0] == pytest.approx(slope, abs=1e-14)
    units = np.eye(point.size).reshape(-1, *point.shape)
    along = [pushforward(function, "x")(point, unit)[1] for unit in units]
    assert np.reshape(along, point.shape) == pytest.approx(slope, abs=1e-14)


@pytest.mark.parametrize(
    ("function", "point", "curvature"),
    [
        (lambda x: np.prod(x), np.array([0.0, 2.0, 3.0]), [[0, 3, 2], [3, 0, 0], [2, 0, 0]]),
        (lambda x: np.prod(x), np.array([0.0, 0.0, 3.0]), [[0, 3, 0], [3, 0, 0], [0, 0, 0]]),
        (lambda x: np.linalg.det(x), MATRIX, [[0, 0, 0, 1], [0, 0, -1, 0], [0, -1, 0, 0], [1, 0, 0, 0]]),
        (lambda x: np.linalg.det(x), MATRIX + np.eye(2), [[0, 0, 0, 1], [0, 0, -1, 0], [0, -1, 0, 0], [1, 0, 0, 0]]),
    ],
)
def test_second_derivatives_of_products_and_determinants(function, point, curvature):
    """A determinant of two rows is bilinear."""
    found = np.reshape(hessian(function)(point)[0][0], (point.size, point.size))
    assert found == pytest.approx(np.array(curvature), abs=1e-12)


@pytest.mark.parametrize(
    ("function", "curvature"),
    [
        (lambda x: np.cos(np.linalg.norm(x)), -1.0),
        (lambda x: np.linalg.norm(x) * np.tanh(np.linalg.norm(x)), 2.0),
        (lambda x: np.sum(np.cosh(np.linalg.norm(x[None, None], axis=2))), 1.0),
        (lambda x: np.where(np.linalg.norm(x) > 1, np.cos(np.linalg.norm(x)), 0.0), 0.0),
    ],
)
def test_even_functions_of_a_norm_of_zero(function, curvature):
    """The slope of the norm is not known there, its growth in a direction is: enough for second derivatives."""
    np.testing.assert_allclose(hessian(function, "x")(np.zeros(3)), curvature * np.eye(3), rtol=1e-12)
    assert not gradient(function, "x")(np.zeros(3)).any()
    assert pushforward(function, "x")(np.zeros(3), np.ones(3))[1] == 0.0
