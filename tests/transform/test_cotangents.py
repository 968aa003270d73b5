"""Cotangents that pullbacks are called with: whole, and in the dtype of what the primal returned."""

import numpy as np
import pytest

import cladpy
from cladpy import gradient

SEEN = []


def noted(x):
    return x * 1


@cladpy.custom_pullback(noted)
def noted_pullback(d_out):
    SEEN.append(d_out)
    return (d_out,)


def helper(x):
    return x * x


def cotangent_of(loss, x):
    """Return the cotangent that the rule of `noted` got in the gradient of a loss."""
    SEEN.clear()
    gradient(loss, "x")(x)
    (seen,) = SEEN
    return seen


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize(
    "loss",
    [
        lambda x: np.sum(noted(x)),
        lambda x: np.mean(noted(x)),
        lambda x: 2.0 * np.sum(noted(x)),
        lambda x: np.sum(noted(x) * x),
        lambda x: np.sum(noted(x)[1:]),
        lambda x: np.sum(noted(x) * np.float64(2.0)),
        lambda x: np.sum(noted(x) * np.ones(3)),
        lambda x: np.sum(np.ones((2, 3)) * noted(x)),
    ],
)
def test_arrays_of_the_result_s_shape_and_dtype(loss, dtype):
    """Whatever became of the result: a sum, a slice, a product with another dtype, a broadcast."""
    x = np.ones(3, dtype)
    seen = cotangent_of(loss, x)
    assert (type(seen), seen.shape, seen.dtype) == (np.ndarray, (3,), x.dtype)


def test_python_numbers_stay_python_numbers():
    """A cotangent of 1.0 takes no part in the choice of a dtype."""
    assert type(cotangent_of(lambda x: noted(x), 2.0)) is float


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_adjoints_through_helpers_keep_their_dtype(dtype):
    """A generated pullback gets what a custom one gets."""
    found = gradient(lambda x: np.sum(helper(x)), "x")(np.ones(3, dtype))
    assert (found.dtype, found.tolist()) == (np.dtype(dtype), [2.0, 2.0, 2.0])


def test_each_part_of_a_tuple_is_whole():
    """Zeros of its own shape and dtype for a part that nothing depends on."""

    def parts(x):
        return x * 1, np.sum(x), x[:2] * 1

    def rule(x, d_out):
        SEEN.append(d_out)
        return (np.zeros(x.shape, x.dtype),)

    def loss(x):
        first, _, _ = parts(x)
        return np.sum(first)

    with cladpy.override(parts, rule):
        first, second, third = cotangent_of(loss, np.ones(3, "f4"))
    assert (first.dtype, first.tolist()) == (np.float32, [1.0, 1.0, 1.0])
    assert second == 0.0
    assert (third.dtype, third.tolist()) == (np.float32, [0.0, 0.0])


def test_zero_dimensional_arrays():
    """The cotangent of an array without dimensions."""
    seen = cotangent_of(lambda x: noted(x) * 2.0, np.array(3.0, "f4"))
    assert (np.shape(seen), float(seen)) == ((), 2.0)
