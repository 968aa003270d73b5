"""Every rule of Bessel functions and their relatives, at its samples."""

from operator import attrgetter

import pytest

pytest.importorskip("scipy.special")

from cladpy.rules import default_registry
from cladpy.rules.check_rule import check_rule
from cladpy.rules.scipy.special import bessel


@pytest.mark.parametrize("rule", default_registry.rules_of(bessel), ids=attrgetter("name"))
def test_rule(rule):
    """Pullback, guards and tangent agree with central differences of the function."""
    check_rule(rule)
