"""Adjoints of reading elements: adding a cotangent at an index."""

import math
from typing import Any

import numpy as np

from cladpy.runtime.reductions import Array


def add_at(d_x: Array, index: Any, d: Any) -> None:
    """Add `d` to `d_x` at an index, in place, as often as the index names an element.

    Parameters
    ----------
    d_x : ndarray
        Adjoint of the array that was read.
    index
        Any index of NumPy.
    d : scalar or ndarray
        Cotangent of ``x[index]``; broadcasts to its shape.

    Examples
    --------
    >>> d_x = np.zeros(3)
    >>> add_at(d_x, [0, 2, 2], 1.0)
    >>> d_x
    array([1., 0., 2.])
    """
    if may_repeat(index):
        np.add.at(d_x, index, d)
    else:
        d_x[index] += d


def flat_index(index: Any, shape: tuple[int, ...]) -> tuple[Any, ...]:
    """Return where the elements ``x.flat[index]`` of an array of a shape are, as an index of the array.

    Parameters
    ----------
    index : int, slice or index array
        Of the elements in their order.
    shape : tuple of int

    Returns
    -------
    tuple of int, or of ndarray
        For one element whole numbers, else arrays: indexing with them gives a copy.

    Examples
    --------
    >>> flat_index(-1, (2, 3)), flat_index(slice(2), (2, 3))
    ((1, 2), (array([0, 0]), array([0, 1])))
    """
    size = math.prod(shape)
    if isinstance(index, int | np.integer) and not isinstance(index, bool):
        if not -size <= index < size:
            raise IndexError(f"index {index} is out of bounds for size {size}")
        return tuple(int(place) for place in np.unravel_index(index % size, shape))
    return np.unravel_index(np.arange(size)[index], shape)


def scatter_add(shape: tuple[int, ...], dtype: Any, index: Any, d: Any) -> Array:
    """Make the adjoint of x for y = x[index]: `d` at the index, 0 elsewhere.

    Parameters
    ----------
    shape, dtype
        Those of `x`.
    index
        Any index of NumPy.
    d : scalar or ndarray
        Cotangent of ``x[index]``; broadcasts to its shape.

    Returns
    -------
    ndarray, shape `shape`, dtype `dtype`

    Examples
    --------
    >>> scatter_add((3,), float, 1, 5.0)
    array([0., 5., 0.])
    """
    adjoint = np.zeros(shape, dtype)
    if may_repeat(index):
        np.add.at(adjoint, index, d)
    else:
        adjoint[index] = d
    return adjoint


def item_adjoint(d: Any, shape: tuple[int, ...], dtype: Any, *index: Any) -> Array:
    """Adjoint of x for y = x.item(*index).

    Parameters
    ----------
    d : scalar
    shape, dtype
        Those of `x`.
    *index : int, or one tuple of int
        As it was given to item: nothing, a position in the flattened array, or an index.

    Returns
    -------
    ndarray, shape `shape`, dtype `dtype`

    Examples
    --------
    >>> item_adjoint(1.0, (2, 2), float, 3)
    array([[0., 0.],
           [0., 1.]])
    """
    adjoint = np.zeros(shape, dtype)
    given = index[0] if index and isinstance(index[0], tuple) else index
    if len(given) == len(shape):
        adjoint[given] = d
    else:
        adjoint.reshape(-1)[given or 0] = d
    return adjoint


def may_repeat(index: Any) -> bool:
    """Tell whether an index may name an element twice: whether it holds an array or a list of integers.

    Examples
    --------
    >>> may_repeat([0, 0]), may_repeat((0, slice(None))), may_repeat(np.array([True, False]))
    (True, False, False)
    """
    parts = index if isinstance(index, tuple) else (index,)
    return any(_is_integers(part) for part in parts)


def _is_integers(part: Any) -> bool:
    if isinstance(part, list | tuple):
        part = np.asarray(part)
    return isinstance(part, np.ndarray) and part.ndim > 0 and part.dtype != np.bool_
