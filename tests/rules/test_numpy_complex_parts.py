"""Every rule of what takes parts of complex numbers, at its samples."""

from operator import attrgetter

import pytest

from cladpy.rules import default_registry
from cladpy.rules.check_rule import check_rule
from cladpy.rules.numpy import complex_parts


@pytest.mark.parametrize("rule", default_registry.rules_of(complex_parts), ids=attrgetter("name"))
def test_rule(rule):
    """Pullback, guards and tangent agree with central differences of the function."""
    check_rule(rule)
