"""The rules of cladpy/rules/numpy/extrema.py."""

import pytest

from cladpy.rules import default_registry
from cladpy.rules.check_rule import check_rule
from cladpy.rules.numpy import extrema


@pytest.mark.parametrize("rule", default_registry.rules_of(extrema), ids=lambda rule: rule.name)
def test_rule(rule):
    """Formulas and tangents agree with central differences of the function."""
    check_rule(rule)
