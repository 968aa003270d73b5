"""Which functions take complex operands."""

import math
from dataclasses import replace

import numpy as np
import pytest

from cladpy.rules import default_registry
from cladpy.rules.check_rule import check_rule
from cladpy.rules.complex_operands import COMPLEX


def test_each_has_a_rule():
    """No entry outlives its rule; the test of the rule tests it with complex operands."""
    assert [function for function in COMPLEX if default_registry.lookup(function) is None] == []


@pytest.mark.parametrize("function", [np.abs, np.exp, np.matmul, np.fft.fft, np.linalg.svd, np.argmax, complex])
def test_functions_that_take_them(function):
    """By the table, by their own word, or since they have no derivative."""
    assert default_registry.lookup(function).takes_complex


@pytest.mark.parametrize("function", [np.maximum, np.sort, np.max, np.sign, np.hypot, np.arctan2, math.exp])
def test_functions_that_do_not(function):
    """Their formulas are for real numbers, or their kinks are elsewhere."""
    assert not default_registry.lookup(function).takes_complex


def test_a_formula_for_real_numbers_fails_with_complex_ones():
    """The test of a rule sees it."""
    rule = default_registry.lookup(np.sign)
    check_rule(rule)
    with pytest.raises(AssertionError, match="declared zero"):
        check_rule(replace(rule, complex=True))
