"""Slopes that a formula of one line would get wrong near a point."""

import math
from collections.abc import Sequence
from itertools import accumulate
from operator import mul
from typing import Any

import numpy as np

from cladpy.runtime.reductions import ratio_or_zero

_NEAR = 0.03  # below it four terms of the series are exact to 1e-15; above it the quotient loses at most three digits
_FAR = 20.0  # between the series of the Bessel function and its expansion: the smallest term there is 1e-18
_TERMS = 50  # at 20 the next term of the series is 1e-17 of the sum
_EXPANSION = 25  # terms of the expansion, the last of which is the smallest at 20
_RECURRENCE = 10.0  # from here on the asymptotic series of digamma is exact to 1e-16
_BERNOULLI = (1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132)  # B_2k / 2k, Abramowitz & Stegun 6.3.18


def abs_slope(x: Any) -> Any:
    """Return the slope of ``abs``: the sign of a real number, conj(x) / abs(x) of a complex one, and 0 at 0.

    Parameters
    ----------
    x : scalar or ndarray

    Returns
    -------
    scalar or ndarray, of the kind and dtype of x

    Examples
    --------
    >>> abs_slope(-2.0), abs_slope(3.0 + 4.0j), abs_slope(0j)
    (-1.0, (0.6-0.8j), 0j)
    """
    if type(x) in (int, float, bool):
        return float((x > 0) - (x < 0))
    if type(x) is complex:
        return x.conjugate() / abs(x) if x else 0j
    return ratio_or_zero(np.conj(x), np.abs(x)) if np.iscomplexobj(x) else np.sign(x)


def logaddexp_slope(x: Any, y: Any) -> Any:
    """Return the slope of ``logaddexp(x, y)`` in `x`, which is ``exp(x - logaddexp(x, y))``.

    Parameters
    ----------
    x, y : scalar or ndarray
        May be infinite; where both are the same infinity, each has the slope 1/2.

    Returns
    -------
    scalar or ndarray

    Examples
    --------
    >>> float(logaddexp_slope(-np.inf, -np.inf)), float(logaddexp_slope(0.0, -np.inf))
    (0.5, 1.0)
    """
    with np.errstate(invalid="ignore"):
        difference = np.where(np.equal(x, y), 0, np.subtract(x, y))
    # the exponential of a negative number: no overflow on either side
    small = np.exp(-np.abs(difference))
    return np.where(difference < 0, small, 1)[()] / (1 + small[()])


def sinc_slope(x: Any) -> Any:
    """Return the slope of ``np.sinc``, (cos(pi x) - sinc(x)) / x, and 0 at 0.

    Parameters
    ----------
    x : scalar or ndarray

    Returns
    -------
    scalar or ndarray, dtype of x if floating

    Source
    ------
    Near 0, the Taylor series -u/3 + u**3/30 - u**5/840 + u**7/45360 of the slope in u = pi x.

    Examples
    --------
    >>> float(sinc_slope(1.0))
    -1.0
    """
    near = np.abs(x) < _NEAR
    u = np.multiply(math.pi, x)
    series = -math.pi * u * (1 / 3 - u * u * (1 / 30 - u * u * (1 / 840 - u * u / 45360)))
    safe = np.where(near, 1, x)
    return np.where(near, series, (np.cos(math.pi * safe) - np.sinc(safe)) / safe)[()]


def sinc_curvature(x: Any) -> Any:
    """Return the slope of ``sinc_slope``, and -pi**2 / 3 at 0; by the derivative of the same series.

    Examples
    --------
    >>> round(float(sinc_curvature(0.0)), 12) == round(-math.pi**2 / 3, 12)
    True
    """
    near = np.abs(x) < _NEAR
    u = np.multiply(math.pi, x)
    series = -(math.pi**2) * (1 / 3 - u * u * (1 / 10 - u * u * (1 / 168 - u * u / 6480)))
    safe = np.where(near, 1, x)
    return np.where(near, series, (-math.pi * np.sin(math.pi * safe) - 2 * sinc_slope(safe)) / safe)[()]


def digamma(x: float) -> float:
    """Return the slope of ``math.lgamma``, the logarithmic derivative of the gamma function.

    Parameters
    ----------
    x : float
        Not 0, -1, -2, ..., where the gamma function has poles.

    Returns
    -------
    float

    Source
    ------
    Abramowitz & Stegun, Handbook of Mathematical Functions, 6.3.7 (reflection), 6.3.5 (recurrence) and
    6.3.18 (asymptotic series).

    Examples
    --------
    >>> round(digamma(1.0), 12)  # minus Euler's constant
    -0.577215664902
    """
    if x < 0.5:
        return digamma(1.0 - x) - math.pi / math.tan(math.pi * (x - math.floor(x)))
    total = 0.0
    while x < _RECURRENCE:
        total -= 1.0 / x
        x += 1.0
    total += math.log(x) - 0.5 / x
    return total - sum(coefficient / x ** (2 * k) for k, coefficient in enumerate(_BERNOULLI, start=1))


def products_of_others(d: float, items: Sequence[float]) -> list[float]:
    """Return `d` times the product of all the other items, for each item: exact also where items are 0.

    Parameters
    ----------
    d : float
    items : sequence of float, length n

    Returns
    -------
    list of float, length n

    Cost
    ----
    3 n products.

    Examples
    --------
    >>> products_of_others(1.0, [2.0, 0.0, 5.0])
    [0.0, 10.0, 0.0]
    """
    before = list(accumulate(items, mul, initial=d))[:-1]
    after = list(accumulate(reversed(items), mul, initial=1))[-2::-1]
    return [left * right for left, right in zip(before, after, strict=True)]


def deviations(d: float, data: Sequence[float], center: float | None) -> list[float]:
    """Return `d` times how far each item is from a center, or from their mean: the slopes of a variance.

    Parameters
    ----------
    d : float
        An infinite one, the slope of the root of a variance of 0, gives 0.
    data : sequence of float, length n
    center : float or None

    Returns
    -------
    list of float, length n

    Examples
    --------
    >>> deviations(2.0, [1.0, 2.0, 6.0], None)
    [-4.0, -2.0, 6.0]
    """
    if math.isinf(d):
        return [0.0] * len(data)
    middle = math.fsum(data) / len(data) if center is None else center
    return [d * (item - middle) for item in data]


def bessel_i1(x: Any) -> Any:
    """Return the slope of ``np.i0``, the modified Bessel function of order 1.

    Parameters
    ----------
    x : scalar or ndarray

    Returns
    -------
    scalar or ndarray, dtype of np.i0(x)

    Source
    ------
    Abramowitz & Stegun, Handbook of Mathematical Functions, 9.6.10 (series) and 9.7.1 (for large arguments), where
    the last term kept is below the rounding of a double.

    Examples
    --------
    >>> round(float(bessel_i1(1.0)), 12)
    0.565159103992
    """
    size = np.abs(np.asarray(x, None if np.result_type(x).kind == "f" else float))
    near, far = np.minimum(size, _FAR), np.maximum(size, _FAR)
    term = near / 2
    series = term.copy()
    for k in range(1, _TERMS):
        term = term * (near / 2) ** 2 / (k * (k + 1))
        series = series + term
    term = np.ones_like(far)
    expansion = term.copy()
    for k in range(1, _EXPANSION):
        term = -term * (4 - (2 * k - 1) ** 2) / (8 * k * far)
        expansion = expansion + term
    with np.errstate(over="ignore"):
        large = np.exp(far) / np.sqrt(2 * np.pi * far) * expansion
    return (np.sign(x) * np.where(size < _FAR, series, large))[()]
