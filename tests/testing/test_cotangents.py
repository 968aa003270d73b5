"""Results and the cotangents that fit them."""

import numpy as np
import pytest

from cladpy.testing.cotangents import cotangent_for, epsilon_of, is_scalar
from cladpy.testing.subject import Call


@pytest.mark.parametrize("result", [1.0, 2, np.float32(1), np.ones(())])
def test_scalar_needs_no_cotangent(result):
    """gradient() takes these results."""
    assert is_scalar(result)
    assert cotangent_for(result) is None


def test_cotangent_of_a_complex_number():
    """gradient() does not take it, and a seed has two parts."""
    assert not is_scalar(1j)
    assert type(cotangent_for(1j)) is complex
    assert cotangent_for(1j).imag != 0


@pytest.mark.parametrize(
    "result", [np.ones(1), [1.0], (np.ones(2, np.float32), 1.0), np.ones(2, complex), np.array(1j)]
)
def test_cotangent_is_of_the_kind_of_its_result(result):
    """Structure, types, shapes and dtypes are those of the result, and no number is zero."""
    cotangent = cotangent_for(result)
    pairs = [(result, cotangent)] if isinstance(result, np.ndarray) else zip(result, cotangent, strict=True)
    for leaf, part in pairs:
        assert (type(part), np.shape(part), np.result_type(part)) == (type(leaf), np.shape(leaf), np.result_type(leaf))
        assert np.all(np.asarray(part) != 0)


def test_precision_is_that_of_the_least_precise_number():
    """One float32 among doubles sets the rounding."""
    call = Call.of(lambda x, y: x, (np.ones(2), np.float32(1)), {})
    assert epsilon_of(call, 1.0) == np.finfo(np.float32).eps
    assert epsilon_of(Call.of(lambda x: x, (1.0,), {}), 1.0) == np.finfo(float).eps
    assert epsilon_of(Call.of(lambda x: x, (1.0,), {}), np.float32(1)) == np.finfo(np.float32).eps
