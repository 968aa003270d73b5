"""Literals of functions leave the form."""

import numpy as np
import pytest

from cladpy import CladpyError
from tests.planning.specialization.specialized import specialized


def test_what_nothing_calls_any_more_is_none():
    """Structures keep their other parts."""
    program = "def f(x):\n    g = lambda t: t\n    p = (g, x)\n    return p[1]\n"
    assert specialized(program, 1.0) == "g = None\np = g, x\nresult@ret = p[1]\nreturn result@ret\n"


@pytest.mark.parametrize(
    "statement",
    [
        "y = np.vectorize(lambda t: t * x)",
        "print(lambda t: t)",
        "y = abs((lambda t: t, x))",
    ],
)
def test_functions_that_are_handed_on_are_refused(statement):
    """With the place of the statement."""
    with pytest.raises(CladpyError) as caught:
        specialized(f"def f(x):\n    {statement}\n    return x\n", np.ones(2))
    assert (caught.value.code, caught.value.location.line) == ("C116", 2)


@pytest.mark.parametrize(
    "statements",
    [
        "y = [lambda t: t, x] * 2\n    return y[1]",
        "y = list((lambda t: t, x)) + [x]\n    return y[1]",
        "y = []\n    for k in x:\n        y.append(lambda t: t)\n    return len(y)",
        "y = [(lambda t: t, k) for k in x]\n    y += y\n    while y and len(y) > 1:\n        y.pop()\n    return x",
    ],
)
def test_containers_of_functions(statements):
    """They may be made of one another, updated and gone through: nothing of that calls a function."""
    assert "lambda" not in specialized(f"def f(x):\n    {statements}\n", np.ones(2))


def test_a_star_of_unknown_length_is_refused():
    """In the call of a nested function, where several stand for its arguments."""
    with pytest.raises(CladpyError) as caught:
        specialized("def f(x):\n    return (lambda a, b=2.0, c=1.0: a * b)(*x, *x)\n", np.ones(2))
    assert caught.value.code == "C119"


def test_what_a_function_returns_is_left_to_its_caller():
    """Who writes it out."""
    assert "<local function lambda>" in specialized("def f(x):\n    return lambda t: t * x\n", 1.0)
