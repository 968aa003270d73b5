"""The helpers of reductions, where a rule's samples do not go: kinds, dtypes, singular points."""

import math

import numpy as np
import pytest

from cladpy.runtime import ratio_or_zero, reduced_size, restore_axes, std_adjoint, unreduce, var_adjoint

AXES = [(None, False), (None, True), (0, False), (-1, False), (1, True), ((0, 2), False), ((-1, 0), True), ((), False)]


@pytest.mark.parametrize(("axis", "keepdims"), AXES)
def test_unreduce_is_the_transpose_of_sum(axis, keepdims):
    """<unreduce(d), t> equals <d, sum(t)> for every form of axis."""
    t = np.arange(24.0).reshape(2, 3, 4)
    total = t.sum(axis=axis, keepdims=keepdims)
    d = np.cos(np.arange(total.size)).reshape(total.shape)
    assert np.sum(unreduce(d, t.shape, axis, keepdims) * t) == pytest.approx(np.sum(d * total), rel=1e-14)


def test_unreduce_is_a_view_that_cannot_be_written():
    """The broadcast cotangent costs no memory, so nobody may update it in place."""
    d = np.ones(3, np.float32)
    spread = unreduce(d, (2, 3), axis=0)
    assert np.shares_memory(spread, d)
    assert spread.dtype == np.float32
    assert not spread.flags.writeable


def test_unreduce_takes_a_python_float():
    """The seed of a gradient is the Python float 1.0, also for a named axis."""
    assert unreduce(1.0, (3,), axis=0).tolist() == [1.0, 1.0, 1.0]


def test_restore_axes_leaves_scalars_alone():
    """A scalar broadcasts without help."""
    assert restore_axes(2.0, axis=1) == 2.0
    assert isinstance(restore_axes(2.0, axis=1), float)


@pytest.mark.parametrize(
    ("shape", "axis", "expected"),
    [((2, 3), None, 6), ((2, 3), 1, 3), ((2, 3), (0, -1), 6), ((), None, 1), ((2, 3), (), 1)],
)
def test_reduced_size_counts(shape, axis, expected):
    """The count is the product of the reduced lengths."""
    assert reduced_size(shape, axis) == expected


def test_reduced_size_of_nothing_is_one():
    """A cotangent is divided by the count: without elements nothing is divided, and nothing may warn."""
    assert reduced_size((0, 3), 0) == 1


def test_ratio_or_zero_keeps_the_kind():
    """Python floats give a Python float, NumPy scalars and arrays their dtype."""
    assert type(ratio_or_zero(1.0, 4.0)) is float
    assert type(ratio_or_zero(1.0, 0.0)) is float
    assert ratio_or_zero(np.float32(1), np.float32(0)).dtype == np.float32
    assert ratio_or_zero(1.0, np.zeros(2, np.float32)).dtype == np.float32
    assert ratio_or_zero(np.ones((2, 1), np.float32), np.ones(3, np.float32)).dtype == np.float32


def test_ratio_or_zero_broadcasts():
    """A zero denominator gives exactly 0, also under an infinite numerator."""
    ratio = ratio_or_zero(np.array([[1.0], [np.inf]]), np.array([0.0, 2.0]))
    assert ratio.tolist() == [[0.0, 0.5], [0.0, math.inf]]


def test_var_of_nothing_is_nothing():
    """No mean of an empty array is computed: it would warn."""
    assert var_adjoint(1.0, np.zeros((0, 3), np.float32)).shape == (0, 3)
    assert std_adjoint(1.0, np.zeros((0, 3), np.float32), np.nan).dtype == np.float32


@pytest.mark.parametrize("ddof", [2, 3])
def test_var_without_degrees_of_freedom(ddof):
    """The slope is infinite as the variance is; a cotangent of 0 beats it."""
    x = np.array([[1.0, 3.0], [2.0, 0.0]])
    adjoint = var_adjoint(np.array([1.0, 0.0]), x, axis=1, ddof=ddof)
    assert adjoint.tolist() == [[-math.inf, math.inf], [0.0, 0.0]]


@pytest.mark.parametrize("value", [1.0, 0.1, 1e-30, 0.0, -7e20])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_std_of_equal_elements_has_slope_zero(value, dtype):
    """The convention at the singular point holds where the mean is rounded, too."""
    x = np.full((3, 7), value, dtype)
    adjoint = std_adjoint(np.ones(3, dtype), x, np.std(x, axis=1), axis=1)
    assert adjoint.tolist() == np.zeros((3, 7)).tolist()
    assert adjoint.dtype == dtype


def test_std_of_nearly_equal_elements_has_its_slope():
    """Deviations of a few units in the last place are deviations: the slope is (x - mean) / (n * std)."""
    x = np.array([1.0, 1.0 + 2.0**-50])
    assert std_adjoint(1.0, x, np.std(x)) == pytest.approx([-0.5, 0.5])


def test_std_mixes_singular_and_regular_rows():
    """One row of equal elements leaves the others alone."""
    x = np.array([[0.1, 0.1, 0.1], [0.0, 1.0, 2.0]])
    adjoint = std_adjoint(np.ones((2, 1)), x, np.std(x, axis=1, keepdims=True), axis=1, keepdims=True)
    assert adjoint[0].tolist() == [0.0, 0.0, 0.0]
    assert adjoint[1] == pytest.approx(np.array([-1.0, 0.0, 1.0]) / math.sqrt(6.0))
