"""The helpers of reductions, where a rule's samples do not go: kinds, dtypes, singular points."""

import math

import numpy as np
import pytest

from cladpy.runtime import (
    mean_adjoint,
    mean_tangent,
    ratio_along,
    ratio_or_zero,
    reduced_count,
    reduced_size,
    restore_axes,
    unreduce,
)

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


def test_elements_that_count_are_counted_in_each_lane():
    """At least one, so that an empty lane divides by 1; without a mask the count is a number."""
    where = np.array([[True, False, True], [False, False, False]])
    assert reduced_count((2, 3), 1, keepdims=True, where=where).tolist() == [[2], [1]]
    assert reduced_count((2, 3), 0, where=where).tolist() == [1, 1, 1]
    assert reduced_count((2, 3)) == 6


def test_a_mean_of_some_elements_sends_back_to_them_alone():
    """Also under an infinite cotangent, and in single precision."""
    where = np.array([True, False, True])
    adjoint = mean_adjoint(np.array([np.inf, 1.0], np.float32), (2, 3), 1, where=where)
    assert adjoint.tolist() == [[np.inf, 0.0, np.inf], [0.5, 0.0, 0.5]]
    assert adjoint.dtype == np.float32
    assert mean_tangent(np.array([[1.0, 9.0, 3.0]], np.float32), 1, where=where).dtype == np.float32
    assert mean_tangent(np.ones((2, 3)), 1, where=np.array([[True] * 3, [False] * 3])).tolist() == [1.0, 0.0]


def test_a_ratio_in_a_direction():
    """The limit where both are 0, for numbers and arrays; 0 where the denominator alone is, or does not move."""
    assert ratio_along(0.0, 0.0, 3.0, 1.5) == 2.0
    assert type(ratio_along(0.0, 0.0, 3.0, 1.5)) is float
    assert ratio_along(1.0, 0.0, 3.0, 1.5) == ratio_along(0.0, 0.0, 3.0, 0.0) == 0.0
    zeros = np.array([0.0, 0.0, 4.0])
    np.testing.assert_array_equal(ratio_along(zeros, zeros, np.array([3.0, 1.0, 1.0]), 2.0), [1.5, 0.5, 1.0])
