"""Uses of elements that tell a number of Python's from one of NumPy's keep the array."""

import numpy as np
import pytest

from cladpy import gradient
from tests.optimize.test_element_lists import agrees

X = np.random.default_rng(3).uniform(0.5, 1.5, 6)


def divided(x):
    total = 0.0
    for i in range(len(x)):
        total += 1.0 / x[i]
    return total


def raised_to_a_power(x):
    total = 0.0
    for i in range(len(x)):
        total += x[i] ** 3
    return total


def few_of_many(x, n):
    total = 0.0
    for i in range(n):
        total += x[i] * x[i]
    return total


def handed_to_a_helper(x):
    total = 0.0
    for i in range(len(x)):
        total += halved(x[i] * x[i])
    return total


def halved(value):
    return value / 2


def with_columns(x):
    total = 0.0
    for i in range(len(x)):
        total += x[i, 0] * x[i, 1]
    return total


def single_precision(x):
    total = np.float32(0.0)
    for i in range(len(x)):
        total += x[i] * x[i]
    return total


def counted(x):
    both = 0
    for i in range(len(x)):
        both = (x[i] > 0.7) + (x[i] > 0.9)
    return both * np.sum(x * x)


ARRAYS = [
    (divided, (X,)), (raised_to_a_power, (X,)), (few_of_many, (X, 3)), (handed_to_a_helper, (X,)),
    (with_columns, (X.reshape(3, 2),)), (single_precision, (X.astype(np.float32),)), (counted, (X,)),
]  # fmt: skip


@pytest.mark.parametrize(("program", "args"), ARRAYS, ids=[each.__name__ for each, _ in ARRAYS])
def test_arrays_stay_where_numbers_would_be_told_apart(program, args):
    """A division or power, what is handed on, other dtypes and dimensions, loops that are not over the length."""
    derivative = gradient(program, 0)
    assert "x.tolist()" not in derivative.source_for(*args)
    agrees(derivative, args)
