"""Finding rules by function, by name and by method."""

import math

import numpy as np
import pytest

from cladpy.errors import CladpyError
from cladpy.rules import default_registry
from cladpy.rules.declaration import rule
from cladpy.rules.numpy import trigonometric
from cladpy.rules.registry import RuleRegistry


def identity(x):
    """Stand for a function to be declared."""
    return x


def test_rule_is_found_by_function():
    """The object itself is the key."""
    assert default_registry.lookup(np.tanh).name == "numpy.tanh"


def test_unknown_and_unhashable_objects_have_no_rule():
    """A callee may be anything."""
    assert default_registry.lookup(identity) is None
    assert default_registry.lookup([np.tanh]) is None


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("numpy.tanh", "numpy.tanh"),
        ("numpy.true_divide", "numpy.divide"),
        ("math.tanh", "math.tanh"),
        ("builtins.abs", "builtins.abs"),
    ],
)
def test_rule_is_found_by_name_and_alias(name, found):
    """The static front end knows names only."""
    assert default_registry.lookup_name(name).name == found


@pytest.mark.parametrize("name", ["numpy.no_such_function", "mymodule.tanh", "tanh", "numpy"])
def test_unknown_name_has_no_rule(name):
    """Nothing outside the known libraries is looked into."""
    assert default_registry.lookup_name(name) is None


def test_function_has_one_rule():
    """A second declaration is a slip, not an override."""
    registry = RuleRegistry()
    rule(identity, "y = identity(x)", x="d_y", registry=registry)
    with pytest.raises(CladpyError, match="two rules"):
        rule(identity, "y = identity(x)", x="d_y", registry=registry)


def test_method_is_found_by_kind_and_name():
    """A method is a function of the object and its arguments."""
    registry = RuleRegistry()
    made = rule(identity, "y = identity(x)", x="d_y", registry=registry)
    registry.register_method("array", "same", identity)
    assert registry.lookup_method("array", "same") is made
    assert registry.lookup_method("array", "other") is None
    assert registry.methods("array") == ("same",)


def test_rules_of_a_topic_are_those_its_module_declares():
    """In the order of declaration, without the others."""
    names = [each.name for each in default_registry.rules_of(trigonometric)]
    assert names[:2] == ["numpy.sin", "numpy.cos"]
    assert math.tanh not in [each.function for each in default_registry.rules_of(trigonometric)]


def test_every_rule_is_tested_or_has_no_derivative():
    """A rule without samples would go untested."""
    assert [each.name for each in default_registry.all_rules() if each.samples is None and each.every is None] == []
