"""Functions that may be computed again, and cached functions that may not be."""

import functools

import numpy as np
import pytest

from cladpy import CladpyError, gradient, value_and_gradient
from cladpy.frontend.repeatable_functions import is_repeatable

RNG = np.random.default_rng(3)
DRAWN = []
TABLE = {0: 1.5, 1: 2.5}


class Model:
    def __init__(self, a):
        self.a = a

    def plain(self, k):
        return self.a * k

    def noisy(self, k):
        return RNG.normal() * k


MODEL = Model(2.0)


def draws(k):
    return RNG.normal() * k


def notes(k):
    DRAWN.append(k)
    return k


def stores(k):
    TABLE[k] = 2.0
    return k


def prints(k):
    print(k)
    return k


def by_a_helper(k):
    return draws(k) + 1


def by_a_method(k):
    return MODEL.noisy(k)


def by_what_is_given(rng, k):
    return rng.normal() * k


def unseeded(k):
    return np.random.default_rng().normal() * k


def computes(k):
    values = [np.sin(k), abs(k), TABLE.get(k, 0.0)]
    values.append(max(values))
    return sum(values) + np.array(values).mean()


def seeded(k):
    rng = np.random.default_rng(k)
    return rng.normal(size=3)


def constructs(k):
    return Model(k).plain(k) + MODEL.plain(k)


def recurs(k):
    return recurs(k - 1) + 1 if k else 0


@pytest.mark.parametrize("function", [computes, seeded, constructs, recurs])
def test_functions_that_only_compute_are(function):
    """What they make themselves they may update."""
    assert is_repeatable(function)


@pytest.mark.parametrize(
    "function", [draws, notes, stores, prints, by_a_helper, by_a_method, by_what_is_given, unseeded]
)
def test_functions_that_draw_or_keep_something_are_not(function):
    """Themselves or by what they call."""
    assert not is_repeatable(function)


@functools.cache
def drawn_once(k):
    DRAWN.append(k)
    return RNG.normal() * k


@functools.cache
def drawn_of(x):
    return RNG.normal() * x


class Noisy:
    @functools.cached_property
    def level(self):
        return RNG.normal()


def inactive(x):
    return drawn_once(2) * x + drawn_once(2)


def active(x):
    return drawn_of(x) + drawn_of(x)


def local(x):
    @functools.cache
    def drawn(k):
        return x * RNG.normal() * k

    return drawn(1) + drawn(1)


def of_an_object(noisy, x):
    return noisy.level * x + noisy.level


def test_what_nothing_active_reaches_is_called_as_it_stands():
    """Once: the second call gives what the first has drawn."""
    drawn_once.cache_clear()
    DRAWN.clear()
    value, (d_x,) = value_and_gradient(inactive)(0.5)
    assert (value, d_x) == (1.5 * drawn_once(2), drawn_once(2))
    assert DRAWN == [2]


@pytest.mark.parametrize(("function", "args"), [(active, (2.0,)), (local, (2.0,)), (of_an_object, (Noisy(), 2.0))])
def test_cached_functions_that_draw_are_refused_elsewhere(function, args):
    """Each call would draw again."""
    with pytest.raises(CladpyError) as caught:
        gradient(function, "x")(*args)
    assert caught.value.code == "C201"
