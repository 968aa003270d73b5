"""Conditions over facts, and the choice of a variant."""

import numpy as np
import pytest

from cladpy.rules import default_registry
from cladpy.rules.variants import ArgumentFacts, choose, holds, unknown

TWO = ArgumentFacts(literal=True, value=2, ndim=0, is_scalar=True, python_float=True)
MATRIX = ArgumentFacts(ndim=2)
NOTHING = ArgumentFacts()


@pytest.mark.parametrize(
    ("when", "facts", "expected"),
    [
        (None, NOTHING, True),
        ("literal(y)", TWO, True),
        ("literal(y)", NOTHING, False),
        ("value(y) == 2", TWO, True),
        ("value(y) == 3", TWO, False),
        ("value(y) == 2", NOTHING, False),
        ("value(y) != 2", NOTHING, False),
        ("value(y) < 2 or value(y) >= 2", NOTHING, False),
        ("is_int(value(y)) and value(y) > 1", TWO, True),
        ("is_int(value(y))", ArgumentFacts(value=True), False),
        ("absent(y)", ArgumentFacts(absent=True), True),
        ("ndim(y) == 2", MATRIX, True),
        ("ndim(y) == 2", NOTHING, False),
        ("ndim(y) - 1 == 1", NOTHING, False),
        ("value(y) % ndim(y) == -value(y)", NOTHING, False),
        ("is_scalar(y)", TWO, True),
        ("python_float(y)", TWO, True),
        ("isinstance(value(y), tuple)", ArgumentFacts(value=(0, 1)), True),
        ("value(y) > 1", ArgumentFacts(value=(0, 1)), False),
    ],
)
def test_condition(when, facts, expected):
    """A condition holds of what is known; nothing holds of the unknown."""
    assert holds(when, {"y": facts}) is expected


def test_unknown_is_false_and_equals_not_even_itself():
    """Two unknown values need not be the same."""
    assert not unknown
    other = unknown
    assert (unknown == other) is False
    assert (unknown != other) is False
    assert {unknown: repr(unknown)}[unknown] == "unknown"


@pytest.mark.parametrize(("value", "text"), [(2, "2 * d_z * x"), (1, "d_z"), (3, "y * d_z * x ** (y - 1)")])
def test_first_variant_that_holds_is_chosen(value, text):
    """A literal exponent has a formula of its own."""
    facts = {"x": NOTHING, "y": ArgumentFacts(literal=True, value=value)}
    assert choose(default_registry.lookup(np.power), facts).pullbacks["x"].text == text


def test_last_variant_is_general():
    """It is chosen where nothing is known."""
    made = default_registry.lookup(np.power)
    assert choose(made, {"x": NOTHING, "y": NOTHING}) is made.variants[-1]


def test_parameter_left_out_is_absent_and_has_its_default_as_value():
    """As if the caller had written the default."""
    made = default_registry.lookup(np.clip)
    facts = {"x": NOTHING, "a_min": ArgumentFacts(literal=True, value=0)}
    assert choose(made, facts).pullbacks["x"].text == "d_y * (y > a_min)"
