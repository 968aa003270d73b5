"""The rules of cladpy/rules/cmath.py."""

from operator import attrgetter

import pytest

from cladpy.rules import cmath, default_registry
from cladpy.rules.check_rule import check_rule


@pytest.mark.parametrize("rule", default_registry.rules_of(cmath), ids=attrgetter("name"))
def test_rule(rule):
    """Formulas and tangents agree with central differences of the function."""
    check_rule(rule)
