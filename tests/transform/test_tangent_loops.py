"""Loops over what has a tangent."""

import numpy as np
import pytest

from cladpy import check_gradient, no_adjoint, pushforward
from tests.forward_texts import body
from tests.stages import define

V, W = np.array([0.5, -1.25, 2.0]), np.array([1.0, 3.0, -0.5])


@pytest.mark.parametrize(
    ("loop", "header"),
    [
        ("for a in x:", "for a, t_a in zip(x, t_x):"),
        ("for i, a in enumerate(x, 1):", "for i, (a, t_a) in enumerate(zip(x, t_x), 1):"),
        ("for a, b in zip(x, w):", "for a, b, t_a in zip(x, w, t_x):"),
        ("for i, (b, a) in enumerate(zip(w, x)):", "for i, (b, a, t_a) in enumerate(zip(w, x, t_x)):"),
        ("for a in reversed(x):", "for a, t_a in zip(reversed(x), reversed(t_x)):"),
        ("for a in (x[0], 2.0):", "for a, t_a in zip((x[0], 2.0), (t_x[0], 0.0)):"),
        ("for a in w:", "for a in w:"),
        ("for a in range(3):", "for a in range(3):"),
    ],
)
def test_headers(loop, header):
    """The tangents of the items go along, those of the others do not."""
    text = body(f"def f(x, w):\n    s = x[0]\n    {loop}\n        s = s * a\n    return s\n", (V, W))
    assert f"{header}\n" in text


def test_a_target_that_is_a_number_in_one_loop():
    """Its tangent is zero there, as a carried name must have one."""

    def program(x):
        s = x
        for i in range(3):
            s = s * x + i
        for i in (x, x * x):
            s = s + i
        return s * i

    check_gradient(program, (1.5,))


def test_rows_that_are_updated_through_the_loop():
    """An item of the tangent is a view of it, as that of the array."""

    def program(x):
        m = np.outer(x, x)
        for row in m:
            row *= 2.0
            row[0] = x[1]
        return np.sum(m * m)

    check_gradient(program, (V,))


def test_pairs_of_which_one_part_is_carried():
    """The other part of the tangent's items is not wanted."""
    program = "def f(pairs, x):\n    s = 0.0\n    for n, a in pairs:\n        s = s + n * a * x\n    return s\n"
    pairs, t_pairs = [(1, 0.5), (3, 2.0)], [(no_adjoint, 1.0), (no_adjoint, -1.0)]
    assert "for (n, a), (_, t_a) in zip(pairs, t_pairs):\n" in body(program, (pairs, 1.5), "pairs, x")
    assert pushforward(define(program), "pairs, x")(pairs, 1.5, t_pairs, 0.5) == (9.75, 0.25)
