"""The roots have rules, or what is known of them would be of no use."""

import pytest

from cladpy.rules import default_registry
from cladpy.rules.roots import POWERS, PRODUCTS, ROOTS, SQUARES, VARIANCES


@pytest.mark.parametrize("function", sorted(ROOTS | POWERS | PRODUCTS | SQUARES | {*VARIANCES.values()}, key=repr))
def test_it_has_a_rule(function):
    """Each of them."""
    assert default_registry.lookup(function) is not None
