"""The matrix of programs that update arrays: store by view by loop by read, put together from pieces."""

import numpy as np
import pytest

from tests.inplace.pieces import program, rows
from tests.inplace.refused_rows import REFUSED
from tests.matrix import Matrix


def arguments(number):
    """Return arguments for a row: a matrix and a number, apart from the thresholds in the pieces."""
    rng = np.random.default_rng(number)
    x = rng.uniform(0.5, 1.3, (6, 3))
    x[np.abs(x - 0.9) < 0.02] += 0.05
    return x, float(rng.uniform(0.6, 0.85))


RAISED = (IndexError, NameError, TypeError, ValueError)
MATRIX = Matrix(program, rows, arguments, REFUSED, count=204, raised=RAISED, variants=("pushforward",))


@pytest.mark.parametrize("number", MATRIX.parameters)
def test_row(number):
    """Both modes give the central differences and leave the arguments alone, or it is refused as it always was."""
    MATRIX.check(number)


def test_the_refused_rows_are_rows():
    """No entry outlives its row."""
    MATRIX.check_refused()
