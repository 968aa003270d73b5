"""Slopes of incomplete functions, against differences of SciPy's functions."""

import numpy as np
import pytest

pytest.importorskip("scipy.special")

from scipy import special

from cladpy.runtime.scipy import betainc_slope, gammainc_slope


def difference(function, x, step=1e-3):
    """Return a difference of sixth order."""
    terms = ((1, 45), (2, -9), (3, 1))
    return sum(w * (function(x + k * step) - function(x - k * step)) for k, w in terms) / (60 * step)


@pytest.mark.parametrize("a", [0.05, 0.7, 1.0, 3.5, 40.0, 900.0])
@pytest.mark.parametrize("ratio", [0.2, 0.9, 1.0, 1.3, 3.0])
def test_slope_of_gammainc(a, ratio):
    """Below and above the mean."""
    x = a * ratio
    step = 1e-3 * a
    assert gammainc_slope(a, x) == pytest.approx(
        difference(lambda p: special.gammainc(p, x), a, step), rel=1e-8, abs=1e-10 / a
    )


@pytest.mark.parametrize(("a", "x"), [(1.0, 50.0), (0.3, 20.0), (30.0, 150.0), (500.0, 900.0)])
def test_slope_is_exact_where_the_function_is_one(a, x):
    """The logarithm of what is left of 1 has a slope of its own."""
    found = -gammainc_slope(a, x) / special.gammaincc(a, x)
    expected = difference(lambda p: np.log(special.gammaincc(p, x)), a, 1e-3 * a)
    assert found == pytest.approx(expected, rel=1e-7)


@pytest.mark.parametrize(("a", "b"), [(0.4, 0.6), (2.0, 3.0), (50.0, 0.5), (0.5, 80.0), (200.0, 300.0)])
@pytest.mark.parametrize("x", [0.02, 0.3, 0.5, 0.9, 0.995])
@pytest.mark.parametrize("first", [True, False])
def test_slope_of_betainc(a, b, x, first):
    """Below and above the mean, in both parameters."""
    if first:
        expected = difference(lambda p: special.betainc(p, b, x), a, 1e-3 * a)
    else:
        expected = difference(lambda p: special.betainc(a, p, x), b, 1e-3 * b)
    assert betainc_slope(a, b, x, first=first) == pytest.approx(expected, rel=1e-7, abs=1e-10)


@pytest.mark.parametrize("x", [0.0, 1.0])
def test_ends(x):
    """The function is 0 or 1 there, whatever its parameters are."""
    assert betainc_slope(2.0, 3.0, x, first=True) == 0.0
    assert betainc_slope(2.0, 3.0, x, first=False) == 0.0
    assert gammainc_slope(2.0, 0.0) == 0.0
    assert gammainc_slope(2.0, np.inf) == 0.0


def test_dtype_and_shape():
    """Python numbers adapt to arrays, integers become double."""
    single = np.ones((3, 1), np.float32)
    assert gammainc_slope(single, 2.0).dtype == np.float32
    assert gammainc_slope(single, np.ones(4)).shape == (3, 4)
    assert gammainc_slope(np.array([2, 3]), 2.0).dtype == np.float64
    assert isinstance(gammainc_slope(2.0, 1.0), np.float64)
    assert betainc_slope(single, 2.0, 0.5, first=True).dtype == np.float32
    assert gammainc_slope(np.ones(0), 1.0).shape == (0,)
