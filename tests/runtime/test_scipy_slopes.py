"""Slopes near the points where a quotient would lose its digits."""

import numpy as np
import pytest

pytest.importorskip("scipy.special")

from scipy import special

from cladpy.runtime.scipy import elliptic_slope, exprel_slope, rgamma_slope, spence_slope


def difference(function, x, step=1e-3):
    """Return a difference of sixth order."""
    terms = ((1, 45), (2, -9), (3, 1))
    return sum(w * (function(x + k * step) - function(x - k * step)) for k, w in terms) / (60 * step)


@pytest.mark.parametrize("x", [-40.0, -1.0, -0.499, -1e-9, 0.0, 1e-5, 0.3, 0.501, 3.0])
def test_exprel(x):
    """At 0, beside it and where the series ends."""
    assert exprel_slope(x) == pytest.approx(difference(special.exprel, x), rel=1e-10)


@pytest.mark.parametrize("x", [-3.0, -2.5, -1.0, 0.0, 1e-9, 0.4, 0.6, 5.0])
def test_rgamma(x):
    """At the zeros of 1 / gamma too."""
    assert rgamma_slope(x) == pytest.approx(difference(special.rgamma, x), rel=1e-9)


@pytest.mark.parametrize("x", [0.2, 0.999999, 1.0, 1.000001, 1.5, 20.0])
def test_spence(x):
    """At 1 and beside it."""
    assert spence_slope(x) == pytest.approx(difference(special.spence, x), rel=1e-9)


@pytest.mark.parametrize("m", [-3.0, -1e-9, 0.0, 1e-5, 0.3, 0.9])
def test_ellipk(m):
    """At 0 and beside it."""
    assert elliptic_slope(m, 1 - m) == pytest.approx(difference(special.ellipk, m), rel=1e-8)


@pytest.mark.parametrize("slope", [exprel_slope, rgamma_slope, spence_slope])
def test_single_precision_stays(slope):
    """An adjoint has the dtype of its primal."""
    assert slope(np.array([0.5, 1.0, 2.0], np.float32)).dtype == np.float32
