"""Adjoints of functions that rearrange or repeat elements."""

from typing import Any

import numpy as np

from cladpy.runtime.reductions import Array
from cladpy.runtime.unbroadcast import unbroadcast_to


def inverse_axes(*axes: Any) -> tuple[int, ...] | None:
    """Return the axes that undo a transposition.

    Parameters
    ----------
    *axes : int, or one sequence of int, or None
        As they were given to transpose: without axes it reverses them, and so does its inverse.

    Examples
    --------
    >>> inverse_axes((2, 0, -2)), inverse_axes(1, 0), inverse_axes()
    ((1, 2, 0), (1, 0), None)
    """
    if not axes or axes[0] is None:
        return None
    given = tuple(axes[0]) if np.ndim(axes[0]) else axes
    forward = [axis % len(given) for axis in given]
    return tuple(sorted(range(len(given)), key=forward.__getitem__))


def repeat_adjoint(d: Any, shape: tuple[int, ...], repeats: Any, axis: int | None = None) -> Array:
    """Adjoint of x for y = np.repeat(x, repeats, axis).

    Parameters
    ----------
    d : ndarray, shape of y
    shape : tuple of int
        Shape of `x`.
    repeats : int or sequence of int
        As it was given to repeat.
    axis : int or None
        None repeats the elements of the flattened `x`.

    Returns
    -------
    ndarray, shape `shape`

    Examples
    --------
    >>> repeat_adjoint(np.array([1.0, 2.0, 3.0]), (2,), [1, 2])
    array([1., 5.])
    """
    whole = (int(np.prod(shape)),) if axis is None else shape
    along = 0 if axis is None else axis % len(shape)
    counts = np.asarray(repeats)
    if counts.size == 1:
        split = (*whole[: along + 1], int(counts.item()), *whole[along + 1 :])
        return d.reshape(split).sum(axis=along + 1).reshape(shape)
    adjoint = np.zeros(whole, d.dtype)
    sources = np.repeat(np.arange(whole[along]), counts)
    np.add.at(np.moveaxis(adjoint, along, 0), sources, np.moveaxis(d, along, 0))
    return adjoint.reshape(shape)


def tile_adjoint(d: Any, shape: tuple[int, ...], reps: Any) -> Array:
    """Adjoint of x for y = np.tile(x, reps).

    Parameters
    ----------
    d : ndarray, shape of y
    shape : tuple of int
        Shape of `x`.
    reps : int or sequence of int
        As it was given to tile.

    Returns
    -------
    ndarray, shape `shape`

    Examples
    --------
    >>> tile_adjoint(np.array([1.0, 2.0, 3.0, 4.0]), (2,), 2)
    array([4., 6.])
    """
    counts = tuple(np.atleast_1d(reps).tolist())
    ndim = max(len(counts), len(shape))
    pairs = zip((1,) * (ndim - len(counts)) + counts, (1,) * (ndim - len(shape)) + shape, strict=True)
    split = [size for pair in pairs for size in pair]
    return d.reshape(split).sum(axis=tuple(range(0, 2 * ndim, 2))).reshape(shape)


def rollaxis_adjoint(d: Any, axis: int, start: int = 0) -> Array:
    """Adjoint of x for y = np.rollaxis(x, axis, start).

    Returns
    -------
    ndarray, shape of x
        A view of `d`.
    """
    ndim = np.ndim(d)
    source = axis % ndim
    target = start + ndim if start < 0 else start
    return np.moveaxis(d, target - 1 if source < target else target, source)


def linspace_adjoint(
    d: Any, shape: tuple[int, ...], first: float, last: float, num: int, endpoint: bool = True, axis: int = 0
) -> Any:
    """Adjoint of one end for y = np.linspace(start, stop, num, endpoint, axis=axis).

    Parameters
    ----------
    d : ndarray, shape of y
    shape : tuple of int
        Shape of the end.
    first, last : float
        How much of it is in the first and in the last element.
    num, endpoint, axis
        As they were given to linspace.

    Returns
    -------
    ndarray, shape `shape`, dtype of d

    Examples
    --------
    >>> linspace_adjoint(np.array([1.0, 1.0, 1.0]), (), 1, 0, 3)
    array(1.5)
    """
    d = np.asarray(d)
    parts = np.linspace(first, last, num, endpoint, dtype=d.dtype)
    return unbroadcast_to(np.tensordot(parts, np.moveaxis(d, axis, 0), 1), shape, d.dtype)
