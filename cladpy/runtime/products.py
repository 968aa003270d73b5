"""Adjoints of products of arrays, for every number of dimensions."""

import operator
from typing import Any

import numpy as np

from cladpy.runtime.reductions import Array
from cladpy.runtime.unbroadcast import unbroadcast_to

Axes = int | tuple[Any, Any] | list[Any]


def matmul_adjoint_left(d: Any, y: Any, x_shape: tuple[int, ...]) -> Array:
    """Adjoint of x for z = x @ y.

    Parameters
    ----------
    d : scalar or ndarray, shape of z: (*batch, m, p), without m or p where an operand is a vector
    y : ndarray, shape (*batch, n, p) or (n,)
    x_shape : tuple of int
        (*batch, m, n) or (n,).

    Returns
    -------
    ndarray, shape `x_shape`

    Reads
    -----
    y

    Shapes
    ------
    The batches of x and y broadcast; the adjoint is summed back to the batch of x.
    """
    if np.ndim(y) == 1:
        adjoint = np.multiply(np.expand_dims(d, -1), y)
    elif len(x_shape) == 1:
        adjoint = (y @ np.expand_dims(d, -1))[..., 0]
    else:
        adjoint = d @ np.swapaxes(y, -1, -2)
    return unbroadcast_to(adjoint, x_shape, adjoint.dtype)


def matmul_adjoint_right(d: Any, x: Any, y_shape: tuple[int, ...]) -> Array:
    """Adjoint of y for z = x @ y.

    Parameters
    ----------
    d : scalar or ndarray, shape of z: (*batch, m, p), without m or p where an operand is a vector
    x : ndarray, shape (*batch, m, n) or (n,)
    y_shape : tuple of int
        (*batch, n, p) or (n,).

    Returns
    -------
    ndarray, shape `y_shape`

    Reads
    -----
    x

    Shapes
    ------
    The batches of x and y broadcast; the adjoint is summed back to the batch of y.
    A matrix y that the whole batch shares costs one product.
    """
    if np.ndim(x) == 1:
        adjoint = np.multiply(np.expand_dims(x, -1), np.expand_dims(d, -2)) if len(y_shape) > 1 else np.multiply(x, d)
    elif len(y_shape) <= 2:
        return _contract(x, d, tuple(range(np.ndim(x) - 1)))
    else:
        adjoint = np.swapaxes(x, -1, -2) @ d
    return unbroadcast_to(adjoint, y_shape, adjoint.dtype)


def dot_adjoint_left(d: Any, y: Any, x_shape: tuple[int, ...]) -> Array:
    """Adjoint of x for z = np.dot(x, y): the last axis of x meets the last but one of y.

    Parameters
    ----------
    d : scalar or ndarray, shape of z
    y : scalar or ndarray
    x_shape : tuple of int

    Returns
    -------
    ndarray, shape `x_shape`

    Reads
    -----
    y
    """
    if np.ndim(y) == 0 or x_shape == ():
        return _scaled_adjoint(d, y, x_shape)
    return tensordot_adjoint_left(d, y, x_shape, (len(x_shape) - 1, max(np.ndim(y) - 2, 0)))


def dot_adjoint_right(d: Any, x: Any, y_shape: tuple[int, ...]) -> Array:
    """Adjoint of y for z = np.dot(x, y): the last axis of x meets the last but one of y.

    Parameters
    ----------
    d : scalar or ndarray, shape of z
    x : scalar or ndarray
    y_shape : tuple of int

    Returns
    -------
    ndarray, shape `y_shape`

    Reads
    -----
    x
    """
    if np.ndim(x) == 0 or y_shape == ():
        return _scaled_adjoint(d, x, y_shape)
    return tensordot_adjoint_right(d, x, y_shape, (np.ndim(x) - 1, max(len(y_shape) - 2, 0)))


def inner_adjoint(d: Any, other: Any, shape: tuple[int, ...], *, first: bool) -> Array:
    """Adjoint of an operand of np.inner, which sums over the last axes of both.

    Parameters
    ----------
    d : scalar or ndarray, shape of the result
    other : scalar or ndarray
        The other operand.
    shape : tuple of int
        Shape of the operand whose adjoint this is.
    first : bool
        Whether it is the first operand.

    Returns
    -------
    ndarray, shape `shape`

    Reads
    -----
    other
    """
    if np.ndim(other) == 0 or shape == ():
        return _scaled_adjoint(d, other, shape)
    axes = (len(shape) - 1, np.ndim(other) - 1)
    if first:
        return tensordot_adjoint_left(d, other, shape, axes)
    return tensordot_adjoint_right(d, other, shape, (axes[1], axes[0]))


