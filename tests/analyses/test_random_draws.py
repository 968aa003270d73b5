# ruff: noqa: NPY002, S311 -- the generators that NumPy and Python keep themselves are among what is tested
"""Draws of random numbers: their facts, and that a gradient draws what the primal draws."""

import random

import numpy as np
import pytest
from numpy.random import rand

from cladpy import CladpyError, check_gradient, gradient, no_adjoint, value_and_gradient
from cladpy.analyses.facts_of_values import fact_of
from cladpy.analyses.random_draws import draws_alike, draws_of, generator_fact

GENERATOR = np.random.default_rng(0)


@pytest.mark.parametrize("function", [np.random.normal, random.random, GENERATOR.normal, np.random.RandomState(0).rand])
def test_a_stand_in_draws_alike_from_its_own_generator(function):
    """The same kind of number, and the user's generators keep their state."""
    before = np.random.get_state()[1].tolist(), random.getstate(), GENERATOR.bit_generator.state
    drawn = draws_alike(function)()
    assert before == (np.random.get_state()[1].tolist(), random.getstate(), GENERATOR.bit_generator.state)
    assert isinstance(drawn, float)


def test_other_functions_have_no_stand_in():
    """A function of a library, a method of a list."""
    assert draws_alike(np.tanh) is None
    assert draws_alike([1].pop) is None
    assert draws_of(fact_of(1.0, "x"), "normal") is None


def test_facts_of_generators():
    """A generator is one by its class; nothing of it is differentiated."""
    fact = generator_fact(GENERATOR)
    assert (fact.kind, fact.cls, fact.may_hold_derivative) == ("generator", np.random.Generator, False)
    assert fact_of(GENERATOR, "rng") == fact
    assert generator_fact([1.0]) is None


# ---- programs that draw: each function makes the same draws when seeded alike ----


def by_functions(x):
    noise = np.random.normal(size=3)
    return np.sum(np.exp(noise * x)) + random.random() * random.gauss(0, 1) * x


def by_names(x):
    return x * rand(2)[0] if rand() > 0.5 else x * x * rand()


def by_a_global(x):
    return np.sum(np.tanh(x * GENERATOR.standard_normal((2, 3))))


def by_a_generator_of_its_own(x):
    rng = np.random.default_rng(seed=7)
    total = 0.0
    for _ in range(3):
        total += x * rng.uniform() ** 2 * x
    return total


def in_place(x):
    noise = np.random.standard_normal(4)
    noise *= x
    noise[1:] += noise[:-1] * x
    return np.sum(noise**2)


@pytest.mark.parametrize("function", [by_functions, by_names, by_a_global, by_a_generator_of_its_own, in_place])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_gradient_draws_what_the_primal_draws(function, seed, monkeypatch):
    """The value is that of the primal from the same seeds: planning, the first call's too, draws nothing."""

    def seeded(x):
        np.random.seed(seed)
        random.seed(seed)
        monkeypatch.setitem(globals(), "GENERATOR", np.random.default_rng(seed))
        return function(x)

    def seeded_gradient(x):
        np.random.seed(seed)
        random.seed(seed)
        monkeypatch.setitem(globals(), "GENERATOR", np.random.default_rng(seed))
        value, adjoint = value_and_gradient(function, "x")(x)
        assert seeded(x) == value
        return (adjoint,)

    check_gradient(seeded, (1.5,), ("x",), derivative=seeded_gradient)


def test_a_generator_as_an_argument():
    """It has no adjoint, and is drawn from once a call."""

    def loss(x, rng):
        return np.sum(np.exp(x * rng.standard_normal((3, 2))))

    expected, actual = np.random.default_rng(3), np.random.default_rng(3)
    value, (d_x, d_rng) = value_and_gradient(loss)(0.5, actual)
    assert loss(0.5, expected) == value
    assert d_rng is no_adjoint
    assert expected.bit_generator.state == actual.bit_generator.state
    assert isinstance(d_x, float)


def test_an_active_parameter_of_a_draw_is_refused():
    """How a draw depends on the parameters of its distribution is not guessed."""
    with pytest.raises(CladpyError, match=r"C201.*'normal' has no derivative rule"):
        gradient(lambda x: x * np.random.default_rng(0).normal(x))(1.0)


def test_planning_calls_no_method_of_a_global():
    """A list that is a global changes when the program runs, once."""
    stack = [2.0, 3.0, 5.0]

    def scaled(x):
        return x * float(stack.pop())

    assert gradient(scaled, "x")(1.0) == 5.0
    assert stack == [2.0, 3.0]


def test_planning_calls_no_function_of_the_users():
    """Neither itself nor through a function of a library that is given one."""
    calls = []

    def key(value):
        calls.append(value)
        return -value

    def scaled(x, data):
        return x * sorted(data, key=key)[1]

    with pytest.raises(CladpyError):
        gradient(scaled, "x")(1.0, [1, 2])
    assert calls == []
