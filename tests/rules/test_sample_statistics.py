"""The rules of cladpy/rules/sample_statistics.py."""

from operator import attrgetter

import pytest

from cladpy.rules import default_registry, sample_statistics
from cladpy.rules.check_rule import check_rule


@pytest.mark.parametrize("rule", default_registry.rules_of(sample_statistics), ids=attrgetter("name"))
def test_rule(rule):
    """Formulas and tangents agree with central differences of the function."""
    check_rule(rule)
