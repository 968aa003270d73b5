"""What a plan relied on: a derivative of a derivative notices what changes behind the inner one."""

import numpy as np
import pytest

from cladpy import custom_pullback, gradient, value_and_gradient
from cladpy.planning.relied_on import ReliedOn


def cube(x):
    return x**3


def fourth_power(x):
    return x**4


helper = cube
SCALE = 2.0
TABLE = np.array([1.0, 2.0])


def through_helper(x):
    return helper(x)


def through_two_helpers(x):
    return through_helper(x)


def scaled(x):
    return SCALE * x**3


def summed(x):
    return np.sum(TABLE * x**3)


class Model:
    """An object with a method that is replaced."""

    def power(self, x):
        return x**3


MODEL = Model()


def of_method(x):
    return MODEL.power(x)


@pytest.fixture
def changing(monkeypatch):
    """Return the function that rebinds a global of this module until the test ends."""
    return lambda name, value: monkeypatch.setitem(globals(), name, value)


@pytest.mark.parametrize("primal", [through_helper, through_two_helpers])
def test_a_helper_of_the_inner_primal_is_redefined(primal, changing):
    """d²(x³) = 6 x, d²(x⁴) = 12 x², though the name of the helper is in no text of the outer derivative."""
    inner = gradient(primal, "x")
    outer = gradient(lambda x: inner(x) * 1.0, "x")
    third = gradient(outer, "x")
    assert (outer(2.0), third(2.0)) == (12.0, 6.0)
    changing("helper", fourth_power)
    assert (outer(2.0), third(2.0)) == (48.0, 48.0)


def test_a_helper_behind_a_value_and_gradient(changing):
    """d(x³ · 3 x²) = 15 x⁴, d(x⁴ · 4 x³) = 28 x⁶."""
    inner = value_and_gradient(through_helper, "x")

    def product(x):
        value, slope = inner(x)
        return value * slope

    outer = gradient(product, "x")
    assert outer(1.0) == 15.0
    changing("helper", fourth_power)
    assert outer(1.0) == 28.0


def test_globals_of_the_inner_primal_change(changing):
    """A number is read live, an array of another length is planned anew: d²(k x³) = 6 k x."""
    inner, inner_sum = gradient(scaled, "x"), gradient(summed, "x")
    outer, outer_sum = gradient(lambda x: inner(x), "x"), gradient(lambda x: inner_sum(x), "x")
    assert (outer(1.0), outer_sum(1.0)) == (12.0, 18.0)
    changing("SCALE", 3.0)
    changing("TABLE", np.float32(2.0))
    assert (outer(1.0), outer_sum(1.0)) == (18.0, 12.0)


def test_a_closure_cell_of_the_inner_primal_changes():
    """A cell is watched as a global is."""
    inner_helper = cube

    def primal(x):
        return inner_helper(x) * x

    inner = gradient(primal, "x")
    outer = gradient(lambda x: inner(x), "x")
    assert outer(2.0) == 48.0
    inner_helper = fourth_power
    assert outer(2.0) == 160.0


def test_a_method_that_the_inner_primal_calls_is_replaced(monkeypatch):
    """The class stays the same object."""
    inner = gradient(of_method, "x")
    outer = gradient(lambda x: inner(x), "x")
    assert outer(2.0) == 12.0
    monkeypatch.setattr(Model, "power", lambda self, x: x**4)
    assert outer(2.0) == 48.0


def test_a_rule_is_registered_for_a_helper_of_the_inner_primal():
    """A rule that says 5 x instead of 3 x² gives 5."""

    def own(x):
        return x**3

    inner = gradient(lambda x: own(x), "x")
    outer = gradient(lambda x: inner(x), "x")
    assert outer(2.0) == 12.0

    @custom_pullback(own)
    def own_pullback(x, d_out):
        return (d_out * 5.0 * x,)

    assert outer(2.0) == 5.0


def test_the_code_of_the_inner_primal_is_replaced():
    """As a module does that is reloaded in place: no name leads from the outer primal to the inner one."""

    def primal(x):
        return x**3

    inner = gradient(primal, "x")
    outer = gradient(lambda x: inner(x), "x")
    assert outer(2.0) == 12.0
    primal.__code__ = fourth_power.__code__
    assert outer(2.0) == 48.0


@pytest.mark.parametrize("options", [{"varied": False}, {"useful": False}, {"varied": False, "useful": False}])
def test_a_helper_is_noticed_with_analyses_off(options, changing):
    """What was relied on is that of the plan which gave the code."""

    def primal(x, n):
        return through_helper(x) * np.packbits(np.ones(n, int)).sum() / 224.0

    d_primal = gradient(primal, "x", **options)
    assert d_primal(2.0, 3) == 12.0
    changing("helper", fourth_power)
    assert d_primal(2.0, 3) == 32.0


def test_merging_keeps_what_each_relied_on():
    """Names, functions and codes of all."""
    one = ReliedOn(functions=frozenset({cube})).with_code_of(cube)
    both = one.merged([ReliedOn(functions=frozenset({fourth_power})).with_code_of(fourth_power)])
    assert both.functions == {cube, fourth_power}
    assert [function for function, _ in both.codes] == [cube, fourth_power]
    assert both.hold()
    assert both.conditions == (both.codes_hold,)
    assert ReliedOn().conditions == ()
