"""A dtype that is asked for is left out where the result has it anyway."""

import numpy as np
import pytest

from cladpy import gradient
from tests.stages import define


@pytest.mark.parametrize(("place", "is_left_out"), [("np.zeros(3)", True), ("np.zeros(3, np.float32)", False)])
def test_a_dtype_is_left_out_where_it_changes_nothing(place, is_left_out):
    """The sum is written as the user wrote it, unless its place has another dtype."""
    program = f"def f(x):\n    a = {place}\n    np.sum(x * x, axis=0, out=a)\n    return np.sum(a * a)\n"
    derivative = gradient(define(program))
    derivative(np.ones((2, 3)))
    assert ("dtype=" in derivative.source.partition("a[...]")[2].partition("\n")[0]) != is_left_out


def test_a_dtype_of_the_users_stays():
    """Their text is theirs, whatever it changes."""
    program = "def f(x):\n    return np.sum(np.sum(x * x, axis=0, dtype=x.dtype) ** 3)\n"
    derivative = gradient(define(program))
    derivative(np.ones((2, 3)))
    assert "dtype=x.dtype" in derivative.source
