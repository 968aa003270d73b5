"""Adjoints of products and running products over axes of an array, exact also where factors are 0.

A quotient ``y / x`` says nothing where a product is 0, subnormal or not finite; there the products are made anew.
The Hessian of a product is symmetric: what a second derivative sends back is a tangent of the first.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from cladpy.runtime.guards import multiply_guarded
from cladpy.runtime.lanes import Lanes
from cladpy.runtime.reductions import Array, Axis, restore_axes
from cladpy.runtime.scans import cumsum_adjoint


def prod_adjoint(
    d: Any, x: Any, axis: Axis = None, keepdims: bool = False, initial: Any = None, where: Any = True
) -> Array:
    """Adjoint of x for y = prod(x).

    Parameters
    ----------
    d : scalar or ndarray, shape of y
    x : ndarray
    axis, keepdims, initial, where
        As they were given to the reduction.

    Returns
    -------
    ndarray, shape of x

    Reads
    -----
    x

    Cost
    ----
    A product and a division; five passes over `x` where a product is 0, subnormal or not finite.

    Examples
    --------
    >>> prod_adjoint(1.0, np.array([0.0, 2.0, 3.0]))
    array([6., 0., 0.])
    """
    x = np.asarray(x) if where is True else np.where(where, x, 1)
    d = restore_axes(d if initial is None else d * initial, axis, keepdims)
    y = np.prod(x, axis=axis, keepdims=True)
    adjoint = np.multiply(d, y) / x if _is_normal(y) else d * _lanewise(exclusive_products, axis, x)
    return np.asarray(adjoint if where is True else multiply_guarded(where, adjoint))


def prod_curvature(t: Any, x: Any, axis: Axis = None, where: Any = True) -> Array:
    """Return the tangent, for ``x + e t``, of ``prod_adjoint(1.0, x, axis, where=where)``.

    Parameters
    ----------
    t, x : ndarray, of one shape

    Returns
    -------
    ndarray, shape of x
        For each element the sum, over the others, of `t` there times the product of what is left.

    Examples
    --------
    >>> prod_curvature(np.array([1.0, 0.0, 0.0]), np.array([2.0, 3.0, 5.0]))
    array([0., 5., 3.])
    """
    if where is True:
        return _lanewise(_exclusive_product_tangents, axis, np.asarray(x), np.asarray(t))
    tangents = _lanewise(_exclusive_product_tangents, axis, np.where(where, x, 1), np.where(where, t, 0))
    return np.asarray(multiply_guarded(where, tangents))


def cumprod_adjoint(d: Any, x: Any, axis: int | None = None) -> Array:
    """Adjoint of x for y = cumprod(x, axis).

    Parameters
    ----------
    d : ndarray, shape of y
    x : ndarray
    axis : int or None
        None multiplies over the flattened `x`.

    Returns
    -------
    ndarray, shape of x

    Reads
    -----
    x

    Cost
    ----
    Five passes; one step of Python for each element along the axis where a product is 0, subnormal or not finite.

    Examples
    --------
    >>> cumprod_adjoint(np.array([1.0, 1.0, 1.0]), np.array([2.0, 0.0, 3.0]))
    array([1., 8., 0.])
    """
    x = np.asarray(x)
    y = np.cumprod(x, axis=axis)
    if _is_normal(y):
        return cumsum_adjoint(np.multiply(d, y), x.shape, axis) / x
    lanes, factors = _lanes(d, axis), _lanes(x, axis)
    before = _before(_lanes(y, axis))
    return _unlaned(_suffix_sums(np.array(lanes, before.dtype), factors) * before, x.shape, axis)


def cumprod_tangent(t: Any, x: Any, axis: int | None = None) -> Array:
    """Tangent of y = cumprod(x, axis); parameters as for `cumprod_adjoint`, `t` has the shape of `x`."""
    y = np.cumprod(x, axis=axis)
    if _is_normal(y):
        return np.asarray(y * np.cumsum(np.divide(t, x), axis=axis))
    factors = _lanes(x, axis)
    tangent = _lanes(t, axis) * _before(_lanes(y, axis))
    for k in range(1, len(tangent)):
        tangent[k] += tangent[k - 1] * factors[k]
    return tangent if axis is None else np.moveaxis(tangent, 0, axis)


def cumprod_curvature(d: Any, t: Any, x: Any, axis: int | None = None) -> Array:
    """Return the tangent, for ``x + e t``, of ``cumprod_adjoint(d, x, axis)``.

    Cost
    ----
    Two steps of Python for each element along the axis.

    Examples
    --------
    >>> cumprod_curvature(np.array([0.0, 1.0]), np.array([1.0, 0.0]), np.array([2.0, 3.0]))
    array([0., 1.])
    """
    x = np.asarray(x)
    lanes, tangents, factors = _lanes(d, axis), _lanes(t, axis), _lanes(x, axis)
    before = _before(_lanes(np.cumprod(x, axis=axis), axis))
    t_before = _before(_lanes(cumprod_tangent(t, x, axis), axis), first=0)
    after = _suffix_sums(np.array(lanes, before.dtype), factors)
    t_after = np.zeros_like(after)
    for k in range(len(after) - 2, -1, -1):
        t_after[k] = t_after[k + 1] * factors[k + 1] + after[k + 1] * tangents[k + 1]
    return _unlaned(t_before * after + before * t_after, x.shape, axis)


# ---- lanes: the axes of a product in front or behind ----


def _lanewise(compute: Callable[..., Array], axis: Axis, x: Array, *others: Array) -> Array:
    """Return what a function of rows makes of arrays over the axes of a reduction."""
    lanes = Lanes(x.shape, axis)
    return lanes.restored(compute(*(lanes.rows(each) for each in (x, *others))))


def exclusive_products(x: Array) -> Array:
    """Return for each element the product of all others in its lane: those before times those after."""
    others = np.ones_like(x)
    np.cumprod(x[..., :-1], axis=-1, out=others[..., 1:])
    others[..., :-1] *= np.cumprod(x[..., :0:-1], axis=-1)[..., ::-1]
    return others


def _exclusive_product_tangents(x: Array, t: Array) -> Array:
    """Return the tangents of the products of all others in each lane."""
    before, t_before = np.ones_like(x), np.zeros_like(x)
    after, t_after = np.ones_like(x), np.zeros_like(x)
    for k in range(1, x.shape[-1]):
        before[..., k] = before[..., k - 1] * x[..., k - 1]
        t_before[..., k] = t_before[..., k - 1] * x[..., k - 1] + before[..., k - 1] * t[..., k - 1]
        after[..., -k - 1] = after[..., -k] * x[..., -k]
        t_after[..., -k - 1] = t_after[..., -k] * x[..., -k] + after[..., -k] * t[..., -k]
    return t_before * after + before * t_after


def _is_normal(y: Any) -> bool:
    size = np.abs(y)
    return bool(np.all((size >= np.finfo(size.dtype).tiny) & np.isfinite(size)))


def _lanes(x: Any, axis: int | None) -> Array:
    """Return a view with the axis of the scan in front."""
    return np.ravel(x) if axis is None else np.moveaxis(np.asarray(x), axis, 0)


def _unlaned(lanes: Array, shape: tuple[int, ...], axis: int | None) -> Array:
    return lanes.reshape(shape) if axis is None else np.moveaxis(lanes, 0, axis)


def _before(scan: Array, first: float = 1) -> Array:
    """Return what a scan was before each of its steps."""
    return np.concatenate([np.full_like(scan[:1], first), scan[:-1]])


def _suffix_sums(d: Array, factors: Array) -> Array:
    """Return ``d[k] + factors[k + 1] * (d[k + 1] + ...)`` for each step, in place."""
    for k in range(len(d) - 2, -1, -1):
        d[k] += d[k + 1] * factors[k + 1]
    return d
