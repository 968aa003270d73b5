"""Diagonals, taken elements, sorted values and differences: transposes of what picks or subtracts."""

import math

import numpy as np
import pytest

from cladpy.runtime import (
    diag_adjoint,
    diagonal_adjoint,
    diff_adjoint,
    sort_adjoint,
    sort_tangent,
    take_adjoint,
    take_along_axis_adjoint,
)


def assert_transpose(function, adjoint, shape, rng):
    """Check <f(t), d> = <t, adjoint(d)> and the shape, in double and in single precision."""
    t = rng.standard_normal(shape)
    y = function(t)
    d = rng.standard_normal(np.shape(y))
    result = adjoint(d)
    assert result.shape == shape
    assert np.sum(result * t) == pytest.approx(np.sum(d * y), rel=1e-12, abs=1e-12)
    assert adjoint(d.astype(np.float32)).dtype == np.float32


@pytest.mark.parametrize("offset", [-4, -1, 0, 1, 2, 5])
@pytest.mark.parametrize(
    ("shape", "axes"), [((3, 3), (0, 1)), ((2, 4), (0, 1)), ((4, 2), (1, 0)), ((2, 3, 4), (-1, 0)), ((0, 3), (0, 1))]
)
def test_diagonal(shape, axes, offset, rng):
    """Every offset, also outside the matrix, of every pair of axes."""
    assert_transpose(
        lambda t: np.diagonal(t, offset, *axes),
        lambda d: diagonal_adjoint(d, shape, d.dtype, offset, *axes),
        shape,
        rng,
    )


def test_diagonal_is_zero_elsewhere_whatever_the_cotangent():
    """An infinite cotangent of a trace must not make NaNs off the diagonal."""
    assert diagonal_adjoint(math.inf, (2, 2), float).tolist() == [[math.inf, 0.0], [0.0, math.inf]]


@pytest.mark.parametrize("k", [-1, 0, 2])
@pytest.mark.parametrize("shape", [(3,), (3, 4)])
def test_diag(shape, k, rng):
    """A vector makes a matrix, a matrix gives its diagonal."""
    assert_transpose(lambda t: np.diag(t, k), lambda d: diag_adjoint(d, shape, d.dtype, k), shape, rng)


@pytest.mark.parametrize(
    ("indices", "axis"),
    [
        (1, None),
        ([0, 5, 5, -1], None),
        ([[0, 1], [1, 1]], None),
        ([], None),
        (1, 0),
        ([1, 1, 0], 0),
        (np.array([[0, 2], [2, -1]]), 1),
        ([2, 2], -1),
        ([], 1),
    ],
)
def test_take(indices, axis, rng):
    """Repeated and negative indices, along an axis or of the flattened array."""
    indices = np.asarray(indices, np.intp)
    assert_transpose(lambda t: np.take(t, indices, axis), lambda d: take_adjoint(d, (2, 3), indices, axis), (2, 3), rng)


@pytest.mark.parametrize(
    ("indices", "axis"),
    [([[0, 0], [2, 1]], 1), ([[1, 0, 1]], 0), ([[1]], -1), ([[2], [2]], -1), ([[1, 1, 1], [0, 0, 0], [1, 0, 1]], 0)],
)
def test_take_along_axis(indices, axis, rng):
    """Repeats within a lane; an axis of length 1 of the indices is stretched."""
    indices = np.array(indices)
    assert_transpose(
        lambda t: np.take_along_axis(t, indices, axis),
        lambda d: take_along_axis_adjoint(d, (2, 3), indices, axis),
        (2, 3),
        rng,
    )


def test_take_along_no_axis(rng):
    """None reads the flattened array."""
    indices = np.array([5, 0, 5])
    assert_transpose(
        lambda t: np.take_along_axis(t, indices, None),
        lambda d: take_along_axis_adjoint(d, (2, 3), indices, None),
        (2, 3),
        rng,
    )


@pytest.mark.parametrize("axis", [-1, 0, 1, None])
def test_sort_returns_cotangents_to_their_places(axis, rng):
    """Sorting permutes: the adjoint of the sorted array is the array, and the tangent of the array is the result."""
    x = rng.standard_normal((3, 4))
    assert np.array_equal(sort_adjoint(np.sort(x, axis), x, axis), x)
    assert np.array_equal(sort_tangent(x, x, axis), np.sort(x, axis))


def test_equal_values_keep_their_order():
    """The convention at ties: stable."""
    x = np.array([1.0, 0.0, 1.0, 0.0])
    assert sort_adjoint(np.array([1.0, 2.0, 3.0, 4.0]), x).tolist() == [3.0, 1.0, 4.0, 2.0]


@pytest.mark.parametrize("axis", [0, -1])
@pytest.mark.parametrize("n", [0, 1, 2, 3, 4])
def test_diff(n, axis, rng):
    """Differences of every order, also of more than there are elements."""
    assert_transpose(lambda t: np.diff(t, n, axis), lambda d: diff_adjoint(d, (3, 3), n, axis), (3, 3), rng)


def test_diff_of_nothing(rng):
    """An empty array has empty differences and an empty adjoint."""
    assert_transpose(np.diff, lambda d: diff_adjoint(d, (0,)), (0,), rng)
