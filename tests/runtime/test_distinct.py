"""Distinct values: the first of equal elements, rows, NaN, values of another array."""

import numpy as np
import pytest

from cladpy.runtime import found_adjoint, found_tangent, unique_adjoint, unique_tangent

AR = np.array([5.0, 3.0, 5.0, np.nan, 3.0, np.nan])


def test_the_first_of_equal_elements_receives_everything():
    """NaN are equal to one another, unless they are told apart."""
    assert unique_adjoint(np.array([1.0, 2.0, 4.0]), AR).tolist() == [2.0, 1.0, 0.0, 4.0, 0.0, 0.0]
    assert unique_adjoint(np.ones(4), AR, equal_nan=False).tolist() == [1.0, 1.0, 0.0, 1.0, 0.0, 1.0]
    assert unique_tangent(np.arange(6.0), AR).tolist() == [1.0, 0.0, 3.0]


@pytest.mark.parametrize("axis", [0, 1])
def test_rows_and_columns(axis):
    """Distinct rows come from the first row that is equal."""
    ar = np.array([[1.0, 2.0, 1.0], [1.0, 2.0, 1.0]])
    y = np.unique(ar, axis=axis)
    d = np.arange(1.0, 1.0 + y.size).reshape(y.shape)
    assert np.sum(ar * unique_adjoint(d, ar, axis)) == np.sum(y * d)
    assert unique_tangent(ar, ar, axis).tolist() == y.tolist()


def test_values_that_are_found_in_an_array():
    """In any order; one that is not there is no value of it, also beyond the largest."""
    y = np.array([7.0, 3.0, 9.0])
    ar = np.array([[3.0, 7.0], [3.0, 5.0]])
    assert found_adjoint(np.array([1.0, 2.0, 4.0]), y, ar).tolist() == [[2.0, 1.0], [0.0, 0.0]]
    assert found_tangent(ar * 10, y, ar).tolist() == [70.0, 30.0, 0.0]
    assert found_adjoint(np.zeros(0, np.float32), np.zeros(0), ar).dtype == np.float32
