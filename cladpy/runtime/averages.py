"""Adjoints of weighted averages."""

from typing import Any

import numpy as np

from cladpy.runtime.reductions import Array, Axis, reduced_axes, reduced_size


def spread_weights(weights: Any, shape: tuple[int, ...], axis: Axis = None) -> Array:
    """Return weights as they multiply the elements of an array.

    Parameters
    ----------
    weights : array_like or None
        Of the array's shape, or of the lengths of the axes, in the order in which these are given; None: all 1.
    shape : tuple of int
    axis : int, tuple of int or None

    Returns
    -------
    ndarray
        A view, which broadcasts to `shape`.

    Examples
    --------
    >>> spread_weights([1.0, 2.0], (2, 3), axis=0)
    array([[1.],
           [2.]])
    """
    weights = np.ones((1,) * len(shape), bool) if weights is None else np.asarray(weights)
    if weights.shape == shape or weights.ndim == len(shape):
        return weights
    axes = reduced_axes(axis, len(shape))
    sizes = tuple(size if place in axes else 1 for place, size in enumerate(shape))
    return weights.transpose(np.argsort(axes)).reshape(sizes)


def gather_weights(d: Any, shape: tuple[int, ...], axis: Axis = None) -> Array:
    """Adjoint of the weights for ``spread_weights(weights, x.shape, axis)``.

    Parameters
    ----------
    d : ndarray, shape of x, or that of the spread weights
    shape : tuple of int
        Shape of the weights.

    Returns
    -------
    ndarray, shape `shape`

    Examples
    --------
    >>> gather_weights(np.ones((2, 3)), (2,), axis=0)
    array([3., 3.])
    """
    d = np.asarray(d)
    if d.shape == shape:
        return d
    axes = reduced_axes(axis, d.ndim)
    others = tuple(place for place in range(d.ndim) if place not in axes)
    return np.asarray(np.sum(d, axis=others)).transpose(np.argsort(np.argsort(axes)))


def weights_total(weights: Any, shape: tuple[int, ...], axis: Axis = None, keepdims: bool = False) -> Any:
    """Return the sum of the weights of each lane.

    Parameters are those of `spread_weights`; the result has the shape of the reduction.

    Examples
    --------
    >>> weights_total([1.0, 2.0], (2, 3), axis=0)
    array([3., 3., 3.])
    """
    if weights is None:
        return reduced_size(shape, axis)
    return np.sum(np.broadcast_to(spread_weights(weights, shape, axis), shape), axis=axis, keepdims=keepdims)
