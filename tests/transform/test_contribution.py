"""What one operand's adjoint receives."""

import dataclasses

import pytest

from cladpy.ir.expressions import name
from cladpy.ir.fact import FLOAT
from cladpy.transform.adjoint_state import ZERO
from cladpy.transform.contribution import Contribution
from cladpy.transform.fitting import Fitted


def test_a_contribution_is_a_value_for_an_item_of_a_version():
    """It is added unless it says otherwise, and is never changed."""
    made = Contribution("x.0", (1, "w"), Fitted(name("d"), FLOAT), ZERO)
    assert (made.negative, made.fitted.full) == (False, False)
    with pytest.raises(dataclasses.FrozenInstanceError):
        made.negative = True
