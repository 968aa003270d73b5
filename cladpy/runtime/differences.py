"""Adjoints of differences and sums of neighbours along an axis."""

from typing import Any

import numpy as np

from cladpy.runtime.reductions import Array
from cladpy.runtime.selection import diff_adjoint
from cladpy.runtime.unbroadcast import unbroadcast_to

Shape = tuple[int, ...]


def edged_diff_adjoint(
    d: Any, shape: Shape, before: Shape | None, after: Shape | None, n: int = 1, axis: int = -1
) -> tuple[Any, Array, Any]:
    """Adjoints of prepend, a and append for y = np.diff(a, n, axis, prepend, append).

    Parameters
    ----------
    d : ndarray, shape of y
    shape, before, after : tuple of int
        Shapes of `a`, `prepend` and `append`; None for what is not given.
    n, axis : int
        As they were given to diff.

    Returns
    -------
    tuple of three ndarrays
        0.0 for what is not given.

    Examples
    --------
    >>> edged_diff_adjoint(np.array([1.0, 10.0]), (2,), (), None)
    (array(-1.), array([-9., 10.]), 0.0)
    """
    axis %= len(shape)
    first, last = _length(before, axis), _length(after, axis)
    whole = (*shape[:axis], first + shape[axis] + last, *shape[axis + 1 :])
    parts = np.split(diff_adjoint(d, whole, n, axis), [first, first + shape[axis]], axis)
    d_before = 0.0 if before is None else unbroadcast_to(parts[0], before, d.dtype)
    d_after = 0.0 if after is None else unbroadcast_to(parts[2], after, d.dtype)
    return d_before, parts[1], d_after


def edged(a: Any, prepend: Any, append: Any, axis: int = -1) -> Array:
    """Return an array with something before and behind it, as np.diff takes them; None: nothing.

    Examples
    --------
    >>> edged(np.array([1.0, 2.0]), 0.0, None)
    array([0., 1., 2.])
    """
    a = np.asarray(a)
    sizes = list(a.shape)
    sizes[axis] = 1
    spread = [
        part if part is None or np.ndim(part) else np.broadcast_to(part, tuple(sizes)) for part in (prepend, a, append)
    ]
    return np.concatenate([part for part in spread if part is not None], axis)


def _length(edge: Shape | None, axis: int) -> int:
    if edge is None:
        return 0
    return edge[axis] if edge else 1


def sum_neighbours(y: Any, axis: int = -1) -> Array:
    """Return the sum of each element and the next one along an axis.

    Examples
    --------
    >>> sum_neighbours(np.array([1.0, 2.0, 5.0]))
    array([3., 7.])
    """
    moved = np.moveaxis(np.asarray(y), axis, -1)
    return np.moveaxis(moved[..., 1:] + moved[..., :-1], -1, axis)


def sum_neighbours_adjoint(d: Any, shape: Shape, axis: int = -1) -> Array:
    """Adjoint of y, of a shape, for ``sum_neighbours(y, axis)``; `d` broadcasts to the shape of the result.

    Examples
    --------
    >>> sum_neighbours_adjoint(np.array([1.0, 10.0]), (3,))
    array([ 1., 11., 10.])
    """
    d = np.asarray(d)
    adjoint = np.zeros(shape, d.dtype)
    moved = np.moveaxis(adjoint, axis, -1)
    pairs = (*moved.shape[:-1], max(moved.shape[-1] - 1, 0))
    d = np.broadcast_to(np.moveaxis(d, axis, -1) if d.ndim == len(shape) else d, pairs)
    moved[..., 1:] += d
    moved[..., :-1] += d
    return adjoint


def steps_along(x: Any, ndim: int, axis: int = -1) -> Array:
    """Return the steps between coordinates, as they multiply an array of `ndim` dimensions along an axis.

    Parameters
    ----------
    x : array_like
        One coordinate for each place of the axis, or for each element.

    Examples
    --------
    >>> steps_along([0.0, 1.0, 3.0], 2, axis=0)
    array([[1.],
           [2.]])
    """
    x = np.asarray(x)
    if x.ndim != 1:
        return np.diff(x, axis=axis)
    sizes = [1] * ndim
    sizes[axis] = max(len(x) - 1, 0)
    return np.diff(x).reshape(sizes)


def steps_along_adjoint(d: Any, shape: Shape, axis: int = -1) -> Array:
    """Adjoint of x, of a shape, for ``steps_along(x, ndim, axis)``; `d` may have the shape of what the steps multiply.

    Examples
    --------
    >>> steps_along_adjoint(np.array([[1.0, 1.0], [5.0, 5.0]]), (3,), axis=0)
    array([-2., -8., 10.])
    """
    d = np.asarray(d)
    if len(shape) == 1:
        others = tuple(place for place in range(d.ndim) if place != axis % d.ndim)
        return diff_adjoint(np.sum(d, axis=others), shape, 1, 0)
    steps = list(shape)
    steps[axis] -= 1
    return diff_adjoint(unbroadcast_to(d, tuple(steps), d.dtype), shape, 1, axis)
