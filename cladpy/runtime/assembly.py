"""Adjoints of functions that put arrays together from parts, or repeat, insert and leave out elements."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from cladpy.runtime.reductions import Array
from cladpy.runtime.sequences import array_adjoint, shape_of_operand, unbroadcast_to_operand
from cladpy.runtime.unbroadcast import unbroadcast_to

Shape = tuple[int, ...]


def block_adjoint(d: Any, shapes: Any) -> Any:
    """Adjoint of the nested list of arrays for y = np.block(arrays).

    Parameters
    ----------
    d : ndarray, shape of y
    shapes
        `shapes_of(arrays)`.

    Returns
    -------
    ndarray, or a list nested as `arrays` is
        Views of `d`.

    Examples
    --------
    >>> block_adjoint(np.array([[1.0, 2.0, 3.0]]), [[(1, 2), ()]])
    [[array([[1., 2.]]), array(3.)]]
    """
    if not isinstance(shapes, list):
        return d.reshape(shapes)
    axis = -_depth(shapes)
    ends = np.cumsum([_extent(shape, axis) for shape in shapes])[:-1]
    parts = np.split(d, ends, axis)
    return [block_adjoint(part, shape) for part, shape in zip(parts, shapes, strict=True)]


def _depth(shapes: Any) -> int:
    return 1 + max(map(_depth, shapes)) if isinstance(shapes, list) else 0


def _extent(shapes: Any, axis: int) -> int:
    """Return the length of a nested list of blocks along an axis, counted from behind."""
    if not isinstance(shapes, list):
        return shapes[axis] if -axis <= len(shapes) else 1
    lengths = [_extent(shape, axis) for shape in shapes]
    return sum(lengths) if axis == -_depth(shapes) else lengths[0]


def meshgrid_adjoint(d: Sequence[Any], shapes: Sequence[Shape], indexing: str = "xy") -> tuple[Any, ...]:
    """Adjoints of the coordinates for y = np.meshgrid(*coordinates, indexing=indexing), sparse or not.

    Parameters
    ----------
    d : sequence of ndarray
        Cotangents of the grids; 0.0 for one that nothing read.
    shapes : sequence of tuple of int
        Shapes of the coordinates.

    Returns
    -------
    tuple of ndarray

    Examples
    --------
    >>> meshgrid_adjoint([np.ones((2, 3)), 0.0], [(3,), (2,)])
    (array([2., 2., 2.]), array([0., 0.]))
    """
    swapped = indexing == "xy" and len(shapes) > 1
    places = [1, 0, *range(2, len(shapes))] if swapped else list(range(len(shapes)))
    found = []
    for part, shapes_within, place in zip(d, shapes, places, strict=True):
        shape = shape_of_operand(shapes_within)
        others = tuple(axis for axis in range(len(shapes)) if axis != place)
        whole = np.reshape(np.sum(part, axis=others), shape) if np.ndim(part) else np.full(shape, part)
        found.append(array_adjoint(whole, shapes_within))
    return tuple(found)


def broadcast_adjoint(d: Sequence[Any], shapes: Sequence[Shape]) -> tuple[Any, ...]:
    """Adjoints of the arrays for y = np.broadcast_arrays(*arrays); 0.0 for one of which nothing was read.

    Examples
    --------
    >>> broadcast_adjoint([np.ones((2, 3)), 0.0], [(3,), (2, 1)])
    (array([2., 2., 2.]), 0.0)
    """
    return tuple(
        unbroadcast_to_operand(part, shape) if np.ndim(part) else part for part, shape in zip(d, shapes, strict=True)
    )


def insert_adjoint(d: Any, shape: Shape, obj: Any, values_shape: Shape, axis: int | None = None) -> tuple[Array, Array]:
    """Adjoints of arr and values for y = np.insert(arr, obj, values, axis).

    Parameters
    ----------
    d : ndarray, shape of y
    shape, values_shape : tuple of int
        Shapes of `arr` and `values`.
    obj, axis
        As they were given to insert.

    Returns
    -------
    tuple of two ndarrays

    Examples
    --------
    >>> insert_adjoint(np.array([1.0, 10.0, 100.0]), (2,), 1, ())
    (array([  1., 100.]), array(10.))
    """
    along = 0 if axis is None else axis % len(shape)
    length = int(np.prod(shape)) if axis is None else shape[along]
    count = d.shape[along] - length
    source = np.insert(np.full(length, -1), obj, np.arange(count))
    d_arr = np.compress(source < 0, d, along).reshape(shape)
    inserted = np.take(d, np.argsort(source, kind="stable")[length:], along)
    if np.ndim(obj) == 0 and not isinstance(obj, slice):
        inserted = np.moveaxis(inserted, along, 0)
    return d_arr, unbroadcast_to(inserted, values_shape, d.dtype)


def delete_adjoint(d: Any, shape: Shape, obj: Any, axis: int | None = None) -> Array:
    """Adjoint of arr, of a shape, for y = np.delete(arr, obj, axis).

    Examples
    --------
    >>> delete_adjoint(np.array([1.0, 2.0]), (3,), 1)
    array([1., 0., 2.])
    """
    adjoint = np.zeros(int(np.prod(shape)) if axis is None else shape, d.dtype)
    along = 0 if axis is None else axis
    kept = np.delete(np.arange(adjoint.shape[along]), obj)
    np.moveaxis(adjoint, along, 0)[kept] = np.moveaxis(d, along, 0)
    return adjoint.reshape(shape)


def resize_adjoint(d: Any, shape: Shape) -> Array:
    """Adjoint of a, of a shape, for y = np.resize(a, new_shape), which repeats the elements.

    Examples
    --------
    >>> resize_adjoint(np.array([1.0, 2.0, 4.0]), (2,))
    array([5., 2.])
    """
    d = np.ravel(d)
    adjoint = np.zeros(int(np.prod(shape)), d.dtype)
    if adjoint.size:
        np.add.at(adjoint, np.arange(d.size) % adjoint.size, d)
    return adjoint.reshape(shape)


def trimmed(filt: Any, trim: str = "fb", axis: Any = None) -> tuple[slice, ...]:
    """Return the index of what np.trim_zeros(filt, trim, axis) leaves.

    Examples
    --------
    >>> trimmed(np.array([0.0, 5.0, 6.0, 0.0]))
    (slice(1, 3, None),)
    """
    filt = np.asarray(filt)
    chosen = range(filt.ndim) if axis is None else {int(each) % filt.ndim for each in np.atleast_1d(axis)}
    index = []
    for along, places in enumerate(np.nonzero(filt)):
        first, behind = (int(places.min()), int(places.max()) + 1) if len(places) else (0, 0)
        if along not in chosen or (len(places) and "f" not in trim.lower()):
            first = 0
        if along not in chosen or (len(places) and "b" not in trim.lower()):
            behind = filt.shape[along]
        index.append(slice(first, behind))
    return tuple(index)


def sliding_window_adjoint(d: Any, shape: Shape, window_shape: Any, axis: Any = None) -> Array:
    """Adjoint of x, of a shape, for y = sliding_window_view(x, window_shape, axis).

    Cost
    ----
    A sum of arrays for each element of a window.

    Examples
    --------
    >>> sliding_window_adjoint(np.array([[1.0, 2.0], [10.0, 20.0]]), (3,), 2)
    array([ 1., 12., 20.])
    """
    windows = tuple(np.atleast_1d(window_shape).tolist())
    axes = range(len(windows)) if axis is None else [each % len(shape) for each in np.atleast_1d(axis).tolist()]
    adjoint = np.zeros(shape, d.dtype)
    for offset in np.ndindex(windows):
        index = [slice(0, size) for size in shape]
        starts = dict.fromkeys(axes, 0)
        for along, start in zip(axes, offset, strict=True):
            starts[along] += start
        for along, start in starts.items():
            index[along] = slice(start, start + d.shape[along])
        adjoint[tuple(index)] += d[(..., *offset)]
    return adjoint
