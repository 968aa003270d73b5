"""Adjoints of functions that give the distinct values of arrays: each comes from the first element that has it."""

from typing import Any

import numpy as np

from cladpy.runtime.reductions import Array


def unique_adjoint(d: Any, ar: Any, axis: int | None = None, equal_nan: bool = True) -> Array:
    """Adjoint of ar for y = np.unique(ar, axis=axis, equal_nan=equal_nan), whose values may be in any order.

    Parameters
    ----------
    d : ndarray, shape of y
    ar : ndarray
    axis, equal_nan
        As they were given to unique.

    Returns
    -------
    ndarray, shape of ar

    Reads
    -----
    ar

    Singular points
    ---------------
    Of equal elements the first one receives everything.

    Examples
    --------
    >>> unique_adjoint(np.array([1.0, 2.0]), np.array([5.0, 3.0, 5.0]))
    array([2., 1., 0.])
    """
    ar, d = np.asarray(ar), np.asarray(d)
    adjoint = np.zeros(ar.size if axis is None else ar.shape, d.dtype)
    along = 0 if axis is None else axis
    np.moveaxis(adjoint, along, 0)[_first(ar, axis, equal_nan)] = np.moveaxis(d, along, 0)
    return adjoint.reshape(ar.shape)


def unique_tangent(t: Any, ar: Any, axis: int | None = None, equal_nan: bool = True) -> Array:
    """Tangent of y = np.unique(ar, axis=axis, equal_nan=equal_nan); `t` has the shape of ar."""
    t = np.asarray(t)
    return np.take(t, _first(np.asarray(ar), axis, equal_nan), axis)


def _first(ar: Array, axis: int | None, equal_nan: bool) -> Array:
    return np.asarray(np.unique(ar, return_index=True, axis=axis, equal_nan=equal_nan)[1])


def found_adjoint(d: Any, y: Any, ar: Any) -> Array:
    """Adjoint of ar for y, some of its values: each goes to the first element that has it.

    A value that is not in ar is no value of it.

    Examples
    --------
    >>> found_adjoint(np.array([1.0, 2.0]), np.array([3.0, 7.0]), np.array([7.0, 3.0, 3.0]))
    array([2., 1., 0.])
    """
    values, first = np.unique(ar, return_index=True)
    adjoint = np.zeros(np.size(ar), np.asarray(d).dtype)
    place = np.searchsorted(values, y)
    inside = place < len(values)
    inside[inside] = values[place[inside]] == np.asarray(y)[inside]
    adjoint[first[place[inside]]] = np.asarray(d)[inside]
    return adjoint.reshape(np.shape(ar))


def found_tangent(t: Any, y: Any, ar: Any) -> Array:
    """Tangent of y, some of the values of ar; 0 for a value that is not in it."""
    values, first = np.unique(ar, return_index=True)
    place = np.searchsorted(values, y)
    inside = place < len(values)
    inside[inside] = values[place[inside]] == np.asarray(y)[inside]
    tangent = np.zeros(np.shape(y), np.asarray(t).dtype)
    tangent[inside] = np.ravel(t)[first[place[inside]]]
    return tangent
