"""Slopes of functions of scipy.special that a formula of one line would get wrong near a point."""

from typing import Any

import numpy as np
from scipy import special

_NEAR = 0.5  # below it sixteen terms of the series are exact to 1e-17; above it the quotient loses one digit
_EXPREL = tuple((k + 1) / special.factorial(k + 2) for k in range(16))


def exprel_slope(x: Any) -> Any:
    """Return the slope of ``scipy.special.exprel``, ``(exp(x) - exprel(x)) / x``, and 1/2 at 0.

    Parameters
    ----------
    x : scalar or ndarray

    Returns
    -------
    scalar or ndarray, dtype of x if floating

    Source
    ------
    Near 0, the Taylor series of (exp(x) - 1) / x, differentiated: the sum of (k + 1) x**k / (k + 2)!.

    Examples
    --------
    >>> float(exprel_slope(0.0)), float(exprel_slope(1.0))
    (0.5, 1.0)
    """
    near = np.abs(x) < _NEAR
    series = _polynomial(_EXPREL, x)
    safe = np.where(near, 1, x)
    with np.errstate(over="ignore", invalid="ignore"):  # exprel overflows itself
        quotient = (np.exp(safe) - special.exprel(safe)) / safe
    return np.where(near, series, quotient)[()]


def rgamma_slope(x: Any) -> Any:
    """Return the slope of ``scipy.special.rgamma``, also at 0, -1, -2, ..., where psi is not finite.

    Parameters
    ----------
    x : scalar or ndarray

    Returns
    -------
    scalar or ndarray, dtype of x if floating

    Source
    ------
    The reflection 1 / gamma(x) = gamma(1 - x) sin(pi x) / pi, differentiated, below 1/2; -psi(x) / gamma(x) above it.

    Examples
    --------
    >>> rgamma_slope(np.array([0.0, -1.0, -2.0]))
    array([ 1., -1.,  2.])
    """
    low = np.less(x, 0.5)
    mirrored = np.where(low, 1 - np.asarray(x), x)
    psi = special.psi(mirrored)
    angle = np.pi * np.remainder(np.where(low, x, 0), 2)
    with np.errstate(over="ignore", invalid="ignore"):
        reflected = special.gamma(mirrored) * (np.cos(angle) - psi * _sine(angle) / np.pi)
    return np.where(low, reflected, -psi * special.rgamma(mirrored))[()].astype(mirrored.dtype)


def spence_slope(x: Any) -> Any:
    """Return the slope of ``scipy.special.spence``, ``log(x) / (1 - x)``, and -1 at 1.

    Parameters
    ----------
    x : scalar or ndarray

    Returns
    -------
    scalar or ndarray, dtype of x if floating

    Source
    ------
    Near 1, minus the series of log(1 + u) / u in u = x - 1.

    Examples
    --------
    >>> float(spence_slope(1.0))
    -1.0
    """
    u = np.subtract(x, 1)
    safe = np.where(u == 0, 1, u)
    with np.errstate(divide="ignore", invalid="ignore"):  # log at 0 is the slope's own pole
        return np.where(u == 0, -1, -np.log1p(safe) / safe)[()]


def elliptic_slope(m: Any, rest: Any) -> Any:
    """Return the slope in m of ``scipy.special.ellipk``, also at 0.

    Parameters
    ----------
    m, rest : scalar or ndarray
        The parameter, and 1 less it.

    Returns
    -------
    scalar or ndarray

    Source
    ------
    DLMF 19.4.1 and 19.25.1: dK/dm = (K - R_D(0, 1 - m, 1) / 3) / (2 (1 - m)).

    Examples
    --------
    >>> print(f"{elliptic_slope(0.0, 1.0) / np.pi:.6f}")
    0.125000
    """
    return (special.ellipkm1(rest) - special.elliprd(0, rest, 1) / 3) / (2 * rest)


def _polynomial(coefficients: tuple[float, ...], x: Any) -> Any:
    total: Any = 0.0
    for coefficient in reversed(coefficients):
        total = total * x + float(coefficient)
    return total


def _sine(angle: Any) -> Any:
    """Return the sine, exactly 0 at whole multiples of pi."""
    return np.where(np.remainder(angle, np.pi) == 0, 0, np.sin(angle))
