"""Norms of every order: singular points, ties, dtypes; the values are checked by the rule's samples."""

import math

import numpy as np
import pytest

from cladpy.runtime import norm_adjoint, norm_along

ORDERS = [None, 2, 1, 0, 3, 0.5, -1, math.inf, -math.inf]
MATRIX_ORDERS = [None, "fro", "nuc", 2, -2, 1, -1, math.inf, -math.inf]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("d", [1.0, 0.0, math.inf])
def test_the_zero_vector_has_slope_zero(order, d):
    """By convention, whatever the cotangent; nothing warns."""
    assert norm_adjoint(d, np.zeros(3), np.float64(0.0), order).tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize("order", MATRIX_ORDERS)
def test_the_zero_matrix_has_slope_zero(order):
    """By convention; nothing warns."""
    assert norm_adjoint(1.0, np.zeros((2, 3)), np.float64(0.0), order).tolist() == np.zeros((2, 3)).tolist()


def test_zero_rows_leave_the_others_alone():
    """One singular row among regular ones."""
    x = np.array([[3.0, 4.0], [0.0, 0.0]])
    adjoint = norm_adjoint(np.array([5.0, 1.0]), x, np.linalg.norm(x, axis=1), axis=1)
    assert adjoint.tolist() == [[3.0, 4.0], [0.0, 0.0]]


def test_tied_elements_share_evenly():
    """The largest magnitudes, of either sign."""
    assert norm_adjoint(1.0, np.array([-2.0, 1.0, 2.0]), 2.0, math.inf).tolist() == [-0.5, 0.0, 0.5]


def test_tied_columns_share_evenly():
    """The largest sums of magnitudes."""
    assert norm_adjoint(1.0, np.array([[1.0, -2.0], [-1.0, 0.0]]), 2.0, 1).tolist() == [[0.5, -0.5], [-0.5, 0.0]]


def test_tied_singular_values_share_evenly():
    """The spectral norm of the identity."""
    assert norm_adjoint(1.0, np.eye(2), 1.0, 2) == pytest.approx(np.eye(2) / 2)


@pytest.mark.parametrize("order", MATRIX_ORDERS)
@pytest.mark.parametrize("keepdims", [False, True])
def test_single_precision_stays(order, keepdims):
    """Under the Python float 1.0 as cotangent, too."""
    x = np.arange(1.0, 13.0, dtype=np.float32).reshape(2, 2, 3)
    y = np.linalg.norm(x, order, (1, 2), keepdims)
    assert norm_adjoint(1.0, x, y, order, (1, 2), keepdims).dtype == np.float32


@pytest.mark.parametrize("order", ORDERS)
def test_homogeneity(order):
    """Euler: a norm of degree 1 is <x, its slope>; of degree 0 (the count) that is 0."""
    x = np.array([[1.0, -2.0, 0.5], [3.0, 0.25, -4.0]])
    y = np.linalg.norm(x, order, 1)
    adjoint = norm_adjoint(np.ones(2), x, y, order, 1)
    assert np.sum(adjoint * x, axis=1) == pytest.approx(y if order != 0 else np.zeros(2), rel=1e-12)


@pytest.mark.parametrize(("order", "axis"), [(None, None), (None, 1), (1, 0)])
def test_growth_in_a_direction(order, axis):
    """By one-sided differences, at 0 too: that of a norm there is the norm of the direction."""
    t = np.array([[0.5, -1.0, 2.0], [1.5, 0.25, -0.5]])
    for x in (np.array([[0.3, 2.0, -1.0], [1.0, -0.7, 0.2]]), np.zeros((2, 3))):
        step = 1e-7
        expected = (np.linalg.norm(x + step * t, order, axis) - np.linalg.norm(x, order, axis)) / step
        found = norm_along(t, x, np.linalg.norm(x, order, axis), order, axis)
        np.testing.assert_allclose(found, expected, rtol=1e-5)
