"""Methods that call themselves and update their object."""

import math

import numpy as np
import pytest

from cladpy import CladpyError, check_gradient, gradient
from cladpy.frontend.find_source import find_source
from cladpy.normalize.method_functions import functions_of


class Sums:
    scale = 2.0

    def __init__(self, x):
        self.x = x
        self.total = 0.0
        self.log = []

    def term(self, k):
        return self.x**k * self.scale

    def walk(self, n, w=0.5, *, sign=1.0):
        if n == 0:
            return self.total
        self.total += self.term(n) * w * sign
        self.log.append(self.total)
        return self.walk(n - 1, w * 0.9, sign=-sign)


class Sines(Sums):
    def term(self, k):
        return math.sin(self.x * k)


class Memo:
    def __init__(self, costs):
        self.costs = costs
        self.known = {}

    def best(self, i, j):
        if i < 0 or j < 0:
            return 0.0
        if (i, j) in self.known:
            return self.known[i, j]
        value = self.costs[i][j] + max(self.best(i - 1, j), self.best(i, j - 1))
        self.known[i, j] = value
        return value


class Turns:
    def __init__(self, x):
        self.x, self.a, self.b = x, 0.0, 1.0

    def even(self, n):
        if n == 0:
            return self.a
        self.a += self.x * n
        return self.odd(n - 1)

    def odd(self, n):
        if n == 0:
            return self.b
        self.b *= self.x + n
        return self.even(n - 1)


class Chain:
    def __init__(self, x):
        self.x = x
        self.s = 0.0

    def longer(self, n):
        if n == 0:
            return self
        self.s += self.x * n
        return self.longer(n - 1)


def longer(chain, n):
    if n == 0:
        return chain
    chain.s += chain.x * n
    return longer(chain, n - 1)


def of_a_subclass(x, n):
    sums = Sines(x)
    return (sums.total + sums.walk(n, 0.3) + sums.total * 3) * sum(sums.log)


def in_a_loop(x, n):
    sums, total = Sums(x), 0.0
    for k in range(n):
        total += sums.walk(k) * 0.5**k
    return total * sums.total


def at_times(x, n):
    sums = Sums(x)
    if n > 2:
        sums.walk(n)
    else:
        sums.total = x * 2
    return sums.total * x


def in_comprehensions(x, n):
    sums = Sums(x)
    walked = [sums.walk(k) for k in range(1, n)]
    return walked[0] * sums.walk(n) * sums.total


def by_turns(x, n):
    turns = Turns(x)
    return turns.even(n) * turns.a + turns.b


def returning_itself(x, n):
    chain = Chain(x)
    return chain.longer(n).s * chain.x


def returned_by_a_function(x, n):
    chain = Chain(x)
    longest = longer(chain, n)
    return longest.s * chain.s


PROGRAMS = [
    of_a_subclass, in_a_loop, at_times, in_comprehensions, by_turns, returning_itself, returned_by_a_function,
]  # fmt: skip


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda each: each.__name__)
def test_gradients_agree_with_differences(program):
    """By values, by defaults, in loops and branches, and of subclasses."""
    check_gradient(program, (0.8, 3), other_args=[(0.8, 2)], variants=())


def test_what_an_object_remembers_is_found_by_later_calls():
    """Dynamic programming over a table that belongs to an argument's owner."""
    costs = [[1.0, 0.4, 0.3], [0.2, 0.5, 0.6], [0.9, 0.1, 0.7]]
    check_gradient(lambda c: Memo(c).best(2, 2), (costs,), variants=())


def test_objects_that_are_given_get_an_adjoint():
    """The caller's object stays as it is."""
    sums = Sums(0.8)
    check_gradient(lambda o, n: o.walk(n) * o.total, (sums, 3), variants=())
    assert sums.total == 0.0


def test_what_is_called_on_the_same_object_is_a_function_too():
    """In the order in which the method comes to them."""
    made = functions_of(Sums.walk, Sums, lambda each: find_source(each).tree)
    assert list(made) == ["Sums_walk", "Sums_term"]


def aliased(x, n):
    sums = Sums(x)
    other = sums
    return sums.walk(n) * other.total


def test_other_names_of_the_object_would_not_see_the_update():
    """Refused, as for functions."""
    with pytest.raises(CladpyError) as refused:
        gradient(aliased)(np.float64(0.8), 3)
    assert refused.value.code == "C118"
