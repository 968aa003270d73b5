"""Adjoints of functions that pick elements: diagonals, rows, sorted values, differences."""

from typing import Any

import numpy as np

from cladpy.runtime.indexing import add_at
from cladpy.runtime.reductions import Array


def diagonal_adjoint(
    d: Any, shape: tuple[int, ...], dtype: Any, offset: int = 0, axis1: int = 0, axis2: int = 1
) -> Array:
    """Adjoint of a for y = np.diagonal(a, offset, axis1, axis2).

    Parameters
    ----------
    d : scalar or ndarray, shape of y: the other axes of a, then the diagonal; broadcasts to it
    shape, dtype
        Those of `a`.
    offset, axis1, axis2 : int
        As they were given to diagonal.

    Returns
    -------
    ndarray, shape `shape`, dtype `dtype`

    Examples
    --------
    >>> diagonal_adjoint(np.array([1.0, 2.0]), (2, 2), float)
    array([[1., 0.],
           [0., 2.]])
    """
    adjoint = np.zeros(shape, dtype)
    matrices = np.moveaxis(adjoint, (axis1, axis2), (-2, -1))
    first_row, first_column = max(0, -offset), max(0, offset)
    length = max(0, min(matrices.shape[-2] - first_row, matrices.shape[-1] - first_column))
    steps = np.arange(length)
    matrices[..., steps + first_row, steps + first_column] = d
    return adjoint


def diag_adjoint(d: Any, shape: tuple[int, ...], dtype: Any, k: int = 0) -> Array:
    """Adjoint of v for y = np.diag(v, k), which makes a matrix of a vector and takes the diagonal of a matrix."""
    return np.diagonal(d, k) if len(shape) == 1 else diagonal_adjoint(d, shape, dtype, k)


def take_adjoint(d: Any, shape: tuple[int, ...], indices: Any, axis: int | None = None, mode: str = "raise") -> Array:
    """Adjoint of a for y = np.take(a, indices, axis).

    Parameters
    ----------
    d : ndarray, shape of y
    shape : tuple of int
        Shape of `a`.
    indices : array_like of int
    axis : int or None
        None takes from the flattened `a`.
    mode : "raise", "wrap" or "clip"
        What indices beyond the ends mean.

    Returns
    -------
    ndarray, shape `shape`, dtype of d

    Examples
    --------
    >>> take_adjoint(np.array([1.0, 2.0, 4.0]), (3,), [0, 2, 2])
    array([1., 0., 6.])
    """
    d = np.asarray(d)
    adjoint = np.zeros(shape, d.dtype)
    along = 0 if axis is None else axis % len(shape)
    size = adjoint.size if axis is None else shape[along]
    places = np.asarray(indices, np.intp)
    if mode != "raise":
        places = places % size if mode == "wrap" else np.clip(places, 0, size - 1)
    if axis is None:
        np.add.at(adjoint.reshape(-1), places, d)
    else:
        add_at(adjoint, (*(slice(None),) * along, places), d)
    return adjoint


def take_along_axis_adjoint(d: Any, shape: tuple[int, ...], indices: Any, axis: int | None) -> Array:
    """Adjoint of x for y = np.take_along_axis(x, indices, axis).

    Parameters
    ----------
    d : ndarray, shape of y
    shape : tuple of int
        Shape of `x`.
    indices : ndarray of int, as many dimensions as x
    axis : int or None
        None takes from the flattened `x`.

    Returns
    -------
    ndarray, shape `shape`, dtype of d
    """
    adjoint = np.zeros(shape, d.dtype)
    if axis is None:
        np.add.at(adjoint.reshape(-1), indices, d)
        return adjoint
    index: list[Any] = list(np.ogrid[tuple(map(slice, np.shape(d)))])
    # An axis of length 1 of the indices is stretched over the array's; the ogrid of d has the stretched lengths.
    index[axis] = np.broadcast_to(indices, np.shape(d))
    np.add.at(adjoint, tuple(index), d)
    return adjoint


def sort_adjoint(d: Any, x: Any, axis: int | None = -1) -> Array:
    """Adjoint of x for y = np.sort(x, axis): each cotangent goes back to where its value came from.

    Parameters
    ----------
    d : ndarray, shape of y
    x : ndarray
    axis : int or None
        None sorts the flattened `x`.

    Returns
    -------
    ndarray, shape of x, dtype of d

    Reads
    -----
    x

    Singular points
    ---------------
    Equal values keep their order.

    Examples
    --------
    >>> sort_adjoint(np.array([1.0, 2.0, 3.0]), np.array([5.0, 4.0, 6.0]))
    array([2., 1., 3.])
    """
    order = np.argsort(x, axis=axis, kind="stable")
    adjoint = np.empty_like(d)
    np.put_along_axis(adjoint, order, d, axis=0 if axis is None else axis)
    return adjoint.reshape(np.shape(x))


def sort_tangent(t: Any, x: Any, axis: int | None = -1) -> Array:
    """Tangent of y = np.sort(x, axis); parameters as for `sort_adjoint`."""
    order = np.argsort(x, axis=axis, kind="stable")
    return np.take_along_axis(np.asarray(t), order, axis)


def diff_adjoint(d: Any, shape: tuple[int, ...], n: int = 1, axis: int = -1) -> Array:
    """Adjoint of a for y = np.diff(a, n, axis).

    Parameters
    ----------
    d : ndarray, shape of y
    shape : tuple of int
        Shape of `a`.
    n, axis : int
        As they were given to diff.

    Returns
    -------
    ndarray, shape `shape`, dtype of d

    Examples
    --------
    >>> diff_adjoint(np.array([1.0, 10.0]), (3,))
    array([-1., -9., 10.])
    """
    if d.shape[axis] == 0:
        return np.zeros(shape, d.dtype)
    for _ in range(n):
        edge = np.zeros_like(d.take([0], axis))
        d = -np.diff(d, axis=axis, prepend=edge, append=edge)
    return d
