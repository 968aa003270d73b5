"""Deviations: kinds, dtypes, singular points, elements that do not count."""

import math

import numpy as np
import pytest

from cladpy.runtime import std_adjoint, var_adjoint


def test_var_of_nothing_is_nothing():
    """No mean of an empty array is computed: it would warn."""
    assert var_adjoint(1.0, np.zeros((0, 3), np.float32)).shape == (0, 3)
    assert std_adjoint(1.0, np.zeros((0, 3), np.float32), np.nan).dtype == np.float32


@pytest.mark.parametrize("ddof", [2, 3])
def test_var_without_degrees_of_freedom(ddof):
    """The slope is infinite as the variance is; a cotangent of 0 beats it."""
    x = np.array([[1.0, 3.0], [2.0, 0.0]])
    adjoint = var_adjoint(np.array([1.0, 0.0]), x, axis=1, ddof=ddof)
    assert adjoint.tolist() == [[-math.inf, math.inf], [0.0, 0.0]]


@pytest.mark.parametrize("value", [1.0, 0.1, 1e-30, 0.0, -7e20])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_std_of_equal_elements_has_slope_zero(value, dtype):
    """The convention at the singular point holds where the mean is rounded, too."""
    x = np.full((3, 7), value, dtype)
    adjoint = std_adjoint(np.ones(3, dtype), x, np.std(x, axis=1), axis=1)
    assert adjoint.tolist() == np.zeros((3, 7)).tolist()
    assert adjoint.dtype == dtype


def test_std_of_nearly_equal_elements_has_its_slope():
    """Deviations of a few units in the last place are deviations: the slope is (x - mean) / (n * std)."""
    x = np.array([1.0, 1.0 + 2.0**-50])
    assert std_adjoint(1.0, x, np.std(x)) == pytest.approx([-0.5, 0.5])


def test_std_mixes_singular_and_regular_rows():
    """One row of equal elements leaves the others alone."""
    x = np.array([[0.1, 0.1, 0.1], [0.0, 1.0, 2.0]])
    adjoint = std_adjoint(np.ones((2, 1)), x, np.std(x, axis=1, keepdims=True), axis=1, keepdims=True)
    assert adjoint[0].tolist() == [0.0, 0.0, 0.0]
    assert adjoint[1] == pytest.approx(np.array([-1.0, 0.0, 1.0]) / math.sqrt(6.0))


@pytest.mark.parametrize("adjoint", [var_adjoint, lambda d, x, **more: std_adjoint(d, x, np.std(x, **more), **more)])
def test_elements_that_do_not_count_receive_nothing(adjoint):
    """NaN among them is not seen."""
    x = np.array([[1.0, np.nan, 3.0], [4.0, 5.0, 9.0]])
    where = np.array([[True, False, True], [True, True, True]])
    found = adjoint(np.ones(2), x, axis=1, where=where)
    assert found[0, 1] == 0.0
    assert found[:, ::2] == pytest.approx(
        np.stack([adjoint(1.0, np.array([1.0, 3.0])), adjoint(1.0, x[1])[::2]]), rel=1e-15
    )


def test_a_lane_with_few_elements_has_no_degrees_of_freedom():
    """As for var itself; the other lanes keep theirs."""
    x, where = np.array([[1.0, 3.0], [2.0, 0.0]]), np.array([[True, True], [True, False]])
    found = var_adjoint(np.array([1.0, 0.0]), x, axis=1, ddof=1, where=where)
    assert found.tolist() == [[-2.0, 2.0], [0.0, 0.0]]


def test_std_of_equal_elements_among_others():
    """Only those that count decide whether all are equal."""
    x, where = np.array([0.1, 0.1, 0.1, 7.0]), np.array([True, True, True, False])
    assert std_adjoint(1.0, x, np.std(x, where=where), where=where).tolist() == [0.0, 0.0, 0.0, 0.0]


def test_a_mean_that_is_given_is_the_one_that_counts():
    """The elements are compared with it; the correction replaces ddof."""
    x = np.array([1.0, 4.0])
    assert var_adjoint(1.0, x, mean=np.array([2.0]), correction=1).tolist() == [-2.0, 4.0]
