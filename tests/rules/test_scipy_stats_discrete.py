"""Every rule of the discrete distributions of scipy.stats, at its samples."""

from operator import attrgetter

import pytest

pytest.importorskip("scipy.stats")

from cladpy.rules import default_registry
from cladpy.rules.check_rule import check_rule
from cladpy.rules.scipy.stats import discrete


@pytest.mark.parametrize("rule", default_registry.rules_of(discrete), ids=attrgetter("name"))
def test_rule(rule):
    """Pullback, guards and tangent agree with central differences of the function."""
    check_rule(rule)
