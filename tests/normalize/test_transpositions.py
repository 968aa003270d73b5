# ruff: noqa: B905 -- that is the point
"""``zip(*rows)``: in loops, comprehensions and targets; of lists, tuples, dicts and arrays."""

import numpy as np
import pytest

from cladpy import check_gradient, gradient

ROWS = [[1.0, 2.0, 0.5], [3.0, 4.0, 0.2]]
POINTS = [(1.0, 2.0), (3.0, 4.0), (0.5, 0.2)]


def in_a_loop(rows):
    s = 0.0
    for a, b in zip(*rows):
        s += a * b
    return s


def in_a_generator(rows):
    return sum(max(column) for column in zip(*rows))


def product_of_matrices(rows):
    return sum(sum(a * b for a, b in zip(r, c)) for r in rows for c in zip(*rows))


def taken_apart(points):
    xs, ys = zip(*points)
    return sum(xs) * sum(y * y for y in ys)


def kept(rows):
    columns = [list(column) for column in zip(*rows)]
    return columns[2][1] * columns[0][0]


def of_values(table):
    return sum(a * b for a, b in zip(*table.values()))


def beside_names_of_its_own(rows):
    k = 2.0
    row = 3.0
    return sum(sum(column) * k * row for column in zip(*rows))


@pytest.mark.parametrize(
    ("function", "argument"),
    [
        (in_a_loop, ROWS),
        (in_a_loop, np.array(ROWS)),
        (in_a_loop, [[1.0, 2.0, 3.0], [3.0, 4.0]]),
        (in_a_generator, ROWS),
        (product_of_matrices, ROWS),
        (taken_apart, POINTS),
        (kept, ROWS),
        (of_values, {"a": [1.0, 2.0], "b": [3.0, 4.0]}),
        (beside_names_of_its_own, ROWS),
    ],
)
def test_columns_are_differentiated(function, argument):
    """Each element's adjoint comes back into its row."""
    check_gradient(function, (argument,), variants=())


def test_nothing_has_no_columns():
    """As in Python, ``zip()`` of no rows gives nothing."""

    def loss(x):
        rows = []
        s = x
        for _ in zip(*rows):
            s = s * 2
        return s

    assert gradient(loss, "x")(2.0) == 1.0
