"""What code that numba compiles may ask of a derivative; calls are tested in `tests/jit/test_options.py`."""

import numpy as np
import pytest

from cladpy import CladpyError, gradient, jacobian

numba = pytest.importorskip("numba")


@pytest.mark.parametrize(
    ("derivative", "told"),
    [
        (jacobian(lambda x: x * 2.0, "x", jit="numba"), "calls no jacobian"),
        (gradient(lambda p: p[0] * p[1], "p[0]", jit="numba"), "whole parameters alone"),
    ],
)
def test_others_are_refused(derivative, told):
    """Jacobians, and parts of parameters."""
    caller = numba.njit(lambda x: derivative(x))
    with pytest.raises((CladpyError, numba.TypingError), match=f"{told}|Untyped"):
        caller(np.ones(2))


def test_plain_derivatives_have_no_type():
    """They are not compiled."""
    assert not hasattr(gradient(lambda x: x * x, "x"), "_numba_type_")
