"""Powers of norms and moduli: their values are those of what a program writes."""

import math

import numpy as np
import pytest

from cladpy.runtime import power_of_distance, power_of_hypot, squared_distance, squared_modulus, squared_norm

X = np.array([[3.0, -4.0, 0.5], [1.0, 2.0, -2.0]])


@pytest.mark.parametrize("keywords", [{}, {"axis": 1}, {"axis": 0, "keepdims": True}, {"axis": (-2, -1)}])
def test_squared_norm(keywords):
    """Along axes, and kept dimensions."""
    np.testing.assert_array_equal(squared_norm(X, **keywords), np.linalg.norm(X, **keywords) ** 2)


def test_powers_of_distances():
    """Of two, of several and of two points."""
    np.testing.assert_array_equal(power_of_hypot(X, 2.0, 3), np.hypot(X, 2.0) ** 3)
    assert math.hypot(1.0, 2.0, 2.0) ** 2.5 == power_of_distance(2.5, 1.0, 2.0, 2.0)
    assert squared_distance([1.0, 2.0], [4.0, 6.0]) == 25.0
    np.testing.assert_array_equal(squared_modulus(X * 1j), np.abs(X) ** 2)
