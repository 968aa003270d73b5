"""Adjoints of functions that take or give sequences of arrays."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from cladpy.runtime.reductions import Array
from cladpy.runtime.unbroadcast import unbroadcast_to

Shape = tuple[int, ...]


def shapes_of(value: Any) -> Any:
    """Return the shapes of the arrays and numbers in a nested list or tuple.

    Parameters
    ----------
    value : scalar, ndarray, or a list or tuple of such values

    Returns
    -------
    tuple of int, or a list or tuple of such shapes nested as `value` is

    Examples
    --------
    >>> shapes_of([np.zeros((2, 3)), 1.0])
    [(2, 3), ()]
    """
    if isinstance(value, list):
        return [shapes_of(item) for item in value]
    if isinstance(value, tuple):
        return tuple(shapes_of(item) for item in value)
    return np.shape(value)


def array_adjoint(d: Any, shapes: Any) -> Any:
    """Adjoint of the nested sequence x for y = np.array(x).

    Parameters
    ----------
    d : ndarray, shape of y
    shapes
        `shapes_of(x)`.

    Returns
    -------
    ndarray, or a list or tuple nested as `x` is
        Views of `d`; numbers give numbers.

    Examples
    --------
    >>> array_adjoint(np.array([[1.0, 2.0], [3.0, 4.0]]), [(2,), [(), ()]])
    [array([1., 2.]), [np.float64(3.0), np.float64(4.0)]]
    """
    if isinstance(shapes, list):
        return [array_adjoint(part, inner) for part, inner in zip(d, shapes, strict=True)]
    if shapes and not isinstance(shapes[0], int):
        return tuple(array_adjoint(part, inner) for part, inner in zip(d, shapes, strict=True))
    return d


def list_adjoint(d: Any, shape: Shape, dtype: Any) -> Array:
    """Adjoint of x for the nested list y = x.tolist().

    Parameters
    ----------
    d : scalar or nested list
        Cotangents of the numbers of y; a scalar 0 also stands for a list that nothing read.
    shape, dtype
        Those of `x`.

    Returns
    -------
    ndarray, shape `shape`, dtype `dtype`

    Examples
    --------
    >>> list_adjoint([[1.0, 2.0], 0.0], (2, 2), float)
    array([[1., 2.],
           [0., 0.]])
    """
    adjoint = np.zeros(shape, dtype)
    if isinstance(d, list):
        for k, part in enumerate(d):
            adjoint[k] = list_adjoint(part, shape[1:], dtype)
    else:
        adjoint[...] = d
    return adjoint


def split_adjoint(d: Any, shapes: Sequence[Shape], axis: int | None = 0) -> list[Array]:
    """Adjoint of the arrays for y = np.concatenate(arrays, axis).

    Parameters
    ----------
    d : ndarray, shape of y
    shapes : sequence of shapes
        `shapes_of(arrays)`.
    axis : int or None
        None concatenates the flattened arrays.

    Returns
    -------
    list of ndarray
        Views of `d`, one for each array.

    Examples
    --------
    >>> split_adjoint(np.array([1.0, 2.0, 3.0]), [(1,), (2,)])
    [array([1.]), array([2., 3.])]
    >>> split_adjoint(np.array([1.0, 2.0, 3.0]), shapes_of([np.ones(2), [0.0]]))
    [array([1., 2.]), [np.float64(3.0)]]
    """
    if axis is None:
        return _split(d, shapes, _flat, 0)
    return _split(d, shapes, _unchanged, axis)


def vstack_adjoint(d: Any, shapes: Sequence[Shape]) -> list[Array]:
    """Adjoint of the arrays for y = np.vstack(arrays); parameters and result as for `split_adjoint`."""
    return _split(d, shapes, _row, 0)


def hstack_adjoint(d: Any, shapes: Sequence[Shape]) -> list[Array]:
    """Adjoint of the arrays for y = np.hstack(arrays); parameters and result as for `split_adjoint`."""
    return _split(d, shapes, _at_least_1d, 0 if len(shape_of_operand(shapes[0])) <= 1 else 1)


def dstack_adjoint(d: Any, shapes: Sequence[Shape]) -> list[Array]:
    """Adjoint of the arrays for y = np.dstack(arrays); parameters and result as for `split_adjoint`."""
    return _split(d, shapes, _at_least_3d, 2)


def column_stack_adjoint(d: Any, shapes: Sequence[Shape]) -> list[Array]:
    """Adjoint of the arrays for y = np.column_stack(arrays); parameters and result as for `split_adjoint`."""
    return _split(d, shapes, _column, 1)


def r_adjoint(d: Any, shapes: Sequence[Shape]) -> list[Array]:
    """Adjoint of the arrays for y = np.r_[arrays]; parameters and result as for `split_adjoint`."""
    return _split(d, shapes, _at_least_1d, 0)


def c_adjoint(d: Any, shapes: Sequence[Shape]) -> list[Array]:
    """Adjoint of the arrays for y = np.c_[arrays]; parameters and result as for `split_adjoint`."""
    return _split(d, shapes, _column, -1)


def join_adjoint(parts: Sequence[Any], shape: Shape, sections: Any, axis: int = 0) -> Array:
    """Adjoint of x for the list of parts that np.split or np.array_split makes of it.

    Parameters
    ----------
    parts : sequence of ndarray
        Cotangents of the parts; a scalar 0 stands for a part that nothing read.
    shape : tuple of int
        Shape of `x`.
    sections : int or sequence of int
        As it was given to split: how many parts, or where they begin.
    axis : int

    Returns
    -------
    ndarray, shape `shape`

    Examples
    --------
    >>> join_adjoint([np.array([1.0, 2.0]), 0.0], (4,), 2)
    array([1., 2., 0., 0.])
    """
    adjoint = np.zeros(shape, np.result_type(*parts))
    for target, part in zip(np.array_split(adjoint, sections, axis), parts, strict=True):
        target[...] += part
    return adjoint


def _split(d: Any, shapes: Sequence[Shape], lift: Callable[[Shape], Shape], axis: int) -> list[Array]:
    """Cut `d` along an axis into parts of the lifted shapes, and give each its own shape: that of a list, nested so."""
    operands = [shape_of_operand(shape) for shape in shapes]
    bounds = np.cumsum([lift(shape)[axis] for shape in operands])[:-1]
    found = []
    for part, operand, shape in zip(np.split(d, bounds, axis), operands, shapes, strict=True):
        is_empty_tuple = operand == () and part.size == 0
        found.append(part if is_empty_tuple else array_adjoint(part.reshape(operand), shape))
    return found


def shape_of_operand(shapes: Any) -> Shape:
    """Return the shape of an array, or of the array that a nested list or tuple stands for."""
    if isinstance(shapes, tuple) and not (shapes and isinstance(shapes[0], tuple | list)):
        return shapes
    return (len(shapes), *(shape_of_operand(shapes[0]) if shapes else ()))


def unbroadcast_to_operand(part: Any, shapes: Any) -> Any:
    """Return the part of an operand that was broadcast: an array of its shape, or a list where it is a list."""
    return array_adjoint(unbroadcast_to(part, shape_of_operand(shapes), np.asarray(part).dtype), shapes)


def _unchanged(shape: Shape) -> Shape:
    return shape or (0,)  # no number can be concatenated: it is the empty tuple


def _flat(shape: Shape) -> Shape:
    return (int(np.prod(shape)),)


def _at_least_1d(shape: Shape) -> Shape:
    return shape or (1,)


def _row(shape: Shape) -> Shape:
    return shape if len(shape) >= 2 else (1, *_at_least_1d(shape))


def _column(shape: Shape) -> Shape:
    return shape if len(shape) >= 2 else (*_at_least_1d(shape), 1)


def _at_least_3d(shape: Shape) -> Shape:
    return shape if len(shape) >= 3 else (*_row(shape), 1)
