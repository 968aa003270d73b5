"""Adjoints of piecewise linear interpolation.

Between knots the interpolant is a weighted mean of two values. Its slope in the place ``x`` is that of the interval,
in a value ``fp`` the weight, and in a knot ``xp`` the weight times minus the slope: each helper transposes another.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from cladpy.runtime.reductions import Array


def interp_slope(x: Any, xp: Any, fp: Any, period: float | None = None) -> Any:
    """Return the slope of np.interp(x, xp, fp) in x.

    Parameters
    ----------
    x : scalar or ndarray
    xp, fp : array_like, shape (n,)
    period : float, optional
        As it was given to interp.

    Returns
    -------
    scalar or ndarray, shape of x

    Singular points
    ---------------
    At a knot that of the interval on the right, at the last knot that on the left; 0 beyond them.

    Examples
    --------
    >>> interp_slope(np.array([0.5, 1.0, 2.0, 9.0]), [0.0, 1.0, 2.0], [0.0, 3.0, 2.0])
    array([ 3., -1., -1.,  0.])
    """
    knots = _knots(x, xp, period)
    values = np.asarray(fp)[knots.source]
    rise = values[knots.high] - values[knots.low]
    return np.where(knots.inside, rise / knots.width, 0)[()]


def interp_slope_adjoint(d: Any, x: Any, xp: Any, period: float | None = None) -> Array:
    """Adjoint of fp for ``interp_slope(x, xp, fp)``; that of xp is minus this one for ``d`` times the slope.

    Examples
    --------
    >>> interp_slope_adjoint(np.array([1.0]), np.array([0.5]), [0.0, 2.0])
    array([-0.5,  0.5])
    """
    knots = _knots(x, xp, period)
    share = np.where(knots.inside, d / knots.width, 0)
    return knots.gathered(-share, share)


def interp_adjoint(d: Any, x: Any, xp: Any, left: Any = None, right: Any = None, period: float | None = None) -> Array:
    """Adjoint of fp for y = np.interp(x, xp, fp, left, right, period).

    That of xp is minus this one, for ``d`` times the slope.

    Parameters
    ----------
    d : scalar or ndarray, shape of y
    x, xp, left, right, period
        As they were given to interp.

    Returns
    -------
    ndarray, shape of xp, dtype of d

    Reads
    -----
    x, xp

    Examples
    --------
    >>> interp_adjoint(np.array([1.0, 1.0]), np.array([0.5, 9.0]), [0.0, 2.0])
    array([0.75, 1.25])
    """
    knots = _knots(x, xp, period)
    d = np.asarray(d)
    if period is None:
        d = np.where((left is not None) & knots.below | (right is not None) & knots.above, 0, d)
    part = np.clip(knots.weight, 0, 1).astype(d.dtype)
    return knots.gathered(d * (1 - part), d * part)


@dataclass(frozen=True, slots=True)
class _Knots:
    """The intervals in which some places lie.

    Parameters
    ----------
    source : ndarray of int
        For each knot, sorted and continued by a period, its number as it was given.
    low, high : ndarray of int
        The two ends of each place's interval.
    weight, width : ndarray
        Where in its interval each place lies, and how wide that is.
    below, above : ndarray of bool
        The places beyond the first and the last knot.
    count : int
        How many knots were given.
    """

    source: Array
    low: Array
    high: Array
    weight: Array
    width: Array
    below: Array
    above: Array
    count: int

    @property
    def inside(self) -> Array:
        """The places that lie between knots."""
        return ~(self.below | self.above) & (self.low < self.high)

    def gathered(self, low: Any, high: Any) -> Array:
        """Return the sums of what the ends of the intervals receive, for each knot as it was given."""
        total = np.zeros(self.count, np.result_type(low, high))
        np.add.at(total, self.source[self.low], low)
        np.add.at(total, self.source[self.high], high)
        return total


def _knots(x: Any, xp: Any, period: float | None) -> _Knots:
    x, xp = np.asarray(x), np.asarray(xp)
    count = len(xp)
    source = np.arange(count)
    if period is not None:
        period = abs(period)
        x, xp = x % period, xp % period
        order = np.argsort(xp)
        source = order[np.r_[-1, 0:count, 0]]
        xp = np.concatenate((xp[order[-1:]] - period, xp[order], xp[order[:1]] + period))
    low = np.clip(np.searchsorted(xp, x, side="right") - 1, 0, max(len(xp) - 2, 0))
    high = np.minimum(low + 1, len(xp) - 1)
    width = np.where(low < high, xp[high] - xp[low], 1)
    weight = np.where(low < high, (x - xp[low]) / width, 0)
    return _Knots(source, low, high, weight, width, x < xp[0], x > xp[-1], count)
