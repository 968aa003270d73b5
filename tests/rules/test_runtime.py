"""The rules of cladpy/rules/runtime.py."""

import pytest

from cladpy.rules import default_registry, runtime
from cladpy.rules.check_rule import check_rule


@pytest.mark.parametrize("rule", default_registry.rules_of(runtime), ids=lambda rule: rule.name)
def test_rule(rule):
    """Formulas and tangents agree with central differences of the function."""
    check_rule(rule)
