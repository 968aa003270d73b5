"""Array statements as loops over elements: the text for numba, run as the Python that it is, gives what NumPy gives."""

import copy
import re

import numpy as np
import pytest

from cladpy import value_and_gradient
from cladpy.emit.capabilities import capabilities_of
from tests.jit.interpreted import run

LINE = np.array([0.5, -1.0, 2.0, 0.25, -0.75])
SHORT = np.array([1.5, -0.5, 0.75])
TABLE = np.array([[1.0, -2.0, 0.5], [0.25, 3.0, -1.0]])


def neighbours(x):
    u = x * 1.0
    u[1:] = u[:-1] * u[1:]
    u[:-1] += u[1:]
    u[1:-1] *= u[2:] - u[:-2]
    return np.sum(u * u)


def rows(x):
    u = x * 1.0
    u[0] += u[1] * u[0]
    u[1] = u[0] * u[-2]
    u[:, 1:] -= u[:, :-1]
    return np.sum(u * x)


def one_element_among_many(x):
    u = x * 1.0
    u[1:] = u[1:] * u[0]
    u[:] = u * u[1] + u[-1]
    return np.sum(u)


def views_of_what_is_written(x):
    u = x * 1.0
    v, w = u[1:4], u[2:]
    v += w * v
    w[...] = v * 2.0
    return np.sum(u * u)


def arrays_in_a_list(x):
    held = [x * 1.0, x * 2.0]
    u = held[0]
    u[1:] += held[0][:-1] * held[1][1:]
    return np.sum(u * held[0])


def steps_of_a_rod(x, k, n):
    u = x.copy()
    for _ in range(n):
        u[1:-1] += k * (u[2:] - 2 * u[1:-1] + u[:-2])
    return np.sum(u**2)


def array_bound_anew(x, n):
    d = x * 0.5
    for k in range(n):
        y = x[1:] * d[1:]
        d = x * (k + 1)
        x = x * 1.1 + d
        d[1:] += y
    return np.sum(d * x)


def shorter_each_time(x, n):
    total, kept = 0.0, x * 1.0
    for _ in range(n):
        kept = kept[1:] * kept[:-1]
        total += np.sum(kept * kept)
    return total


def only_on_one_path(x, flag):
    y = x * 2.0
    if flag > 0.5:
        y = np.exp(y) * x
        s = np.sum(y * x)
    else:
        s = np.mean(y * y * x)
    return s * np.sum(y * y)


def one_row_for_all(x, b):
    y = np.tanh(x * b + 1.0) / np.maximum(np.abs(b), 0.5)
    return np.sum(np.where(y > 0.0, y * x, -y))


def a_column_of_one(x):
    scale = x[:, :1] * 1.0
    y = x * scale
    return np.sum(y * y) / np.sum(scale * scale)


def numbers_that_are_computed(x, n):
    y = x * 1.0
    for k in range(n):
        y[1:] = y[1:] * np.sum(y * x) + y[0] / (k + 1)
    return np.sum(np.sqrt(y * y + 1.0))


def integers_and_masks(x):
    mask = x > 0.0
    return np.sum(x * mask * 3 + x**2 / 2)


def reads_before_it_is_bound(x, n):
    y = x * 0.0
    z = x * 1.0
    for _ in range(n):
        z = z + y * x
        y = x * x + z
    return np.sum(z * y)


PROGRAMS = [
    (neighbours, (LINE,), "x"),
    (rows, (TABLE,), "x"),
    (one_element_among_many, (LINE,), "x"),
    (views_of_what_is_written, (LINE,), "x"),
    (arrays_in_a_list, (LINE,), "x"),
    (steps_of_a_rod, (LINE, 0.1, 3), "x, k"),
    (steps_of_a_rod, (LINE[:1], 0.1, 2), "x, k"),
    (steps_of_a_rod, (LINE[:0], 0.1, 2), "x, k"),
    (array_bound_anew, (LINE, 3), "x"),
    (shorter_each_time, (LINE, 3), "x"),
    (only_on_one_path, (LINE, 0.75), "x"),
    (only_on_one_path, (LINE, 0.25), "x"),
    (one_row_for_all, (TABLE, SHORT), "x, b"),
    (one_row_for_all, (TABLE[:1], SHORT), "x, b"),
    (a_column_of_one, (TABLE,), "x"),
    (numbers_that_are_computed, (LINE, 2), "x"),
    (integers_and_masks, (LINE,), "x"),
    (reads_before_it_is_bound, (LINE, 3), "x"),
]


def leaves(value):
    """Return the numbers of a value, one after the other."""
    if isinstance(value, tuple | list):
        return [number for item in value for number in leaves(item)]
    return list(np.ravel(value))


@pytest.mark.parametrize(("function", "args", "wrt"), PROGRAMS)
def test_same_numbers(function, args, wrt):
    """Value and gradient are those of array statements, whose own are checked against differences elsewhere."""
    _, given = run(function, copy.deepcopy(args), wrt)
    expected = value_and_gradient(function, wrt)(*copy.deepcopy(args))
    np.testing.assert_allclose(leaves(given), leaves(expected), rtol=1e-11, atol=1e-13)
    assert leaves(expected)[0] == pytest.approx(float(function(*copy.deepcopy(args))), rel=1e-11)


def test_a_loop_without_allocations():
    """What the rod's steps need is allocated before them, once; nothing is read that was overwritten."""
    text, _ = run(steps_of_a_rod, (LINE, 0.1, 2), "x")
    loops = re.findall(r"\n    for _ in range\(n\):\n((?: {8}.*\n)+)", text)
    assert len(loops) == 2
    assert not any("np.empty" in re.sub("#.*", "", loop) or "[1:" in re.sub("#.*", "", loop) for loop in loops)
    assert "new_1 = np.empty(max(len(u) - 2, 0))" in text


def test_neighbours_in_one_loop():
    """Statements over the same elements share a loop, and what no other reads is a number."""

    def chain(x, y):
        a = x * y
        b = np.sin(a)
        return np.sum(b * b)

    text, _ = run(chain, (LINE, LINE + 1.0), "x", "gradient")
    assert text.count("for i in range(") == 2  # one in each sweep
    assert "d_a = d_b[i] * np.cos(a[i])" in text


def test_lengths_that_must_be_equal_are_checked():
    """Arguments of other lengths raise, as array statements do."""

    def product(x, y):
        return np.sum(x * y * x)

    text, _ = run(product, (LINE, LINE), "x", "gradient")
    assert text.count("check_lengths(len(x), len(y))") == 1
    with pytest.raises(ValueError, match="could not be broadcast together"):
        run(product, (LINE, SHORT), "x", "gradient")


def test_threads_keep_array_statements():
    """With parallel=True they are numba's to split."""
    assert capabilities_of("numba").element_loops
    assert not capabilities_of("numba", ["parallel"]).element_loops
