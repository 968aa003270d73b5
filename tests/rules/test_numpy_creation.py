"""Every rule of what makes arrays, at its samples."""

from operator import attrgetter

import pytest

from cladpy.rules import default_registry
from cladpy.rules.check_rule import check_rule
from cladpy.rules.numpy import creation


@pytest.mark.parametrize("rule", default_registry.rules_of(creation), ids=attrgetter("name"))
def test_rule(rule):
    """Pullback, guards and tangent agree with central differences of the function."""
    check_rule(rule)


BY_FACTS = [rule for rule in default_registry.rules_of(creation) if rule.name != "numpy.arange"]  # by what is passed


@pytest.mark.parametrize("rule", BY_FACTS, ids=attrgetter("name"))
def test_general_formula(rule):
    """The last variant holds wherever facts are unknown, so it must be right at every sample."""
    check_rule(rule.without_special_variants)
