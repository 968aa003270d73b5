"""The matrix of programs that update containers: kind by update by alias by flow by read, put together from pieces."""

import functools
import itertools

import numpy as np
import pytest

from cladpy import CladpyError, value_and_gradient
from cladpy.testing import check_gradient
from tests.containers.pieces import program, rows
from tests.containers.refused_rows import REFUSED
from tests.stages import module

COUNT = 260


def arguments(number):
    """Return arguments for a row: three numbers and one, apart from the thresholds in the pieces."""
    rng = np.random.default_rng(number)
    x, p = rng.uniform(0.5, 1.3, 3), float(rng.uniform(0.6, 0.85))
    return (x.astype(np.float32), np.float32(p)) if number % 7 == 3 else (x, p)


@functools.cache
def primal(number, row):
    """Return the function of a row, or None where Python does not take it."""
    function = module(program(row)).f
    try:
        value = function(*arguments(number))
    except (AttributeError, IndexError, KeyError, NameError, TypeError, ValueError):
        return None
    return function if np.isfinite(value) and abs(value) < 1e6 else None


def chosen():
    """Return the rows that are valid programs, with their numbers."""
    valid = (pair for pair in enumerate(rows()) if primal(*pair) is not None)
    return list(itertools.islice(valid, COUNT))


@pytest.mark.parametrize(("number", "row"), [pytest.param(*pair, id=pair[1].id) for pair in chosen()])
def test_row(number, row):
    """It has the gradient of central differences and leaves its arguments alone, or is refused as it always was."""
    function, args = primal(number, row), arguments(number)
    if row.id in REFUSED:
        with pytest.raises(CladpyError) as caught:
            value_and_gradient(function)(*args)
        assert caught.value.code == REFUSED[row.id]
    else:
        check_gradient(function, args, variants=())


def test_the_refused_rows_are_rows():
    """No entry outlives its row."""
    assert set(REFUSED) <= {row.id for _, row in chosen()}
