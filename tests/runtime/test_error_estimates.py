"""The log of rounding errors."""

import numpy as np
import pytest

from cladpy.runtime import ErrorLog, note_error, noted

EPS = {dtype: float(np.finfo(dtype).eps) for dtype in (np.float32, np.float64)}


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_rounding_is_weighed_with_the_adjoint(dtype):
    """By the eps of the value's dtype, element by element, without cancellation."""
    errors = ErrorLog()
    x, d_x = np.array([1.0, -2.0], dtype), np.array([3.0, 0.5], dtype)
    assert note_error(d_x, x, errors, "x", 7) is d_x
    assert errors.found == {("x", 7): pytest.approx(4.0 * EPS[dtype], rel=1e-6)}
    assert errors.weights == {"x": pytest.approx(4.0)}


def test_an_adjoint_broadcasts():
    """It may be a number for a whole array."""
    errors = ErrorLog()
    note_error(2.0, np.ones((2, 3)), errors, "x", 1)
    assert errors.weights == {"x": 12.0}


def test_errors_add_up_by_variable_and_line():
    """Each time that a line is run."""
    errors = ErrorLog(lambda _d_x, _x, name: {"x": 1.0, "y": -10.0}[name])
    for name, line in (("x", 1), ("x", 1), ("x", 2), ("y", 1)):
        note_error(1.0, 1.0, errors, name, line)
    assert errors.found == {("x", 1): 2.0, ("x", 2): 1.0, ("y", 1): 10.0}


def test_a_model_of_one_number_counts_for_each_element():
    """As an array of such would."""
    errors = ErrorLog(lambda _d_x, _x, _name: 0.5)
    note_error(np.ones(3), np.ones(3), errors, "x", 1)
    assert errors.found == {("x", 1): 1.5}


def test_what_is_not_floating_has_no_error():
    """Integers, texts; in lists what is floating counts."""
    errors = ErrorLog()
    note_error(1.0, 3, errors, "n", 1)
    note_error([1.0, 0.0], [2.0, "text"], errors, "x", 1)
    assert errors.weights == {"x": 2.0}


def test_a_note_is_the_value():
    """Nothing else happens in a forward sweep."""
    x, errors = np.ones(2), ErrorLog()
    assert noted(x, errors, "x", 1) is x
    assert errors.found == {}
