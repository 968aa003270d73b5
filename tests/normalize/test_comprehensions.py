"""Comprehensions of active values are loops that fill a list or dict."""

import numpy as np
import pytest

from cladpy import check_gradient, gradient


def squares(x):
    return sum(values := [v * v for v in x]) + values[0]


def nested(x):
    table = [[v * w for w in x if w > 0.5] for v in x]
    return table[0][0] * table[-1][-1]


def conditions(x):
    values = [v for k, v in enumerate(x) if k != 1 if v > 0.0]
    values.append(values[0] * 2.0)
    return values[-1] * values[1]


def by_key(x):
    found = {k: v * v for k, v in zip("abc", x, strict=True)}
    return found["a"] * found["c"]


def from_a_generator(x):
    return tuple(v * v for v in x)[1] * np.sum(np.array(tuple(v + 1.0 for v in x)))


def a_table_that_is_filled(x):
    table = [[0.0] * 3 for _ in x]
    for i in range(1, len(x)):
        table[i][1] = table[i - 1][1] * x[i] + x[i - 1]
    return table[-1][1]


def named_as_what_they_iterate_over(x):
    total = sum(x * x for x in x)
    values = [x * 2.0 for x in x]
    table = {x: v * v for x, v in enumerate(x)}
    return total * values[0] + table[0] * table[1] + max(x * 3.0 for x in x)


@pytest.mark.parametrize(
    "function",
    [named_as_what_they_iterate_over, squares, nested, conditions, by_key, from_a_generator, a_table_that_is_filled],
)
def test_the_gradient_is_that_of_the_loops(function):
    """Each form, checked by differences."""
    check_gradient(function, (np.array([0.7, 1.3, 2.1]),))


def test_what_holds_nothing_active_stays():
    """A list of indices is no matter of derivatives."""

    def picked(x):
        order = [2 - k for k in range(3)]
        return np.sum(x[order] * np.arange(3.0))

    d_picked = gradient(picked)
    d_picked(np.ones(3))
    assert "[2 - k for k in range(3)]" in d_picked.source
