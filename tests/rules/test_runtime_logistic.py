"""Every rule of the logistic functions, at its samples."""

from operator import attrgetter

import pytest

from cladpy.rules import default_registry, runtime_logistic
from cladpy.rules.check_rule import check_rule


@pytest.mark.parametrize("rule", default_registry.rules_of(runtime_logistic), ids=attrgetter("name"))
def test_rule(rule):
    """Pullback and tangent agree with central differences of the function."""
    check_rule(rule)
