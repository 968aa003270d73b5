"""Slopes of the incomplete gamma and beta functions in their parameters, for which SciPy has no function."""

from typing import Any

import numpy as np
from scipy import special

from cladpy.runtime.guards import is_python
from cladpy.runtime.reductions import Array

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(64)  # exact to rounding for exp(-t) over a range of 40
_DROP = 40.0  # beyond it the integrand is below 1e-17 of its value at the bound
_TERMS = 100_000  # more than any series needs whose parameters are below 1e8


def gammainc_slope(a: Any, x: Any) -> Array:
    """Return the slope in `a` of ``gammainc(a, x)``; that of ``gammaincc`` is its negative.

    Parameters
    ----------
    a, x : scalar or ndarray
        They broadcast together.

    Returns
    -------
    ndarray, or scalar of scalars
        Exact to about 1e-12 relative on either side, also where gammainc is 1 to rounding.

    Source
    ------
    Below ``x = a + 1``, the series of DLMF 8.7.1 differentiated term by term: x**(a + n) exp(-x) / gamma(a + n + 1)
    times log(x) - psi(a + n + 1). Above it, the integral of (log(t) - psi(a)) t**(a - 1) exp(-t) / gamma(a) from x to
    infinity, which is the slope of 1 - gammainc, by Gauss-Legendre quadrature.

    Examples
    --------
    >>> print(f"{gammainc_slope(2.0, 1.5):.9f}")
    -0.313488638
    """
    wide_a, wide_x = np.broadcast_arrays(np.asarray(a, np.float64), np.asarray(x, np.float64))
    below = wide_x <= wide_a + 1
    slope = np.empty(wide_a.shape)
    with np.errstate(all="ignore"):
        slope[below] = _gamma_series(wide_a[below], wide_x[below])
        slope[~below] = -_gamma_tail(wide_a[~below], wide_x[~below])
    return slope.astype(_floating(a, x))[()]


def _gamma_series(a: Array, x: Array) -> Array:
    term = np.exp(special.xlogy(a, x) - x - special.gammaln(a + 1))
    logarithm, psi, n = np.log(x), special.psi(a + 1), a + 1
    total = special.xlogy(term, x) - term * psi
    for _ in range(_TERMS):
        term = term * x / n
        psi = psi + 1 / n
        n = n + 1
        added = term * (logarithm - psi)
        total += np.where(term == 0, 0, added)
        if not np.any(np.abs(added) > np.finfo(float).eps * np.abs(total) / 16):
            break
    return np.where(x == 0, 0, total)


def _gamma_tail(a: Array, x: Array) -> Array:
    width = _DROP + 9 * np.sqrt(2 * _DROP * x)
    for _ in range(12):  # Newton's steps to where the integrand has dropped by exp(-40), from beyond it
        drop = width - (a - 1) * np.log1p(width / x)
        width -= (drop - _DROP) / (1 - (a - 1) / (x + width))
    scale = np.exp((a - 1) * np.log(x) - x - special.gammaln(a)) * width / 2
    total = np.zeros(x.shape)
    for node, weight in zip(_NODES, _WEIGHTS, strict=True):
        step = width * (1 + node) / 2
        density = np.exp((a - 1) * np.log1p(step / x) - step)
        total += weight * density * (np.log(x + step) - special.psi(a))
    return np.where(np.isinf(x), 0, scale * total)


def betainc_slope(a: Any, b: Any, x: Any, *, first: bool) -> Array:
    """Return the slope of ``betainc(a, b, x)`` in `a`, or in `b` if not `first`.

    Parameters
    ----------
    a, b, x : scalar or ndarray
        They broadcast together.
    first : bool

    Returns
    -------
    ndarray, or scalar of scalars

    Source
    ------
    DLMF 8.17.8, x**a (1 - x)**b / (a B(a, b)) times the sum of (a + b)_n / (a + 1)_n x**n, differentiated term by
    term; it converges fast below the mean, above which betainc(a, b, x) is 1 - betainc(b, a, 1 - x).

    Examples
    --------
    >>> print(f"{betainc_slope(2.0, 3.0, 0.4, first=True):.9f}")
    -0.240869376
    """
    wide_a, wide_b, wide_x = np.broadcast_arrays(*(np.asarray(value, np.float64) for value in (a, b, x)))
    swapped = wide_x > (wide_a + 1) / (wide_a + wide_b + 2)
    with np.errstate(all="ignore"):
        p, q = np.where(swapped, wide_b, wide_a), np.where(swapped, wide_a, wide_b)
        in_p, in_q = _beta_series(p, q, np.where(swapped, 1 - wide_x, wide_x), np.where(swapped, wide_x, 1 - wide_x))
    slope = np.where(swapped, -in_q, in_p) if first else np.where(swapped, -in_p, in_q)
    return slope.astype(_floating(a, b, x))[()]


def stdtr_slope(df: Any, t: Any) -> Array:
    """Return the slope in `df` of ``stdtr(df, t)``, the distribution function of Student's t.

    Source
    ------
    For t < 0 the function is half of betainc(df / 2, 1 / 2, w) with w = df / (df + t**2), and it is odd about 1 / 2.

    Examples
    --------
    >>> print(f"{stdtr_slope(2.0, 1.5):.9f}")
    0.029729404
    """
    squares = df + np.multiply(t, t)
    density = np.exp((df / 2 - 1) * np.log(df / squares) - special.betaln(df / 2, 0.5))
    moved = betainc_slope(df / 2, 0.5, df / squares, first=True) / 2 + density * np.abs(t) / squares**1.5
    return np.asarray(-np.sign(t) * moved / 2).astype(_floating(df, t))[()]


def _beta_series(a: Array, b: Array, x: Array, rest: Array) -> tuple[Array, Array]:
    """Return the slopes in both parameters; `rest` is 1 - x."""
    scale = np.exp(special.xlogy(a, x) + special.xlogy(b, rest) - special.betaln(a, b)) / a
    log_a = np.log(x) - 1 / a - special.psi(a) + special.psi(a + b)
    log_b = np.log(rest) - special.psi(b) + special.psi(a + b)
    term, slope_a, slope_b = np.ones(x.shape), log_a, log_b
    total_a, total_b = np.array(log_a), np.array(log_b)
    for n in range(_TERMS):
        term = term * x * (a + b + n) / (a + 1 + n)
        slope_a = slope_a + 1 / (a + b + n) - 1 / (a + 1 + n)
        slope_b = slope_b + 1 / (a + b + n)
        total_a += term * slope_a
        total_b += term * slope_b
        left = term * np.maximum(np.abs(slope_a), np.abs(slope_b)) / rest
        if not np.any(left > np.finfo(float).eps * np.minimum(np.abs(total_a), np.abs(total_b)) / 16):
            break
    ends = (x == 0) | (rest == 0)
    return np.where(ends, 0, scale * total_a), np.where(ends, 0, scale * total_b)


def _floating(*values: Any) -> np.dtype:
    """Return the dtype of a ufunc's result: Python numbers adapt to the others, integers become double."""
    return np.dtype(float) if is_python(*values) else np.result_type(*values, np.float32)
