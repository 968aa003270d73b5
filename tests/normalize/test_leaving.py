"""Exits of what is done with an item leave all loops of an iterator."""

import itertools

import numpy as np
import pytest

from cladpy import check_gradient
from tests.normalize.iterated import iterated


def test_break_leaves_both_loops():
    """A number says so, and each loop asks for it."""
    program = """
        def f(x, g):
            for a, b in itertools.product(x, x):
                if a > b:
                    break
                g(a)
            return None
    """
    assert iterated(program, itertools=itertools) == (
        "left@1 = 0\n"
        "result@2 = None\n"
        "returned@1 = False\n"
        "for item@1 in x:\n"
        "    returned@2 = False\n"
        "    for item@2 in x:\n"
        "        a = item@1\n"
        "        b = item@2\n"
        "        if a > b:\n"
        "            left@1 = 1\n"
        "            pass\n"
        "        else:\n"
        "            g(a)\n"
        "        if left@1 != 0:\n"
        "            result@2 = None\n"
        "            returned@2 = True\n"
        "            break\n"
        "    if returned@2:\n"
        "        returned@1 = True\n"
        "        break\n"
        "if returned@1:\n"
        "    pass\n"
        "return None\n"
    )


def returned_from_a_loop_in_the_step(x):
    for a, b in itertools.product(x, x):
        for k in range(3):
            if a * b > 0.8 * k:
                continue
            if a < b:
                return a * b * k
    return x[0]


def broken_in_both(x):
    s = 0.0
    for a, b in itertools.product(x, x):
        for c in x:
            if c < a:
                break
            s = s + a * b * c
        if s > 1.0:
            break
    else:
        s = s * 2.0
    return s


def returned_through_a_try(x):
    for a, b in itertools.product(x, x):
        try:
            if a < b:
                return a * b
        finally:
            x = x * 2.0
    return x[0]


@pytest.mark.parametrize("function", [returned_from_a_loop_in_the_step, broken_in_both, returned_through_a_try])
@pytest.mark.parametrize("x", [[0.7, -1.2, 0.4], [1.4, 1.3, 1.2], [0.1]])
def test_exits_are_those_of_python(function, x):
    """On each path."""
    check_gradient(function, (np.array(x),))
