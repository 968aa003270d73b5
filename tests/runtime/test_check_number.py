"""The check of results whose kind the source does not show."""

import numpy as np
import pytest

from cladpy.runtime import check_number


@pytest.mark.parametrize("value", [1.5, np.float32(1.5), np.ones(2), np.array(1.0), np.ones(2, complex)])
def test_floating_numbers_and_arrays_pass(value):
    """What has one cotangent of its own shape is accepted."""
    assert check_number(value, "f") is None


@pytest.mark.parametrize("value", [[1.0], (np.ones(2),), {"a": 1.0}, None, 3, np.arange(3), "text"])
def test_anything_else_is_refused(value):
    """The message names the function and what it returned."""
    with pytest.raises(TypeError, match=rf"^\[C402\] f has a custom rule and returned a {type(value).__name__};"):
        check_number(value, "f")
