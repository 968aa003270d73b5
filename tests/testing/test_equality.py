"""Equality to the rounding of another order of sums."""

import numpy as np
import pytest

from cladpy.testing.equality import check_equal
from cladpy.testing.mismatch import GradientMismatch

EPSILON = float(np.finfo(float).eps)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (1.0, 1.0),
        (1.0 + 1e-14, 1.0),
        (np.array([1.0, 1e-15]), np.array([1.0, 0.0])),
        ({"a": [1.0, 2]}, {"a": [1.0, 3]}),
        (np.zeros(0), np.zeros(0)),
    ],
)
def test_equal_numbers_pass(found, expected):
    """Rounding is relative to the largest number of an array; what is not floating is not compared."""
    check_equal("value", "the value", found, expected, EPSILON)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (1.0 + 1e-10, 1.0),
        (np.nan, np.nan),
        (np.inf, np.inf),
        (0.0, 1e-300),
        (np.ones(2), np.ones(3)),
        ([1.0], [1.0, 2.0]),
        (1.0 + 0j, 1.0),
    ],
)
def test_unequal_numbers_fail(found, expected):
    """NaN and infinity equal nothing, and zero is exact."""
    with pytest.raises(GradientMismatch, match="the value"):
        check_equal("value", "the value", found, expected, EPSILON)


def test_single_precision_has_its_own_rounding():
    """The tolerance is in units of the least precise number."""
    check_equal("value", "v", np.float32(1.0001), np.float32(1), float(np.finfo(np.float32).eps))
