"""Adjoints of max and min over axes of an array."""

from typing import Any

import numpy as np

from cladpy.runtime.reductions import Array, Axis, restore_axes


def extremum_adjoint(
    d: Any, x: Any, y: Any, axis: Axis = None, keepdims: bool = False, initial: Any = None, where: Any = True
) -> Array:
    """Adjoint of x for y = max(x) or y = min(x).

    Parameters
    ----------
    d : scalar or ndarray, shape of y
    x : ndarray
    y : scalar or ndarray
        The extremum of `x` that the primal computed.
    axis, keepdims, initial, where
        As they were given to the reduction.

    Returns
    -------
    ndarray, shape and dtype of x

    Reads
    -----
    x, y

    Singular points
    ---------------
    A tie splits evenly; with `initial`, as that of maximum(max(x), initial) does. Everywhere else the adjoint is
    exactly 0, whatever the cotangent. Where the result is NaN, the NaNs of `x` count as tied.

    Examples
    --------
    >>> extremum_adjoint(1.0, np.array([3.0, 1.0, 3.0]), 3.0)
    array([0.5, 0. , 0.5])
    """
    tied, count = _tied(x, y, axis, keepdims, where)
    parts = count if initial is None else count * np.where(np.equal(y, initial).reshape(count.shape), 2, 1)
    share = np.divide(restore_axes(d, axis, keepdims), np.maximum(parts, 1), dtype=np.asarray(x).dtype)
    return np.asarray(np.where(tied, share, 0))


def extremum_tangent(
    t: Any, x: Any, y: Any, axis: Axis = None, keepdims: bool = False, initial: Any = None, where: Any = True
) -> Any:
    """Tangent of y = max(x) or y = min(x): the mean of `t` over the tied.

    Parameters and conventions are those of `extremum_adjoint`; `t` has the shape of `x`.
    """
    tied, count = _tied(x, y, axis, keepdims, where)
    parts = count if initial is None else count * np.where(np.equal(y, initial).reshape(count.shape), 2, 1)
    total = np.sum(np.where(tied, t, 0), axis=axis, keepdims=keepdims)
    return np.divide(total, np.maximum(parts, 1).reshape(np.shape(total)), dtype=total.dtype)


def initial_share(
    d: Any, x: Any, y: Any, initial: Any, axis: Axis = None, keepdims: bool = False, where: Any = True
) -> Any:
    """Return the share of `initial` in the cotangent of y = max(x, initial=initial); see `extremum_adjoint`.

    Returns
    -------
    scalar or ndarray, shape of y

    Examples
    --------
    >>> initial_share(np.ones(2), np.array([[1.0], [3.0]]), np.array([2.0, 3.0]), 2.0, axis=1)
    array([1., 0.])
    """
    _, count = _tied(x, y, axis, keepdims, where)
    wins, attained = np.equal(y, initial), count.reshape(np.shape(y)) > 0
    return np.where(wins, np.where(attained, np.divide(d, 2), d), 0)[()]


def _tied(x: Any, y: Any, axis: Axis, keepdims: bool, where: Any) -> tuple[Any, Array]:
    """Return the mask of the elements that equal the extremum, and how many there are, with the reduced axes kept."""
    extremum = restore_axes(y, axis, keepdims)
    tied = np.equal(x, extremum)
    if np.isnan(extremum).any():
        tied |= np.isnan(x) & np.isnan(extremum)
    tied &= where
    return tied, np.sum(tied, axis=axis, keepdims=True)


def ptp_adjoint(d: Any, x: Any, axis: Axis = None, keepdims: bool = False) -> Array:
    """Adjoint of x for y = np.ptp(x): that of the maximum less that of the minimum."""
    largest = extremum_adjoint(d, x, np.max(x, axis=axis, keepdims=keepdims), axis, keepdims)
    return np.asarray(largest - extremum_adjoint(d, x, np.min(x, axis=axis, keepdims=keepdims), axis, keepdims))


def ptp_tangent(t: Any, x: Any, axis: Axis = None, keepdims: bool = False) -> Any:
    """Tangent of y = np.ptp(x): that of the maximum less that of the minimum."""
    largest = extremum_tangent(t, x, np.max(x, axis=axis, keepdims=keepdims), axis, keepdims)
    return largest - extremum_tangent(t, x, np.min(x, axis=axis, keepdims=keepdims), axis, keepdims)
