"""Functions behind operators."""

import gast
import numpy as np
import pytest

from cladpy.rules import default_registry
from cladpy.rules.operators import OPERATORS, indexed, python_operator


@pytest.mark.parametrize("function", OPERATORS.values(), ids=lambda function: function.__name__)
def test_every_operator_has_a_rule(function):
    """An operator is a call."""
    assert default_registry.lookup(function) is not None


def test_operator_and_function_agree_on_arrays():
    """The table maps each to the function that NumPy calls for it."""
    x, y = np.array([3.0, 5.0]), np.array([2.0, 4.0])
    assert np.array_equal(OPERATORS[gast.Mod](x, y), x % y)
    assert np.array_equal(OPERATORS[gast.FloorDiv](x, y), x // y)
    assert np.array_equal(OPERATORS[gast.GtE](x, y), x >= y)


def test_python_numbers_have_their_own_operators():
    """They raise where NumPy gives an infinity."""
    with pytest.raises(ZeroDivisionError):
        python_operator(np.divide)(1.0, 0.0)
    assert python_operator(np.sin) is None


def test_joins_by_index_have_a_rule():
    """Nothing else that is indexed is a function."""
    assert default_registry.lookup(indexed(np.c_)).name == "numpy.c_"
    assert indexed(np.mgrid) is None
