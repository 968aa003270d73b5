"""Functions that call themselves and are given local functions."""

import pytest

from cladpy import gradient
from tests.planning.specialization.specialized import specialized
from tests.stages import define, text

MIDPOINTS = """
def midpoints(f, a, b, n):
    m = (a + b) / 2
    if n == 0:
        return (b - a) * f(m)
    return midpoints(f, a, m, n - 1) + midpoints(f, m, b, n - 1)
"""


def test_what_a_local_function_captures_is_given_in_its_place():
    """And handed down: the function that is made stands beside the primal."""
    program = f"""{MIDPOINTS}
def g(w, n):
    return midpoints(lambda t: w * t, 0.0, w, n)
"""
    assert specialized(define(program), 1.0, 2) == text(
        """
        result@ret = midpoints_of_f(0.0, w, n, w=w)
        return result@ret
        """
    )


def test_the_function_that_is_made_has_the_local_one_inside():
    """The recursion is one function of the generated module, which calls itself."""
    program = f"""{MIDPOINTS}
def g(w, n):
    return midpoints(lambda t: w * t, 0.0, 1.0, n)
"""
    derivative = gradient(define(program), "w")
    assert derivative(3.0, 2) == pytest.approx(0.5, rel=1e-12)  # the midpoint rule is exact for what is linear
    assert derivative.source.count("midpoints_of_f_forward_w(a, m, n - 1, w)") == 1


def test_a_function_that_the_recursion_changes_is_written_out():
    """Each call has a function of its own, as many as the number of calls that is known."""
    program = """
    def nested(f, x, n):
        if n == 0:
            return f(x)
        return nested(lambda t: f(t) * 2.0, x, n - 1)

    def g(w):
        return nested(lambda t: w * t, 1.0, 3)
    """
    assert gradient(define(program), "w")(3.0) == 8.0
