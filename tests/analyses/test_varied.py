"""Which versions may depend on a selected input."""

import numpy as np
import pytest

import cladpy
from cladpy import gradient
from tests.stages import define, scheduled, text

V = np.ones(3)


def varied(program, args, wrt, **options):
    """Return the varied versions: those that are active where everything counts as useful."""
    function = define(text(program)) if isinstance(program, str) else program
    return sorted(scheduled(function, args, wrt, useful=False, **options).analysis.active)


def test_a_result_varies_with_an_operand():
    """What depends on other inputs only does not."""
    program = """
    def f(x, y):
        a = x * 2
        b = y * 2
        c = a + b
        return c
    """
    assert varied(program, (1.0, 2.0), "x") == ["a.0", "c.0", "x.0"]
    assert varied(program, (1.0, 2.0), "y") == ["b.0", "c.0", "y.0"]


def test_integers_do_not_vary():
    """Nor booleans, texts, and what is computed from them."""
    program = """
    def f(x):
        n = len(x)
        k = np.argmax(x)
        big = x > 1.0
        return np.sum(x * big) * n + k
    """
    assert varied(program, (V,), "x") == ["result@ret.0", "v@1.0", "v@2.0", "v@3.0", "x.0"]


def test_slopes_that_are_zero_end_variation():
    """A floor is piecewise constant."""
    assert varied("def f(x):\n    y = np.floor(x)\n    return y * 2.0\n", (1.5,), "x") == ["x.0"]


def test_indices_and_conditions_carry_nothing():
    """Only the array that is indexed does."""
    program = "def f(x, k):\n    y = x[k]\n    if y > 0:\n        z = 1.0\n    else:\n        z = 2.0\n    return z\n"
    assert varied(program, (V, 1), "x") == ["x.0", "y.0"]


def test_an_overwritten_name_stops_varying():
    """Activity is of versions, not of names."""
    program = "def f(x, y):\n    x = x * 2\n    x = y\n    return x * 1.0\n"
    assert varied(program, (1.0, 2.0), "x") == ["x.0", "x.1"]


def test_a_join_varies_with_one_of_its_sources():
    """It may be that one."""
    program = "def f(x, y, n):\n    if n:\n        y = x\n    return y * 1.0\n"
    assert varied(program, (1.0, 2.0, 1), "x") == ["result@ret.0", "x.0", "y.1", "y.2"]


def test_variation_goes_round_loops():
    """A name that is reached in a later iteration varies in all."""
    program = """
    def f(x, n):
        a = 0.0
        b = 0.0
        for i in range(n):
            b = a * 2
            a = a + x
        return b * 1.0
    """
    found = varied(program, (1.0, 2), "x")
    assert {"a.1", "a.2", "b.2", "b.3", "result@ret.0"} <= set(found)
    assert not {"a.0", "b.0", "i.1"} & set(found)


def test_loop_variables_vary_with_what_they_come_from():
    """Of zip only with their own operand."""
    program = "def f(x, y):\n    s = 0.0\n    for a, b in zip(x, y):\n        s = s + a\n    return s\n"
    assert {"a.1"} == {version for version in varied(program, (V, V), "x") if version[0] in "ab"}
    assert {"b.1"} == {version for version in varied(program, (V, V), "y") if version[0] in "ab"}


def test_a_store_makes_its_array_vary():
    """And what was varied before it stays so."""
    program = "def f(x, y):\n    a = np.zeros(3)\n    a[0] = x\n    a[1] = y\n    return np.sum(a)\n"
    assert varied(program, (1.0, 2.0), "x") == ["a.1", "a.2", "result@ret.0", "x.0"]


def test_variation_passes_helpers_where_they_depend():
    """A helper that ignores an argument does not hand it on."""
    program = """
    def first(a, b):
        return a * len(b)

    def f(x, y):
        return first(x, y) * 1.0
    """
    assert "v@1.0" in varied(program, (V, V), "x")
    assert varied(program, (V, V), "y") == ["y.0"]


def test_variation_through_recursion():
    """A recursive helper varies with what reaches its result on some path."""
    program = """
    def power(a, n, b):
        if n == 0:
            return 1.0
        return a * power(a, n - 1, b)

    def f(x, y):
        return power(x, 2, y)
    """
    assert varied(program, (1.0, 2.0), "x") == ["result@ret.0", "x.0"]


@pytest.mark.xfail(reason="while a recursive helper is looked at, its result is taken to vary")
def test_a_recursive_helper_does_not_vary_with_what_it_only_hands_on():
    """The least fixed point."""
    program = """
    def power(a, n, b):
        if n == 0:
            return 1.0
        return a * power(a, n - 1, b)

    def f(x, y):
        return power(x, 2, y)
    """
    assert varied(program, (1.0, 2.0), "y") == ["y.0"]


def test_stop_adjoint_stops():
    """What is behind it counts as constant."""
    assert varied("def f(x):\n    return cladpy.stop_adjoint(x) * 2.0\n", (1.0,), "x") == ["x.0"]


def test_switched_off_every_floating_input_varies():
    """Integers do not."""
    program = "def f(x, y, n):\n    a = x * 2\n    b = y * n\n    return a + b\n"
    assert varied(program, (1.0, 2.0, 3), "x", varied=False) == ["a.0", "b.0", "result@ret.0", "x.0", "y.0"]


PROGRAM = text(
    """
    def helper(a, b):
        return np.tanh(a) * b

    def f(x, y, n):
        s = np.sum(y)
        for i in range(n):
            s = s + helper(x[i], s) * y[i]
        return s
    """
)


@pytest.mark.parametrize("wrt", ["x", "y", "x,y"])
def test_switched_off_the_numbers_are_the_same(wrt):
    """Only length, time and memory change."""
    function = define(PROGRAM)
    arguments = (np.array([0.5, -0.25, 1.0]), np.array([0.1, 2.0, -1.0]), 3)
    expected = gradient(function, wrt)(*arguments)
    found = gradient(function, wrt, varied=False)(*arguments)
    assert np.allclose(np.concatenate(np.atleast_2d(expected)), np.concatenate(np.atleast_2d(found)), rtol=1e-13)


def test_switched_off_refuses_nothing_more():
    """What is accepted is decided with the analysis on."""

    def loss(x, words):
        return x * 2.0 + len("".join(words))

    assert cladpy.gradient(loss, "x", varied=False)(1.0, ["a"]) == 2.0
