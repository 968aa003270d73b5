"""Functions that do nothing but call another one."""

import inspect

import numpy as np
import pytest

import cladpy
from cladpy import CladpyError
from cladpy.execute.forwarding import forwarding, with_own_rules
from cladpy.frontend.find_source import find_source


def scaled(x, offset=1.0, *, factor):
    return factor * x + offset


def test_arguments_are_handed_on():
    """All by position, whatever the function itself asks for."""
    assert forwarding(scaled)(2.0, 3.0, 5.0) == 13.0


def test_it_has_a_source_of_its_own():
    """So that it can be differentiated like any function."""
    made = forwarding(scaled)
    assert inspect.getsource(made) == "def scaled(x, offset, factor):\n    return scaled(x, offset, factor=factor)\n"
    assert find_source(made).name == "scaled"


def test_a_function_without_a_name_gets_one():
    """A lambda has none that could be written."""
    assert inspect.getsource(forwarding(lambda x: x)) == "def function(x):\n    return function(x)\n"


def test_functions_without_rules_are_left_as_they_are():
    """The derivative is that of the function itself."""
    assert with_own_rules(scaled) is scaled


def test_functions_with_rules_are_called():
    """The one that is differentiated calls the one that has the rule."""
    with cladpy.override(np.tanh, lambda d_out: (d_out,)):
        made = with_own_rules(np.tanh)
    assert made(0.5) == np.tanh(0.5)


def test_functions_without_derivative_are_refused():
    """A gradient of zeros would say nothing."""
    with cladpy.override(scaled, cladpy.non_differentiable), pytest.raises(CladpyError, match="scaled is declared"):
        with_own_rules(scaled)
