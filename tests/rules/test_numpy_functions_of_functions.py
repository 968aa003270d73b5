"""Functions that call a function are written out, or refused with the reason."""

import numpy as np
import pytest

from cladpy import CladpyError, check_gradient, gradient
from cladpy.rules import default_registry
from cladpy.rules.absences import NotImplementedRule
from cladpy.rules.numpy import functions_of_functions

M = np.array([[0.5, 1.5, 2.5], [3.5, 4.0, 5.0]])


def length(row, scale=2.0):
    return scale * np.sqrt(np.sum(row**2))


@pytest.mark.parametrize("rule", default_registry.rules_of(functions_of_functions), ids=lambda rule: rule.name)
def test_what_is_not_written_out_says_why(rule):
    """Each parameter gives a reason."""
    assert all(
        isinstance(absence, NotImplementedRule) and absence.why for absence in rule.variants[-1].pullbacks.values()
    )


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_functions_of_rows(axis):
    """Results of one number, of a row, and of a matrix for each row; further arguments."""
    check_gradient(lambda x: np.sum(np.apply_along_axis(length, axis, x, scale=3.0) ** 2), (M,), variants=())
    check_gradient(lambda x: np.apply_along_axis(lambda row: np.cumsum(row) * row[0], axis, x), (M,), variants=())
    check_gradient(lambda x: np.apply_along_axis(lambda row: np.outer(row, row), axis, x), (M,), variants=())


def test_pieces():
    """A default, values, captured names, an empty piece, an array without dimensions, functions of the library."""

    def captured(x):
        return np.piecewise(x, [x < 1, x > 3], [lambda part: part**2, 7.0, lambda part: -part * x[0, 0]])

    check_gradient(captured, (M,), variants=())
    check_gradient(lambda x: np.piecewise(x, [x < 9, x > 9], [np.sin, np.max]), (M,), variants=())
    check_gradient(lambda x: np.piecewise(x, [x < 0, x >= 0], [lambda p: -p, length]), (1.5,), variants=())


def test_arrays_made_by_a_function_of_their_places():
    """What the function captures has the derivative."""
    check_gradient(lambda x: np.fromfunction(lambda i, j: x[0] * i + x[1] * j**2, (3, 2)), (M[0],), variants=())


@pytest.mark.parametrize(
    ("function", "why"),
    [
        (lambda x: np.sum(np.vectorize(length)(x)), "what np.vectorize makes of a function has no derivative rule"),
        (lambda x: np.sum(np.apply_over_axes(np.sum, x, [0])), "call the function once for each axis"),
    ],
)
def test_refusals(function, why):
    """They say what is in the way."""
    with pytest.raises(CladpyError, match=why):
        gradient(function, "x")(M)
