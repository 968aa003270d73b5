"""Every rule of scipy.signal, at its samples."""

from operator import attrgetter

import pytest

pytest.importorskip("scipy.signal")

from cladpy.rules import default_registry
from cladpy.rules.check_rule import check_rule
from cladpy.rules.scipy.signal import convolutions


@pytest.mark.parametrize("rule", default_registry.rules_of(convolutions), ids=attrgetter("name"))
def test_rule(rule):
    """Pullback, guards and tangent agree with central differences of the function."""
    check_rule(rule)
