"""Local functions that call themselves stand beside the function, with what they capture as parameters."""

import functools
import math

import gast
import numpy as np
import pytest

from cladpy import CladpyError, check_gradient, gradient
from cladpy.frontend.find_source import find_source
from cladpy.normalize.handed_back import MadeFunctions
from cladpy.normalize.lifted_functions import is_lifted, with_lifted_functions

W = np.array([1.0, 3.0, 2.0, 5.0])


def power(x, n):
    def times(k):
        return x * times(k - 1) if k else 1.0

    return times(n) + x


def mutual(x):
    def even(k):
        return x if k == 0 else x * odd(k - 1)

    def odd(k):
        return 1.0 if k == 0 else math.sin(x) + even(k - 1)

    return even(5)


def late(x):
    a = x

    def rec(k):
        return a if k == 0 else rec(k - 1) * 2

    s = rec(2)
    a = x * x
    return s + rec(3)


def with_a_helper(x):
    def f(t):
        return math.exp(-t * t * x)

    def quad(a, b, d):
        m = (a + b) / 2
        if d == 0:
            return (b - a) / 6 * (f(a) + 4 * f(m) + f(b))
        return quad(a, m, d - 1) + quad(m, b, d - 1)

    return quad(0.0, x, 2)


def rebinds(x):
    total = 0.0

    def go(d, v):
        nonlocal total
        total = total * 0.5 + v
        if d > 0:
            go(d - 1, v * x)

    go(3, x)
    return total


def inside_of_another(x):
    def outer(y):
        def rec(k):
            return y if k == 0 else rec(k - 1) * x

        return rec(3)

    return outer(x * x) + outer(2.0)


def as_a_value(x):
    def rec(k):
        return x if k == 0 else rec(k - 1) * x

    fact = lambda k: 1.0 if k == 0 else x * k * fact(k - 1)
    return sum(map(rec, range(3))) + fact(3)


def longest(w):
    @functools.cache
    def go(i, j):
        if i == 5 or j == 5:
            return 0.0
        if (i + j) % 3 == 1:
            return w[i % 4] + go(i + 1, j + 1)
        return max(go(i + 1, j), go(i, j + 1))

    return go(0, 0)


def lengthening(w):
    def go(i, chosen):
        if i == len(w):
            return sum(chosen, 0.0) ** 2
        return go(i + 1, chosen) + go(i + 1, [*chosen, w[i]])

    return go(0, [])


PROGRAMS = {
    power: (1.3, 4), mutual: (1.3,), late: (0.9,), with_a_helper: (0.7,), rebinds: (1.3,), inside_of_another: (0.9,),
    as_a_value: (0.9,), longest: (W,), lengthening: (W[:3],),
}  # fmt: skip


@pytest.mark.parametrize("function", PROGRAMS, ids=lambda function: function.__name__)
def test_gradients_agree_with_differences(function):
    """In each shape: captured, rebound, called late, handed about, remembered."""
    check_gradient(function, PROGRAMS[function], variants=())


def test_what_is_captured_becomes_parameters():
    """The definition is gone, and its calls give what it captures; Python runs the text as it was."""
    made = with_lifted_functions(power, MadeFunctions())
    assert gast.dump(find_source(made).tree).count("FunctionDef") == 1
    times = made.__globals__["times"]
    assert is_lifted(times)
    assert [each.id for each in find_source(times).tree.args.kwonlyargs] == ["x"]
    assert times(3, x=2.0) == 8.0
    assert made(1.3, 4) == power(1.3, 4)


def test_a_function_without_recursion_stays_as_it_is():
    """Nothing is made of it."""
    assert with_lifted_functions(with_lifted_functions, MadeFunctions()) is with_lifted_functions


def test_a_name_of_two_functions_stays():
    """Which of them is called depends on the run."""

    def either(x, n):
        def go(k):
            return x if k <= 0 else go(k - 1)

        if n > 2:

            def go(k):
                return x * x if k <= 0 else go(k - 1)

        return go(n)

    with pytest.raises(CladpyError) as caught:
        gradient(either, "x")(1.0, 2.0)
    assert caught.value.code == "C118"
