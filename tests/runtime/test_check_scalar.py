"""The check of a gradient's result at run time."""

import numpy as np
import pytest

from cladpy.runtime import check_scalar


@pytest.mark.parametrize("value", [1.5, 2, np.float32(1.0), np.array(3.0)])
def test_real_scalars_pass(value):
    """Python and NumPy numbers, and arrays without dimensions."""
    check_scalar(value)


@pytest.mark.parametrize(
    ("value", "code"), [(np.ones(3), "C303"), (None, "C303"), ("text", "C303"), (1j, "C307"), (np.array(1j), "C307")]
)
def test_anything_else_is_refused_with_its_code(value, code):
    """Arrays, None and other objects are no scalars; complex numbers are not real."""
    with pytest.raises(TypeError, match=rf"^\[{code}\]"):
        check_scalar(value)
