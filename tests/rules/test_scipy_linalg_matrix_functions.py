"""Every rule of factors and functions of a matrix, at its samples."""

from operator import attrgetter

import pytest

pytest.importorskip("scipy.linalg")

from cladpy.rules import default_registry
from cladpy.rules.check_rule import check_rule
from cladpy.rules.scipy.linalg import matrix_functions


@pytest.mark.parametrize("rule", default_registry.rules_of(matrix_functions), ids=attrgetter("name"))
def test_rule(rule):
    """Pullback, guards and tangent agree with central differences of the function."""
    check_rule(rule)
