"""Results that a gradient may have."""

import numpy as np
import pytest

from cladpy import CladpyError
from cladpy.execute.scalar_result import check_scalar


@pytest.mark.parametrize("value", [1.0, 1, True, np.float64(1), np.float16(1), np.int8(1), np.array(1.0)])
def test_real_scalars(value):
    """Python's, NumPy's, and arrays without dimensions."""
    check_scalar(value, "loss")


@pytest.mark.parametrize(
    ("value", "code", "words"),
    [
        (None, "C303", "loss returned None"),
        (np.ones(3), "C303", r"an array of shape \(3,\)"),
        (np.ones((1, 1)), "C303", r"shape \(1, 1\)"),
        ([1.0], "C303", "a list"),
        ("a", "C303", "a str"),
        (1j, "C307", "a complex number"),
        (np.complex64(1), "C307", "a complex number"),
        (np.array(1j), "C307", "a complex number"),
    ],
)
def test_anything_else(value, code, words):
    """With the name of the primal and what to do."""
    with pytest.raises(CladpyError, match=words) as caught:
        check_scalar(value, "loss")
    assert caught.value.code == code
    assert caught.value.hint
