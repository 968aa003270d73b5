"""Adjoints of products and running sums over axes of an array."""

from typing import Any

import numpy as np

from cladpy.runtime.reductions import Array, Axis, reduced_axes, reduced_size, restore_axes


def prod_adjoint(d: Any, x: Any, y: Any, axis: Axis = None, keepdims: bool = False) -> Array:
    """Adjoint of x for y = prod(x), exact also where factors are 0.

    Parameters
    ----------
    d : scalar or ndarray, shape of y
    x : ndarray
    y : scalar or ndarray
        The product of `x` that the primal computed.
    axis, keepdims
        As they were given to the reduction.

    Returns
    -------
    ndarray, shape of x

    Reads
    -----
    x, y

    Cost
    ----
    One division of arrays; five passes over `x` where a product is 0, subnormal or not finite,
    since `y / x` says nothing there.

    Examples
    --------
    >>> prod_adjoint(1.0, np.array([0.0, 2.0, 3.0]), 0.0)
    array([6., 0., 0.])
    """
    x = np.asarray(x)
    if _is_normal(y):
        return np.asarray(restore_axes(np.multiply(d, y), axis, keepdims) / x)
    return np.asarray(restore_axes(d, axis, keepdims) * exclusive_products(x, axis))


def _is_normal(y: Any) -> bool:
    size = np.abs(y)
    return bool(np.all((size >= np.finfo(size.dtype).tiny) & np.isfinite(size)))


def exclusive_products(x: Array, axis: Axis) -> Array:
    """Return for each element the product of all others in its reduction: those before times those after."""
    axes = reduced_axes(axis, x.ndim)
    last = tuple(range(-len(axes), 0))
    moved = np.moveaxis(x, axes, last)
    lanes = moved.reshape((*moved.shape[: x.ndim - len(axes)], reduced_size(x.shape, axis)))
    others = np.ones_like(lanes)
    np.cumprod(lanes[..., :-1], axis=-1, out=others[..., 1:])
    others[..., :-1] *= np.cumprod(lanes[..., :0:-1], axis=-1)[..., ::-1]
    return np.moveaxis(others.reshape(moved.shape), last, axes)


def cumsum_adjoint(d: Any, shape: tuple[int, ...], axis: int | None = None) -> Array:
    """Adjoint of x for y = cumsum(x, axis): the running sum from the other end.

    Parameters
    ----------
    d : ndarray, shape of y
    shape : tuple of int
        Shape of `x`.
    axis : int or None
        None sums over the flattened `x`.

    Returns
    -------
    ndarray, shape `shape`, dtype of d

    Examples
    --------
    >>> cumsum_adjoint(np.array([1.0, 10.0, 100.0]), (3,))
    array([111., 110., 100.])
    """
    along = 0 if axis is None else axis
    return np.flip(np.cumsum(np.flip(d, along), axis=along), along).reshape(shape)


def cumprod_adjoint(d: Any, x: Any, y: Any, axis: int | None = None) -> Array:
    """Adjoint of x for y = cumprod(x, axis), exact also where factors are 0.

    Parameters
    ----------
    d : ndarray, shape of y
    x : ndarray
    y : ndarray
        The running product that the primal computed.
    axis : int or None
        None multiplies over the flattened `x`.

    Returns
    -------
    ndarray, shape of x

    Reads
    -----
    x, y

    Cost
    ----
    Four passes; one step of Python for each element along the axis where a product is 0, subnormal or not finite.

    Examples
    --------
    >>> cumprod_adjoint(np.array([1.0, 1.0, 1.0]), np.array([2.0, 0.0, 3.0]), np.array([2.0, 0.0, 0.0]))
    array([1., 8., 0.])
    """
    x = np.asarray(x)
    if _is_normal(y):
        return cumsum_adjoint(np.multiply(d, y), x.shape, axis) / x
    lanes, factors = _lanes(d, axis), _lanes(x, axis)
    before = np.concatenate([np.ones_like(factors[:1]), _lanes(y, axis)[:-1]])
    adjoint = np.array(lanes, np.result_type(lanes, before))
    for k in range(len(lanes) - 2, -1, -1):
        adjoint[k] += adjoint[k + 1] * factors[k + 1]
    adjoint *= before
    return adjoint.reshape(x.shape) if axis is None else np.moveaxis(adjoint, 0, axis)


def cumprod_tangent(t: Any, x: Any, y: Any, axis: int | None = None) -> Array:
    """Tangent of y = cumprod(x, axis), exact also where factors are 0.

    Parameters are those of `cumprod_adjoint`; `t` has the shape of `x`, the result that of `y`.
    """
    if _is_normal(y):
        return np.asarray(y * np.cumsum(np.divide(t, x), axis=axis))
    factors = _lanes(x, axis)
    before = np.concatenate([np.ones_like(factors[:1]), _lanes(y, axis)[:-1]])
    tangent = _lanes(t, axis) * before
    for k in range(1, len(tangent)):
        tangent[k] += tangent[k - 1] * factors[k]
    return tangent if axis is None else np.moveaxis(tangent, 0, axis)


def _lanes(x: Any, axis: int | None) -> Array:
    """Return a view with the axis of the scan in front."""
    return np.ravel(x) if axis is None else np.moveaxis(np.asarray(x), axis, 0)
