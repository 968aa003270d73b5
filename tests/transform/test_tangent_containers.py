"""Lists and dicts that are updated by their methods."""

import numpy as np
import pytest

from cladpy import check_gradient, pushforward
from tests.forward_texts import body

V = np.array([0.5, -1.25, 2.0])


@pytest.mark.parametrize(
    ("statement", "tangent", "used"),
    [
        ("l.append(x[0])", "t_l.append(", "l[2]"),
        ("l.append(2.0)", "t_l.append(0.0)", "l[2]"),
        ("l.insert(0, x[1])", "t_l.insert(0, ", "l[2]"),
        ("l.extend([x[0], 1.0])", "t_l.extend(", "l[2]"),
        ("l.reverse()", "t_l.reverse()", "l[1]"),
        ("y = l.pop(0)", "t_y = t_l.pop(0)", "y"),
        ("l.pop()", "t_l.pop()", "l[0]"),
        ("l[1] = x[2]", "t_l[1] = t_x[2]", "l[1]"),
        ("k = list(l)", "t_k = list(t_l)", "k[0]"),
    ],
)
def test_the_tangent_is_updated_by_the_same_call(statement, tangent, used):
    """What is put in is the tangent of what the primal puts in."""
    assert tangent in body(f"def f(x):\n    l = [x[0], x[1]]\n    {statement}\n    return l[0] * {used}\n", (V,))


def test_a_list_that_is_popped_for_a_whole_number():
    """Its tangent goes with it, though nothing reads it."""

    def program(x):
        pairs = [2, x, 3]
        first = pairs.pop(0)
        return first * pairs[0] * pairs[1]

    push = pushforward(program, "x")
    assert push(1.5, 1.0) == (9.0, 6.0)


def test_programs():
    """A stack, a queue and a dict that is updated in a loop."""

    def stack(x):
        values = [x[0], x[1], x[2]]
        while len(values) > 1:
            right = values.pop()
            left = values.pop()
            values.append(left * right + right)
        return values[0]

    def queue(x):
        waiting = [x * 1.0]
        total = 0.0
        for k in range(3):
            now = waiting.pop(0)
            waiting.append(np.sin(now) * k)
            total = total + np.sum(now * now)
        return total

    def table(x):
        found = {"a": x, "b": 2.0}
        for _ in range(2):
            found["b"] = found["b"] * np.sum(found["a"])
            found["a"] = found["a"] * found["b"]
        return np.sum(found["a"])

    for function in (stack, queue, table):
        check_gradient(function, (V,))


def test_arguments_that_are_updated():
    """Value and tangent are copied on entry, with all that is in them."""

    class Cell:
        def __init__(self, h):
            self.h = h
            self.log = []

        def step(self, x):
            self.h = np.tanh(self.h + x)
            self.log.append(self.h)

    def program(cell, rows):
        rows[0][:] = cell.h
        for row in rows:
            cell.step(row)
        return np.sum(cell.log[0] * cell.h)

    cell, rows = Cell(V), [V.copy(), 2 * V]
    t_cell, t_rows = Cell(np.ones(3)), [np.ones(3), np.zeros(3)]
    pushforward(program, "cell, rows")(cell, rows, t_cell, t_rows)
    assert (cell.log, t_cell.log) == ([], [])
    np.testing.assert_array_equal(rows[0], V)
    np.testing.assert_array_equal(t_rows[0], np.ones(3))
    check_gradient(program, (cell, rows))
