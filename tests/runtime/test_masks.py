"""Cotangents of selections."""

import math

import numpy as np
import pytest

from cladpy.runtime.masks import larger_share, masked, smaller_share

INF = math.inf


def test_mask_beats_an_infinite_cotangent():
    """Exactly 0, where a product would be NaN."""
    assert np.array_equal(masked(np.array([INF, math.nan, 3.0]), np.array([False, False, True])), [0.0, 0.0, 3.0])


@pytest.mark.parametrize(("mask", "expected"), [(True, 2.0), (False, 0.0), (np.False_, 0.0), (np.array(True), 2.0)])
def test_python_float_stays_one(mask, expected):
    """Whatever the mask is, if it is one truth value."""
    found = masked(2.0, mask)
    assert (type(found), found) == (float, expected)


def test_scalars_and_dtypes_stay():
    """float32 stays float32, a scalar is no zero-dimensional array."""
    assert type(masked(np.float32(2), True)) is np.float32
    assert masked(np.ones(3, np.float32), np.array([True, False, True])).dtype == np.float32
    assert masked(2.0, np.array([True, False])).tolist() == [2.0, 0.0]


@pytest.mark.parametrize(("x", "y", "expected"), [(1.0, 2.0, 0.0), (2.0, 1.0, 4.0), (2.0, 2.0, 2.0)])
def test_ties_split_evenly(x, y, expected):
    """On Python floats and on arrays; the two shares add up to the cotangent."""
    assert larger_share(4.0, x, y) == expected
    assert larger_share(np.array([4.0]), np.array([x]), y).tolist() == [expected]
    assert larger_share(4.0, x, y) + larger_share(4.0, y, x) == 4.0
    assert smaller_share(4.0, x, y) == 4.0 - expected


def test_loser_gets_exactly_zero():
    """Also under an infinite cotangent."""
    assert larger_share(np.array([INF]), np.array([1.0]), np.array([2.0])).tolist() == [0.0]
    assert larger_share(INF, 1.0, 2.0) == 0.0


def test_shares_keep_float32():
    """Half of a float32 is a float32."""
    x = np.array([1.0, 2.0], np.float32)
    assert larger_share(x, x, x).dtype == np.float32
    assert type(larger_share(np.float32(1), np.float32(1), 1.0)) is np.float32
