"""The matrix of programs that update arrays: store by view by loop by read, put together from pieces."""

import functools
import itertools

import numpy as np
import pytest

from cladpy import CladpyError, value_and_gradient
from cladpy.testing import check_gradient
from tests.inplace.pieces import program, rows
from tests.inplace.refused_rows import REFUSED
from tests.stages import module

COUNT = 300


def arguments(number):
    """Return arguments for a row: a matrix and a number, apart from the thresholds in the pieces."""
    rng = np.random.default_rng(number)
    x = rng.uniform(0.5, 1.3, (6, 3))
    x[np.abs(x - 0.9) < 0.02] += 0.05
    return x, float(rng.uniform(0.6, 0.85))


@functools.cache
def primal(number, row):
    """Return the function of a row, or None where NumPy does not take it."""
    function = module(program(row)).f
    try:
        value = function(*arguments(number))
    except (IndexError, NameError, TypeError, ValueError):
        return None
    return function if np.isfinite(value) and abs(value) < 1e6 else None


def chosen():
    """Return the rows that are valid programs, with their numbers."""
    valid = (pair for pair in enumerate(rows()) if primal(*pair) is not None)
    return list(itertools.islice(valid, COUNT))


@pytest.mark.parametrize(("number", "row"), [pytest.param(*pair, id=pair[1].id) for pair in chosen()])
def test_row(number, row):
    """Both modes give the central differences and leave the arguments alone, or it is refused as it always was."""
    function, args = primal(number, row), arguments(number)
    if row.id in REFUSED:
        with pytest.raises(CladpyError) as caught:
            value_and_gradient(function)(*args)
        assert caught.value.code == REFUSED[row.id]
    else:
        check_gradient(function, args, variants=("pushforward",))


def test_the_refused_rows_are_rows():
    """No entry outlives its row."""
    assert set(REFUSED) <= {row.id for _, row in chosen()}
