"""Every rule of the functions of the runtime about matrices, at its samples."""

from operator import attrgetter

import pytest

from cladpy.rules import default_registry, runtime_linalg
from cladpy.rules.check_rule import check_rule


@pytest.mark.parametrize("rule", default_registry.rules_of(runtime_linalg), ids=attrgetter("name"))
def test_rule(rule):
    """Pullback, guards and tangent agree with central differences of the function."""
    check_rule(rule)
