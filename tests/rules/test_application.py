"""Calls described by text, and their evaluation."""

import numpy as np
import pytest

from cladpy.rules import default_registry
from cladpy.rules.application import apply, quietly, require


def ones(name, shape):
    """Draw without chance."""
    return np.ones(shape)


def test_arguments_are_bound_as_in_a_call():
    """By position, by keyword, by default."""
    application = apply(default_registry.lookup(np.clip), "x[3], -1, max=2.0", ones)
    assert application.arguments["a_min"] == -1
    assert application.arguments["a_max"] is None
    assert application.passed == {"x", "a_min", "max"}
    assert application.keywords == {"max"}


def test_argument_without_a_drawn_number_is_literal():
    """A drawn one is not, whatever is done to it."""
    application = apply(default_registry.lookup(np.power), "float(x[()]), -2", ones)
    assert dict(application.literals) == {"y": -2}


def test_parameter_named_as_a_builtin_is_drawn():
    """The parameter hides the builtin."""
    application = apply(default_registry.lookup(np.ndarray.clip), "x[3], min[3]", ones)
    assert np.array_equal(application.arguments["min"], np.ones(3))


def test_python_numbers_meet_the_operator():
    """NumPy's function would not raise."""
    application = apply(default_registry.lookup(np.divide), "float(x[()]), 0.0", ones)
    with pytest.raises(ZeroDivisionError):
        application.call()


def test_formula_is_evaluated_on_results_and_cotangents():
    """By the names of the declaration."""
    application = apply(default_registry.lookup(np.tanh), "x[2]", ones)
    formula = application.variant.pullbacks["x"]
    assert np.array_equal(application.evaluate(formula, np.array([0.5, 0.0]), d_y=2.0), [1.5, 2.0])


def test_warning_of_a_formula_is_an_error():
    """Generated code must not warn where the primal does not."""
    application = apply(default_registry.lookup(np.log), "np.zeros(1)", ones)
    with pytest.raises(RuntimeWarning):
        application.adjoint(application.variant.pullbacks["x"], quietly(application.call), np.ones(1))


def test_require_raises_unless_the_condition_holds():
    """As the assert statement."""
    require(True, "holds")
    with pytest.raises(AssertionError, match="fails"):
        require(False, "fails")
