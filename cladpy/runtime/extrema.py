"""Adjoints of max and min over axes of an array."""

from typing import Any

import numpy as np

from cladpy.runtime.reductions import Array, Axis, restore_axes


def extremum_adjoint(d: Any, x: Any, y: Any, axis: Axis = None, keepdims: bool = False) -> Array:
    """Adjoint of x for y = max(x) or y = min(x).

    Parameters
    ----------
    d : scalar or ndarray, shape of y
    x : ndarray
    y : scalar or ndarray
        The extremum of `x` that the primal computed.
    axis, keepdims
        As they were given to the reduction.

    Returns
    -------
    ndarray, shape and dtype of x

    Reads
    -----
    x, y

    Singular points
    ---------------
    A tie splits evenly. Everywhere else the adjoint is exactly 0, whatever the cotangent.
    Where the result is NaN, the NaNs of `x` count as tied.

    Examples
    --------
    >>> extremum_adjoint(1.0, np.array([3.0, 1.0, 3.0]), 3.0)
    array([0.5, 0. , 0.5])
    """
    tied, count = _tied(x, y, axis, keepdims)
    share = np.divide(restore_axes(d, axis, keepdims), count, dtype=np.asarray(x).dtype)
    return np.asarray(np.where(tied, share, 0))


def extremum_tangent(t: Any, x: Any, y: Any, axis: Axis = None, keepdims: bool = False) -> Any:
    """Tangent of y = max(x) or y = min(x): the mean of `t` over the tied.

    Parameters and conventions are those of `extremum_adjoint`; `t` has the shape of `x`.
    """
    tied, count = _tied(x, y, axis, keepdims)
    total = np.sum(np.where(tied, t, 0), axis=axis, keepdims=keepdims)
    return np.divide(total, count.reshape(np.shape(total)), dtype=total.dtype)


def _tied(x: Any, y: Any, axis: Axis, keepdims: bool) -> tuple[Any, Array]:
    """Return the mask of the elements that equal the extremum, and how many there are, with the reduced axes kept."""
    extremum = restore_axes(y, axis, keepdims)
    tied = np.equal(x, extremum)
    if np.isnan(extremum).any():
        tied |= np.isnan(x) & np.isnan(extremum)
    return tied, np.sum(tied, axis=axis, keepdims=True)


def ptp_adjoint(d: Any, x: Any, axis: Axis = None, keepdims: bool = False) -> Array:
    """Adjoint of x for y = np.ptp(x): that of the maximum less that of the minimum."""
    largest = extremum_adjoint(d, x, np.max(x, axis=axis, keepdims=keepdims), axis, keepdims)
    return np.asarray(largest - extremum_adjoint(d, x, np.min(x, axis=axis, keepdims=keepdims), axis, keepdims))


def ptp_tangent(t: Any, x: Any, axis: Axis = None, keepdims: bool = False) -> Any:
    """Tangent of y = np.ptp(x): that of the maximum less that of the minimum."""
    largest = extremum_tangent(t, x, np.max(x, axis=axis, keepdims=keepdims), axis, keepdims)
    return largest - extremum_tangent(t, x, np.min(x, axis=axis, keepdims=keepdims), axis, keepdims)
