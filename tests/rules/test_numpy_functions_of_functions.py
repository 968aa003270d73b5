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


@np.vectorize
def larger(a, b):
    return a * b if a > b else b**2


def squares(x, axis):
    return np.sum(x**2, axis=axis)


def rooted(a):
    return 2.0 * np.sqrt(a * a + 1.0)


GLOBAL, TYPED, AXES = np.vectorize(rooted), np.vectorize(rooted, otypes=[float]), [0]


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


def test_functions_of_elements():
    """Of one and of several arrays that broadcast; a lambda, one that is decorated, one that is a global."""

    def loss(x):
        return np.sum(larger(x, x[0]) * GLOBAL(x)) + np.sum(np.vectorize(lambda a, b: a * b)(x, 2.0) ** 2)

    check_gradient(loss, (M,), variants=())


def test_functions_over_axes():
    """The axes are kept, whether the function keeps them or not."""

    def loss(x):
        return np.sum(np.apply_over_axes(squares, x, [0, 1]) * 3.0) + np.sum(np.apply_over_axes(np.max, x, -1) ** 2)

    check_gradient(loss, (M,), variants=())
    assert np.apply_over_axes(squares, M, [0, 1]).shape == (1, 1)


@pytest.mark.parametrize(
    ("function", "why"),
    [
        (lambda x: np.sum(TYPED(x)), "what np.vectorize makes of a function"),
        (lambda x: np.sum(np.apply_over_axes(np.sum, x, AXES)), "the axes written in the call"),
    ],
)
def test_refusals(function, why):
    """They say what is in the way."""
    with pytest.raises(CladpyError, match=why):
        gradient(function, "x")(M)
