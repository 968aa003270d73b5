"""Finding rules by function, by name and by method."""

import math
import subprocess
import sys

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


def test_rules_of_an_optional_library_are_declared_when_it_is_imported(monkeypatch):
    """Not before, for that would import it; a name asks for it, and so does the list of all."""
    registry = RuleRegistry()
    made = []
    monkeypatch.setattr("importlib.import_module", made.append)
    registry.register_later("some.library", "rules.of.it")
    assert registry.lookup(identity) is None
    assert made == []
    assert registry.lookup_name("some.library.function") is None
    assert made == ["some.library", "rules.of.it"]
    registry.all_rules()
    assert made == ["some.library", "rules.of.it"]


def test_an_optional_library_that_is_missing_has_no_rules():
    """The others are there all the same."""
    registry = RuleRegistry()
    registry.register_later("no_such_library", "rules.of.it")
    assert registry.all_rules() == ()


def test_import_of_an_optional_library_brings_its_rules(monkeypatch):
    """The first function without a rule that is looked up finds them."""
    registry = RuleRegistry()

    def imported(name):
        if name == "rules.of.it":
            rule(identity, "y = identity(x)", x="d_y", registry=registry)

    monkeypatch.setattr("importlib.import_module", imported)
    monkeypatch.setitem(sys.modules, "some.library", math)
    registry.register_later("some.library", "rules.of.it")
    assert registry.lookup(identity).function is identity


def test_rules_of_scipy_are_found():
    """By function, and by the name under which it is public."""
    special = pytest.importorskip("scipy.special")
    assert default_registry.lookup(special.xlogy).name == "scipy.special.xlogy"
    assert default_registry.lookup_name("scipy.special.logsumexp").function is special.logsumexp


def test_importing_cladpy_imports_no_scipy():
    """It is optional, and takes longer to import than cladpy."""
    text = "import sys, cladpy; sys.exit('scipy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", text], check=False).returncode == 0


def test_every_rule_is_tested_or_has_no_derivative():
    """A rule without samples would go untested."""
    untested = [each for each in default_registry.all_rules() if each.samples is None and each.every is None]
    by_purpose = {"cladpy.runtime.scipy.ode.with_values"}  # its value is another than what it has the derivative of
    assert {each.name for each in untested if each.has_formulas} <= by_purpose
