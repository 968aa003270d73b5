"""Local functions as definitions inside of the functions that they are given to."""

import pytest

from cladpy import gradient
from tests.planning.specialization.specialized import specialized
from tests.stages import define

TWICE = """
def repeated(f, x, n):
    if n == 0:
        return x
    return repeated(f, f(x), n - 1)
"""


@pytest.mark.parametrize(
    ("given", "call"),
    [
        ("lambda t: a * t", "repeated_of_f(x, n, a=a)"),
        ("lambda t, k=2 * a: k * t", "repeated_of_f(x, n, f_k="),
        ("partial(scaled, a)", "f_0=v@7)"),
        ("partial(scaled, t=a)", "f_t=v@7)"),
    ],
)
def test_what_is_given_in_place_of_a_function(given, call):
    """Captured variables, computed defaults, and what a function is partially applied to."""
    program = f"""
from functools import partial


def scaled(k, t):
    return k * t

{TWICE}
def g(x, a, n):
    return repeated({given}, x, n)
"""
    assert call in specialized(define(program), 1.0, 2.0, 3)


def test_a_global_of_the_name_of_a_variable_is_kept_apart():
    """`rate` is a variable of the function that calls itself, and a global of the one that it is given."""
    program = """
rate = 5.0


def repeated(f, x, n):
    rate = 2.0
    if n == 0:
        return x * rate
    return repeated(f, f(x), n - 1)


def g(x, n):
    return repeated(lambda t: rate * t, x, n)
"""
    assert gradient(define(program), "x")(1.0, 3) == 250.0


def test_a_tuple_of_functions():
    """It is made again of the functions inside."""
    program = """
def alternating(pair, x, n):
    if n == 0:
        return x
    return alternating(pair, pair[n % 2 == 0](x), n - 1)


def g(x, a):
    return alternating((lambda t: a * t, lambda t: t + a), x, 2)
"""
    assert gradient(define(program), "x")(1.0, 3.0) == 3.0
