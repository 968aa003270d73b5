"""Every rule of error and logistic functions, at its samples."""

from operator import attrgetter

import pytest

pytest.importorskip("scipy.special")

from cladpy.rules import default_registry
from cladpy.rules.check_rule import check_rule
from cladpy.rules.scipy.special import error


@pytest.mark.parametrize("rule", default_registry.rules_of(error), ids=attrgetter("name"))
def test_rule(rule):
    """Pullback, guards and tangent agree with central differences of the function."""
    check_rule(rule)
