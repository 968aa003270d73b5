"""Adjoints of reductions: what sum, mean, var and std send back."""

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple
from numpy.typing import NDArray

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


def var_adjoint(d: Any, x: Any, axis: Axis = None, ddof: float = 0, keepdims: bool = False) -> Array:
    """Adjoint of x for y = var(x).

    Parameters
    ----------
    d : scalar or ndarray, shape of y
    x : ndarray
    axis, ddof, keepdims
        As they were given to the reduction.

    Returns
    -------
    ndarray, shape of x

    Reads
    -----
    x

    Singular points
    ---------------
    Without degrees of freedom (size <= ddof) the slope is NaN or infinite, as the variance is;
    a cotangent of 0 gives 0.
    """
    x = np.asarray(x)
    if x.size == 0:
        return np.zeros(x.shape, x.dtype)
    centred = x - x.mean(axis=axis, keepdims=True)
    return _scaled(centred, restore_axes(2 * d, axis, keepdims), reduced_size(x.shape, axis) - ddof)


def std_adjoint(d: Any, x: Any, y: Any, axis: Axis = None, ddof: float = 0, keepdims: bool = False) -> Array:
    """Adjoint of x for y = std(x).

    Parameters
    ----------
    d : scalar or ndarray, shape of y
    x : ndarray
    y : scalar or ndarray
        The deviation of `x` that the primal computed.
    axis, ddof, keepdims
        As they were given to the reduction.

    Returns
    -------
    ndarray, shape of x

    Reads
    -----
    x, y

    Singular points
    ---------------
    0 where all elements are equal, also where the rounding of their mean makes `y` a little more than 0.
    """
    x = np.asarray(x)
    if x.size == 0:
        return np.zeros(x.shape, x.dtype)
    mean = x.mean(axis=axis, keepdims=True)
    deviation = np.reshape(y, mean.shape)
    # The mean of n equal numbers is off by at most n roundings; numpy sums pairwise, so a few are the rule.
    doubtful = deviation <= np.finfo(x.dtype).eps * np.sqrt(x.size) * np.abs(mean)
    if doubtful.any():
        deviation = np.where(np.ptp(x, axis=axis, keepdims=True) == 0, 0, deviation)
    scale = ratio_or_zero(restore_axes(d, axis, keepdims), deviation)
    return _scaled(x - mean, scale, reduced_size(x.shape, axis) - ddof)


def _scaled(centred: Array, scale: Any, freedom: float) -> Array:
    """Return ``scale / freedom * centred``, 0 where the scale is 0, as the primal warns of no degrees of freedom."""
    if freedom > 0:
        return np.asarray(scale / freedom * centred)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(np.equal(scale, 0), 0, np.divide(scale, 0) * centred))