def tensordot_adjoint_left(d: Any, y: Any, x_shape: tuple[int, ...], axes: Axes = 2) -> Array:
    """Adjoint of x for z = np.tensordot(x, y, axes).

    Parameters
    ----------
    d : scalar or ndarray, shape of z: the free axes of x, then those of y
    y : ndarray
    x_shape : tuple of int
    axes
        As it was given to tensordot.

    Returns
    -------
    ndarray, shape `x_shape`

    Reads
    -----
    y
    """
    summed_x, summed_y = _summed_axes(axes, len(x_shape), np.ndim(y))
    free_x, free_y = _others(summed_x, len(x_shape)), _others(summed_y, np.ndim(y))
    along_y = tuple(range(len(free_x), len(free_x) + len(free_y)))
    product = np.tensordot(d, np.transpose(y, free_y + summed_y), (along_y, tuple(range(len(free_y)))))
    return np.transpose(product, np.argsort(free_x + summed_x))


def tensordot_adjoint_right(d: Any, x: Any, y_shape: tuple[int, ...], axes: Axes = 2) -> Array:
    """Adjoint of y for z = np.tensordot(x, y, axes).

    Parameters
    ----------
    d : scalar or ndarray, shape of z: the free axes of x, then those of y
    x : ndarray
    y_shape : tuple of int
    axes
        As it was given to tensordot.

    Returns
    -------
    ndarray, shape `y_shape`

    Reads
    -----
    x
    """
    summed_x, summed_y = _summed_axes(axes, np.ndim(x), len(y_shape))
    free_x, free_y = _others(summed_x, np.ndim(x)), _others(summed_y, len(y_shape))
    product = np.tensordot(
        np.transpose(x, summed_x + free_x), d, (tuple(range(len(summed_x), np.ndim(x))), tuple(range(len(free_x))))
    )
    return np.transpose(product, np.argsort(summed_y + free_y))


def kron_adjoint(d: Any, other: Any, shape: tuple[int, ...], *, first: bool) -> Array:
    """Adjoint of an operand of np.kron.

    Parameters
    ----------
    d : scalar or ndarray, shape of the result
    other : scalar or ndarray
        The other operand.
    shape : tuple of int
        Shape of the operand whose adjoint this is.
    first : bool
        Whether it is the first operand.

    Returns
    -------
    ndarray, shape `shape`

    Reads
    -----
    other
    """
    ndim = max(len(shape), np.ndim(other))
    mine, others = _padded(shape, ndim), _padded(np.shape(other), ndim)
    pairs = [
        pair for axis in range(ndim) for pair in ((mine[axis], others[axis]) if first else (others[axis], mine[axis]))
    ]
    other_axes = tuple(range(1, 2 * ndim, 2) if first else range(0, 2 * ndim, 2))
    return np.tensordot(np.reshape(d, pairs), np.reshape(other, others), (other_axes, tuple(range(ndim)))).reshape(
        shape
    )


def _scaled_adjoint(d: Any, other: Any, shape: tuple[int, ...]) -> Array:
    """Return the adjoint of an operand of shape `shape` of an elementwise product, where one of the two is a scalar."""
    product = np.asarray(np.multiply(d, other))
    return unbroadcast_to(product, shape, product.dtype)


def _contract(x: Any, d: Any, axes: tuple[int, ...]) -> Array:
    """Sum the product of `x` and `d` over leading axes that both have."""
    return np.tensordot(x, d, (axes, axes))


def _summed_axes(axes: Axes, x_ndim: int, y_ndim: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the summed axes of both operands, counted from the front."""
    if not isinstance(axes, tuple | list):
        count = operator.index(axes)
        return tuple(range(x_ndim - count, x_ndim)), tuple(range(count))
    x_axes, y_axes = axes
    return tuple(a % x_ndim for a in np.atleast_1d(x_axes).tolist()), tuple(
        a % y_ndim for a in np.atleast_1d(y_axes).tolist()
    )


def _others(axes: tuple[int, ...], ndim: int) -> tuple[int, ...]:
    return tuple(axis for axis in range(ndim) if axis not in axes)


def _padded(shape: tuple[int, ...], ndim: int) -> tuple[int, ...]:
    return (1,) * (ndim - len(shape)) + shape


def cross_adjoint(
    d: Any, other: Any, shape: tuple[int, ...], own_axis: int, other_axis: int, axis: int, *, first: bool
) -> Array:
    """Adjoint of one operand for z = np.cross(a, b, axisa, axisb, axisc).

    Parameters
    ----------
    d : ndarray, shape of z
    other : ndarray
        The other operand.
    shape : tuple of int
        Shape of the operand whose adjoint this is.
    own_axis, other_axis, axis : int
        Where the vectors lie in it, in the other one, and in z.
    first : bool
        It is a, not b.

    Returns
    -------
    ndarray, shape `shape`

    Examples
    --------
    >>> cross_adjoint(np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0]), (3,), 0, 0, 0, first=True)
    array([ 0.,  0., -1.])
    """
    d, other = np.moveaxis(np.asarray(d), axis, -1), np.moveaxis(np.asarray(other), other_axis, -1)
    vectors = np.cross(other, d) if first else np.cross(d, other)
    sizes = np.moveaxis(np.empty(shape, bool), own_axis, -1).shape
    return np.moveaxis(unbroadcast_to(vectors, sizes, vectors.dtype), -1, own_axis)
