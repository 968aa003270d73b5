"""Functions and objects that are chosen by an index or key at run time."""

import enum
import functools
import math

import numpy as np
import pytest

from cladpy import CladpyError, check_gradient, gradient


def square(v):
    return v * v


def cube(v):
    return v * v * v


def half(v):
    return v / 2


class Step(enum.Enum):
    UP = 1
    DOWN = 2


class Scale:
    def __init__(self, w):
        self.w = w

    def __call__(self, x):
        return x * self.w


class Bend:
    def __init__(self, w, b):
        self.w, self.b = w, b

    def __call__(self, x):
        return np.tanh(x * self.w + self.b)


FUNCTIONS = [square, cube, half]
TABLE = {"square": square, "cube": cube, "sine": math.sin}
BY_STEP = {Step.UP: square, Step.DOWN: half}
LAYERS = [Scale(0.5), Bend(0.2, 0.3)]


def by_index(x, i):
    return FUNCTIONS[i](x)


def by_index_of_a_local_list(x, i):
    functions = [square, cube, half]
    return functions[i](x * 2.0) * functions[-1](x)


def by_index_of_lambdas(x, i):
    functions = [lambda v: v * v, lambda v: v + x]
    f = functions[i % 2]
    return f(x) + f(2.0 * x)


def in_a_loop(x):
    s = x
    for k in range(5):
        s = FUNCTIONS[k % 3](s) + 0.1
    return s


def by_a_list_of_indices(x, order):
    for k in order:
        x = FUNCTIONS[k](x)
    return x


def by_key(x, names):
    functions = {"a": lambda v: v * v + 1.0, "b": lambda v: np.exp(-v)}
    for each in names:
        x = functions[each](x)
    return x


def by_member(x, step):
    return BY_STEP[step](x)


def of_objects(x, layers, order):
    for k in order:
        x = layers[k](x)
    return x


@pytest.mark.parametrize(
    ("function", "arguments", "wrt"),
    [
        (by_index, (0.7, 1), "x"),
        (by_index, (0.7, np.int64(-1)), "x"),
        (by_index_of_a_local_list, (0.7, 0), "x"),
        (by_index_of_lambdas, (0.7, 3), "x"),
        (in_a_loop, (0.7,), "x"),
        (by_a_list_of_indices, (0.7, [0, 1, 1]), "x"),
        (by_key, (0.7, ["a", "b", "a"]), "x"),
        (by_member, (0.7, Step.DOWN), "x"),
        (of_objects, (0.7, LAYERS, [0, 1, 1, -2]), "x,layers"),
    ],
)
def test_the_chosen_one_is_differentiated(function, arguments, wrt):
    """Each branch has its own derivative, and the other ones get nothing."""
    check_gradient(function, arguments, wrt, variants=("pushforward",))


def test_what_is_not_there_raises_as_in_the_primal():
    """An index that is outside is no branch."""
    derivative = gradient(by_index, "x")
    assert derivative(3.0, 1) == 27.0
    with pytest.raises(IndexError):
        derivative(3.0, 3)


def test_one_plan_serves_all_indices():
    """The index is no part of the signature; the member of an enumeration is."""
    derivative = gradient(by_index, "x")
    assert [derivative(2.0, i) for i in range(3)] == [4.0, 12.0, 0.5]
    assert [gradient(by_member, "x")(2.0, step) for step in Step] == [4.0, 0.5]


@functools.cache
def squared(x):
    return x * x


@functools.lru_cache(maxsize=64)
def binomial(n, k):
    return 1 if k in (0, n) else binomial(n - 1, k - 1) + binomial(n - 1, k)


@functools.cache
def fibonacci(n, x):
    return x if n < 2 else fibonacci(n - 1, x) + fibonacci(n - 2, x) * x


def test_cached_helpers_are_the_functions_that_they_were():
    """A cache of what has no derivative is asked, any other is gone through."""

    def loss(x):
        return squared(x) * squared(2 * x) + sum(binomial(4, k) * x**k for k in range(5))

    check_gradient(loss, (0.7,), variants=())


def test_a_cached_function_of_what_is_differentiated_that_calls_itself_is_refused():
    """It would be computed as often as it is called."""
    with pytest.raises(CladpyError, match="cached") as caught:
        gradient(lambda x: fibonacci(5, x))(0.7)
    assert caught.value.code == "C118"
