"""The logistic function and its mirror image."""

import numpy as np

from cladpy.runtime import falling_logistic, rising_logistic

X = np.linspace(-5, 5, 11)


def test_they_are_mirror_images():
    """Each falls where the other rises, and both add up to 1."""
    np.testing.assert_array_equal(rising_logistic(X), falling_logistic(-X))
    np.testing.assert_allclose(rising_logistic(X) + falling_logistic(X), 1, rtol=1e-15)  # of the last digit


def test_it_is_a_stretched_tanh():
    """As the hyperbolic tangent of half the argument says."""
    np.testing.assert_allclose(rising_logistic(X), (1 + np.tanh(X / 2)) / 2, rtol=1e-13)  # of cancellation at -5
