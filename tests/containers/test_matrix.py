"""The matrix of programs that update containers: kind by update by alias by flow by read, put together from pieces."""

import numpy as np
import pytest

from tests.containers.pieces import program, rows
from tests.containers.refused_rows import REFUSED
from tests.matrix import Matrix


def arguments(number):
    """Return arguments for a row: three numbers and one, apart from the thresholds in the pieces."""
    rng = np.random.default_rng(number)
    x, p = rng.uniform(0.5, 1.3, 3), float(rng.uniform(0.6, 0.85))
    return (x.astype(np.float32), np.float32(p)) if number % 7 == 3 else (x, p)


RAISED = (AttributeError, IndexError, KeyError, NameError, TypeError, ValueError)
MATRIX = Matrix(program, rows, arguments, REFUSED, count=150, raised=RAISED)


@pytest.mark.parametrize("number", MATRIX.parameters)
def test_row(number):
    """It has the gradient of central differences and leaves its arguments alone, or is refused as it always was."""
    MATRIX.check(number, ("pushforward",) if number % 11 == 0 else ())  # a tenth of the rows is of every kind of piece


def test_the_refused_rows_are_rows():
    """No entry outlives its row."""
    MATRIX.check_refused()
