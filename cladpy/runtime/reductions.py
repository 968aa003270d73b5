"""What reductions have in common: the axes that they remove, how many elements count, the way back."""

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple
from numpy.typing import NDArray

from cladpy.runtime.guards import multiply_guarded

Array = NDArray[Any]
Axis = int | tuple[int, ...] | None


def restore_axes(reduced: Any, axis: Axis = None, keepdims: bool = False) -> Any:
    """Give a reduced value back its reduced axes, with length 1.

    Parameters
    ----------
    reduced : scalar or ndarray
        Result of a reduction, or its cotangent. A scalar broadcasts as it is.
    axis, keepdims
        As they were given to the reduction.

    Returns
    -------
    scalar or ndarray
        Broadcasts against the argument of the reduction; shares the storage of `reduced`.

    Examples
    --------
    >>> restore_axes(np.array([1.0, 2.0]), axis=1).shape
    (2, 1)
    """
    if axis is None or keepdims or np.ndim(reduced) == 0:
        return reduced
    return np.expand_dims(reduced, axis)


def unreduce(d: Any, shape: tuple[int, ...], axis: Axis = None, keepdims: bool = False) -> Array:
    """Spread the cotangent of a reduction over the axes that it reduced.

    Parameters
    ----------
    d : scalar or ndarray
        Cotangent of the result.
    shape : tuple of int
        Shape of the argument.
    axis, keepdims
        As they were given to the reduction.

    Returns
    -------
    ndarray, shape `shape`, dtype of d
        A read-only view of `d`: it costs no memory.

    Examples
    --------
    >>> unreduce(np.array([1.0, 2.0]), (2, 3), axis=1)
    array([[1., 1., 1.],
           [2., 2., 2.]])
    """
    return np.broadcast_to(restore_axes(d, axis, keepdims), shape)


def reduced_axes(axis: Axis, ndim: int) -> tuple[int, ...]:
    """Return the axes that a reduction of an array of `ndim` dimensions removes, counted from the front."""
    return tuple(range(ndim)) if axis is None else normalize_axis_tuple(axis, ndim)


def reduced_size(shape: tuple[int, ...], axis: Axis = None) -> int:
    """Count the elements that one element of a reduction stands for.

    Returns
    -------
    int
        At least 1: where there is nothing to reduce there is nothing to divide by the count either.

    Examples
    --------
    >>> reduced_size((2, 3, 4), axis=(0, -1))
    8
    """
    axes = reduced_axes(axis, len(shape))
    return max(1, int(np.prod([shape[a] for a in axes], dtype=np.intp)))


def reduced_count(shape: tuple[int, ...], axis: Axis = None, keepdims: bool = False, where: Any = True) -> Any:
    """Count the elements that each element of a reduction with ``where=`` stands for.

    Returns
    -------
    int or ndarray of int, shape of the reduction
        At least 1, as for `reduced_size`.

    Examples
    --------
    >>> reduced_count((2, 3), axis=1, where=np.array([[True, False, True], [False, False, False]]))
    array([2, 1])
    """
    if where is True:
        return reduced_size(shape, axis)
    return np.maximum(1, np.sum(np.broadcast_to(where, shape), axis=axis, keepdims=keepdims))


def mean_adjoint(d: Any, shape: tuple[int, ...], axis: Axis = None, keepdims: bool = False, where: Any = True) -> Array:
    """Adjoint of x for y = mean(x), of the elements that count alone.

    Parameters
    ----------
    d : scalar or ndarray, shape of y
    shape : tuple of int
        Shape of `x`.
    axis, keepdims, where
        As they were given to the reduction.

    Returns
    -------
    ndarray, shape `shape`, dtype of d

    Examples
    --------
    >>> mean_adjoint(1.0, (3,), where=np.array([True, False, True]))
    array([0.5, 0. , 0.5])
    """
    d = np.asarray(d)
    share = np.divide(d, reduced_count(shape, axis, keepdims, where), dtype=d.dtype)
    return np.asarray(multiply_guarded(where, unreduce(share, shape, axis, keepdims)))


def mean_tangent(t: Any, axis: Axis = None, keepdims: bool = False, where: Any = True) -> Any:
    """Tangent of y = mean(x); 0 of a lane without elements.

    Parameters are those of `mean_adjoint`; `t` has the shape of `x`.
    """
    total = np.sum(t, axis=axis, keepdims=keepdims, where=where)
    return np.divide(total, reduced_count(np.shape(t), axis, keepdims, where), dtype=total.dtype)


def ratio_or_zero(numerator: Any, denominator: Any) -> Any:
    """Divide, with 0 where the denominator is 0.

    Serves the functions whose slope at their singular point is 0 by convention (norm, std).

    Parameters
    ----------
    numerator, denominator : scalar or ndarray
        They broadcast together.

    Returns
    -------
    scalar or ndarray
        What a division gives: of Python floats a Python float.

    Examples
    --------
    >>> ratio_or_zero(1.0, 0.0), ratio_or_zero(1.0, 4.0)
    (0.0, 0.25)
    """
    if np.ndim(numerator) == 0 and np.ndim(denominator) == 0:
        return numerator / denominator if denominator != 0 else denominator + 0.0
    nonzero = np.not_equal(denominator, 0)
    if nonzero.all():
        return numerator / denominator
    zeros = np.zeros(np.broadcast_shapes(np.shape(numerator), nonzero.shape), np.result_type(numerator, denominator))
    return np.divide(numerator, denominator, out=zeros, where=nonzero)


def ratio_along(numerator: Any, denominator: Any, t_numerator: Any, t_denominator: Any) -> Any:
    """Divide as `ratio_or_zero` does, with the limit in the direction of two tangents where both operands are 0.

    Examples
    --------
    >>> ratio_along(0.0, 0.0, 4.0, 2.0), ratio_along(1.0, 0.0, 4.0, 2.0)
    (2.0, 0.0)
    """
    ratio = ratio_or_zero(numerator, denominator)
    undefined = np.equal(numerator, 0) & np.equal(denominator, 0) & np.not_equal(t_denominator, 0)
    if not np.any(undefined):
        return ratio
    found = np.where(undefined, ratio_or_zero(t_numerator, t_denominator), ratio)[()]
    return float(found) if type(ratio) is float else found
