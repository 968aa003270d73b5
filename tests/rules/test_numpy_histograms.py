"""Every rule of histograms, at its samples."""

from operator import attrgetter

import pytest

from cladpy.rules import default_registry
from cladpy.rules.check_rule import check_rule
from cladpy.rules.numpy import histograms

RULES = [rule for rule in default_registry.rules_of(histograms) if rule.samples is not None]


@pytest.mark.parametrize("rule", RULES, ids=attrgetter("name"))
def test_rule(rule):
    """Pullback, guards and tangent agree with central differences of the function."""
    check_rule(rule)


@pytest.mark.parametrize("rule", RULES, ids=attrgetter("name"))
def test_general_formula(rule):
    """The last variant holds wherever facts are unknown, so it must be right at every sample."""
    check_rule(rule.without_special_variants)
