"""Adjoints of the methods of ufuncs that are no function by themselves: running extrema, log-sum-exp, parts of sums."""

from typing import Any

import numpy as np

from cladpy.runtime.guards import multiply_guarded
from cladpy.runtime.reductions import Array, Axis, reduced_count, restore_axes
from cladpy.runtime.slopes import logaddexp_slope


def softmax_share(x: Any, y: Any, axis: Axis = 0, keepdims: bool = False, where: Any = True) -> Array:
    """Return the slopes of y = np.logaddexp.reduce(x, axis), exp(x - y).

    Parameters
    ----------
    x : ndarray
    y : scalar or ndarray
        The result.
    axis, keepdims, where
        As they were given to the reduction.

    Returns
    -------
    ndarray, shape of x

    Singular points
    ---------------
    Where all elements of a lane are minus infinity, they share evenly.

    Examples
    --------
    >>> softmax_share(np.zeros(4), np.log(4.0)).tolist()
    [0.25, 0.25, 0.25, 0.25]
    """
    x = np.asarray(x)
    total = restore_axes(y, axis, keepdims)
    with np.errstate(invalid="ignore"):
        share = np.exp(x - total)
    nothing = np.isneginf(total)
    if np.any(nothing):
        even = np.divide(1, reduced_count(x.shape, axis, keepdims=True, where=where), dtype=x.dtype)
        share = np.where(nothing, even, share)
    return share if where is True else np.where(where, share, 0)


def extremum_scan_adjoint(d: Any, x: Any, y: Any, axis: int = 0) -> Array:
    """Adjoint of x for y = np.maximum.accumulate(x, axis) or y = np.minimum.accumulate(x, axis).

    Parameters
    ----------
    d, x, y : ndarray, of one shape
    axis : int

    Returns
    -------
    ndarray, shape of x

    Singular points
    ---------------
    An element that equals the extremum before it takes half of what comes from behind, as for maximum.

    Cost
    ----
    One step of Python for each element along the axis.

    Examples
    --------
    >>> extremum_scan_adjoint(np.ones(4), np.array([1.0, 3.0, 2.0, 3.0]), np.array([1.0, 3.0, 3.0, 3.0]))
    array([1. , 2.5, 0. , 0.5])
    """
    parts = _parts(x, y, axis)
    lanes = np.moveaxis(np.array(d), axis, 0)
    for k in range(len(lanes) - 1, 0, -1):
        lanes[k - 1] += multiply_guarded(1 - parts[k], lanes[k])
        lanes[k] = multiply_guarded(parts[k], lanes[k])
    return np.moveaxis(lanes, 0, axis)


def extremum_scan_tangent(t: Any, x: Any, y: Any, axis: int = 0) -> Array:
    """Tangent of y = np.maximum.accumulate(x, axis); parameters as for `extremum_scan_adjoint`."""
    parts = _parts(x, y, axis)
    lanes = np.moveaxis(np.array(t), axis, 0)
    for k in range(1, len(lanes)):
        lanes[k] = multiply_guarded(parts[k], lanes[k]) + multiply_guarded(1 - parts[k], lanes[k - 1])
    return np.moveaxis(lanes, 0, axis)


def _parts(x: Any, y: Any, axis: int) -> Array:
    """Return the part of each element in the running extremum at its place: 1, 0, or a half where it ties."""
    x, y = np.moveaxis(np.asarray(x), axis, 0), np.moveaxis(np.asarray(y), axis, 0)
    takes = (x == y) | (np.isnan(x) & np.isnan(y))
    ties = takes.copy()
    ties[1:] &= y[:-1] == y[1:]
    ties[:1] = False
    return np.where(ties, 0.5, takes).astype(x.dtype)


def logaddexp_scan_adjoint(d: Any, x: Any, y: Any, axis: int = 0) -> Array:
    """Adjoint of x for y = np.logaddexp.accumulate(x, axis); parameters as for `extremum_scan_adjoint`.

    Examples
    --------
    >>> logaddexp_scan_adjoint(np.array([0.0, 1.0]), np.zeros(2), np.log([1.0, 2.0])).tolist()
    [0.5, 0.5]
    """
    x, y = np.moveaxis(np.asarray(x), axis, 0), np.moveaxis(np.asarray(y), axis, 0)
    lanes = np.moveaxis(np.array(d), axis, 0)
    for k in range(len(lanes) - 1, 0, -1):
        share = logaddexp_slope(x[k], y[k - 1])
        lanes[k - 1] += lanes[k] * (1 - share)
        lanes[k] = lanes[k] * share
    return np.moveaxis(lanes, 0, axis)


def logaddexp_scan_tangent(t: Any, x: Any, y: Any, axis: int = 0) -> Array:
    """Tangent of y = np.logaddexp.accumulate(x, axis); parameters as for `extremum_scan_adjoint`."""
    x, y = np.moveaxis(np.asarray(x), axis, 0), np.moveaxis(np.asarray(y), axis, 0)
    lanes = np.moveaxis(np.array(t), axis, 0)
    for k in range(1, len(lanes)):
        share = logaddexp_slope(x[k], y[k - 1])
        lanes[k] = share * lanes[k] + (1 - share) * lanes[k - 1]
    return np.moveaxis(lanes, 0, axis)


def reduceat_adjoint(d: Any, shape: tuple[int, ...], indices: Any, axis: int = 0) -> Array:
    """Adjoint of array, of a shape, for y = np.add.reduceat(array, indices, axis).

    Examples
    --------
    >>> reduceat_adjoint(np.array([1.0, 10.0]), (4,), [0, 3])
    array([ 1.,  1.,  1., 10.])
    """
    adjoint = np.zeros(shape, np.asarray(d).dtype)
    moved, parts = np.moveaxis(adjoint, axis, 0), np.moveaxis(np.asarray(d), axis, 0)
    starts = np.asarray(indices) % max(shape[axis], 1)
    for part, start, stop in zip(parts, starts, [*starts[1:], shape[axis]], strict=True):
        moved[start : max(stop, start + 1)] += part
    return adjoint
