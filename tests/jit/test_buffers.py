"""Buffers leave the loops of the user in which their length stays, and are numbers where no other loop reads them."""

import re

import numpy as np

from tests.jit.interpreted import run

LINE = np.array([0.5, -1.0, 2.0, 0.25])


def test_a_buffer_leaves_all_loops_in_which_its_length_stays():
    """It is made once, before the outer one."""

    def shifted(x, n):
        u = x * 1.0
        for _ in range(n):
            for _ in range(n):
                u[1:] = u[1:] * u[:-1]
        return np.sum(u)

    text, _ = run(shifted, (LINE, 2), "x", "value_and_gradient")
    made = re.findall(r"\n( *)\w+ = np.empty\(max\(len\(u\) - 1, 0\)\)", text)
    assert made
    assert set(made) == {"    "}


def test_a_buffer_stays_where_its_length_changes():
    """It is made in each iteration."""

    def shorter(x, n):
        u, total = x * 1.0, 0.0
        for _ in range(n):
            u = u[1:] * u[:-1]
            u[1:] = u[1:] * u[:-1]
            total += np.sum(u)
        return total

    text, (value, _) = run(shorter, (LINE, 2), "x")
    assert value == shorter(LINE, 2)
    assert not re.search(r"\n    \w+ = np.empty\(max", text)


def test_an_array_that_is_kept_is_made_anew():
    """What a tape holds is not written again."""

    def kept(x, n):
        total = 0.0
        y = x * 1.0
        for _ in range(n):
            y = np.sin(y) * x
            total += np.sum(y * y)
        return total

    text, (value, _) = run(kept, (LINE, 3), "x")
    assert value == kept(LINE, 3)
    assert re.search(r"\n        \w+ = np.empty", text)
