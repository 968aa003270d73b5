"""Local cached functions that call themselves."""

import ast
import functools

import gast
import numpy as np
import pytest

from cladpy import CladpyError, check_gradient, gradient
from cladpy.normalize.cached_functions import KEYS, call_of, keys_of, remembering


def test_what_is_remembered_is_computed_once():
    """The body asks the memory first."""
    tree = gast.parse("def f(a, *, b): pass").body[0]
    module = gast.Module(remembering(tree, "f_computed", ["x"], "memo"), [])
    text = ast.unparse(gast.gast_to_ast(module))
    assert text.splitlines() == [
        "if (a, b) not in memo:", "    memo[a, b] = f_computed(a, b=b, x=x)", "return memo[a, b]",
    ]  # fmt: skip
    assert gast.dump(call_of(tree.args, "g")).count("keyword(") == 1


def test_keys_are_those_of_the_function():
    """Others remember nothing."""

    def made():
        return None

    assert keys_of(made) == keys_of(3) == ()
    made.__dict__[KEYS] = ["i", "j"]
    assert keys_of(made) == ("i", "j")


def by_numbers(x, y):
    @functools.cache
    def go(k, v):
        return v if k == 0 else v * go(k - 1, v)

    return go(2, x) + 3 * go(2, y)


def by_pairs(x, y):
    @functools.lru_cache
    def go(pair):
        return pair[1] if pair[0] == 0 else pair[1] * go((pair[0] - 1, pair[1]))

    return go((2, x)) + 3 * go((2, y))


@pytest.mark.parametrize("function", [by_numbers, by_pairs])
def test_what_is_remembered_by_something_floating_is_refused(function):
    """Two arguments that are equal here have one result, but each its own derivative."""
    with pytest.raises(CladpyError) as caught:
        gradient(function)(1.0, 1.0)
    assert caught.value.code == "C118"
    assert caught.value.location is not None


def without_recursion(x, y):
    @functools.cache
    def square(v):
        return v * v

    return square(x) + 3 * square(y)


def by_integers(x, y):
    @functools.cache
    def go(i, j):
        return x[i] * y if j == 0 else go(i, j - 1) * 0.5 + go((i + 1) % 2, j - 1) ** 2

    return go(0, 2) + go(1, 2)


@pytest.mark.parametrize(("function", "arguments"), [(without_recursion, (1.0, 1.0)), (by_integers, (np.ones(2), 1.0))])
def test_equal_arguments_keep_their_own_derivatives(function, arguments):
    """Where every variable has the same value."""
    check_gradient(function, arguments, variants=())


drawn = np.random.default_rng(0)


@functools.cache
def draws(k):
    return drawn.normal() if k == 0 else draws(k - 1)


@functools.cache
def by_value(k, x):
    return x if k == 0 else x * by_value(k - 1, x)


def test_what_a_global_cache_remembers_without_derivative_is_asked_for():
    """A random number that was drawn once stays."""
    assert gradient(lambda x: x * draws(2) * draws(2), "x")(1.5) == draws(2) ** 2


def test_a_global_cache_of_what_is_differentiated_calls_no_other_entry():
    """Each call would be computed again, as often as without the cache."""
    with pytest.raises(CladpyError) as caught:
        gradient(lambda x: by_value(2, x), "x")(1.5)
    assert caught.value.code == "C118"
