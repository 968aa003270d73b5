"""What code that numba compiles may ask of a derivative; calls are tested in `tests/jit/test_options.py`."""

import numpy as np
import pytest

from cladpy import CladpyError, gradient, pullback

numba = pytest.importorskip("numba")


def product(x, y):
    return np.sum(x) * y


@pytest.mark.parametrize(
    ("derivative", "told"),
    [
        (pullback(product, "x", jit="numba"), "calls no pullback of product"),
        (gradient(lambda x: np.sum(x), "x", jit="numba"), "with 2 arguments, and it takes 1"),
    ],
)
def test_others_are_refused(derivative, told):
    """Pullbacks, whose results have a state, and calls with other arguments."""
    caller = numba.njit(lambda x: derivative(x, 2.0))
    with pytest.raises(CladpyError, match=told) as caught:
        caller(np.ones(2))
    assert caught.value.code == "C410"


def test_plain_derivatives_have_no_type():
    """They are not compiled."""
    assert not hasattr(gradient(product, "x"), "_numba_type_")
