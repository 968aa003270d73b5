"""A value of another length than what it is taken apart into is an exception, which a handler may catch."""

import numpy as np
import pytest

from cladpy import CladpyError, check_gradient, gradient
from tests.stages import define

SPLIT = """
def f(text, x):
    total = 0.0
    for line in text.split(";"):
        try:
            key, value = line.split("=")
            if key:
                total += float(value) * x
        except ValueError:
            total += x * x
    return total
"""
STARRED = """
def f(xs, x):
    try:
        first, *rest = xs
    except Exception:
        first, rest = x, []
    return first * x + sum(rest)
"""
OF_AN_ARRAY = """
def f(xs, x):
    try:
        a, b = xs
        c, d = a * b, x
    except (KeyError, ValueError):
        c = d = x
    return c * d
"""


@pytest.mark.parametrize(
    ("program", "fits", "differs"),
    [
        (SPLIT, "a=1;b=3", "a=1;b=3=4"),
        (SPLIT, "a=1;=3", "a"),
        (STARRED, [1.5, 2.0, 3.0], []),
        (OF_AN_ARRAY, np.array([1.5, 2.0]), np.array([1.5, 2.0, 3.0])),
    ],
)
def test_the_length_is_checked_where_a_handler_may_catch_the_exception(program, fits, differs):
    """It was not seen that more items stand there than names."""
    function = define(program)
    check_gradient(function, (fits, 1.3), variants=())
    with pytest.raises(CladpyError) as refused:
        gradient(function, "x")(differs, 1.3)
    assert refused.value.code in ("C405", "C207")  # the latter where the length is part of the signature


def test_what_cannot_be_of_another_length_is_not_checked():
    """Nor what no handler catches."""
    for kind in ("ValueError", "KeyError"):
        shown = "a, b = x, y" if kind == "ValueError" else "a, b = l"
        program = f"def f(x, y):\n    l = [x, y]\n    try:\n        {shown}\n    except {kind}:\n        a = b = x\n"
        derivative = gradient(define(f"{program}    return a * b\n"))
        derivative(1.0, 2.0)
        assert "has_length" not in derivative.source
