"""Adjoints of the norms of vectors and matrices."""

import math
from typing import Any

import numpy as np

from cladpy.runtime.extrema import extremum_adjoint
from cladpy.runtime.guards import multiply_guarded
from cladpy.runtime.reductions import Array, Axis, ratio_or_zero, reduced_axes, restore_axes
from cladpy.runtime.slopes import abs_slope


def norm_adjoint(d: Any, x: Any, y: Any, ord: Any = None, axis: Axis = None, keepdims: bool = False) -> Array:  # noqa: A002  numpy's own names and positions
    """Adjoint of x for y = np.linalg.norm(x, ord, axis, keepdims).

    Parameters
    ----------
    d : scalar or ndarray, shape of y
    x : ndarray
    y : scalar or ndarray
        The norm that the primal computed.
    ord, axis, keepdims
        As they were given to norm.

    Returns
    -------
    ndarray, shape of x

    Reads
    -----
    x, y

    Singular points
    ---------------
    0 where the norm is 0, and for an element 0 under an order that has a kink there.
    Rows, columns, elements or singular values that are tied for an extreme norm share evenly.

    Source
    ------
    The real formulas with conj(x) / abs(x) for the sign of a complex element, and the conjugates of x or of its
    singular vectors: cotangents are bilinear.

    Examples
    --------
    >>> norm_adjoint(1.0, np.array([3.0, -4.0]), 5.0)
    array([ 0.6, -0.8])
    """
    x = np.asarray(x)
    if ord in (None, "fro") or (ord == 2 and x.ndim == 1):
        return _euclidean(restore_axes(d, axis, keepdims), x, restore_axes(y, axis, keepdims))
    axes = reduced_axes(axis, x.ndim)
    kept = tuple(1 if a in axes else size for a, size in enumerate(x.shape))
    d_kept = np.reshape(np.broadcast_to(np.asarray(d, x.real.dtype), np.shape(y)), kept)
    if len(axes) == 1:
        return _of_vectors(d_kept, x, np.reshape(y, kept), ord, axes[0])
    return _of_matrices(d_kept, x, ord, (axes[0], axes[1]))


def norm_along(
    t: Any,
    x: Any,
    y: Any,
    ord: Any = None,  # noqa: A002  numpy's own name
    axis: Axis = None,
    keepdims: bool = False,
) -> Any:
    """Return how y = np.linalg.norm(x, ord, axis, keepdims) grows in the direction of a tangent.

    Where the norm is 0 it grows as the norm of the tangent: the one-sided derivative, which is not linear.

    Examples
    --------
    >>> float(norm_along(np.array([3.0, 4.0]), np.zeros(2), 0.0))
    5.0
    """
    slope = np.real(np.sum(norm_adjoint(1.0, x, y, ord, axis, keepdims) * t, axis=axis, keepdims=keepdims))
    zero = np.equal(y, 0)
    if not np.any(zero):
        return slope
    return np.where(zero, np.linalg.norm(t, ord, axis, keepdims), slope)[()]


def vector_norm_adjoint(
    d: Any,
    x: Any,
    y: Any,
    axis: Axis = None,
    keepdims: bool = False,
    ord: float = 2,  # noqa: A002  numpy's own name
) -> Array:
    """Adjoint of x for y = np.linalg.vector_norm(x, axis=axis, keepdims=keepdims, ord=ord), as for `norm_adjoint`.

    Examples
    --------
    >>> vector_norm_adjoint(1.0, np.array([[3.0], [-4.0]]), 7.0, ord=1)
    array([[ 1.],
           [-1.]])
    """
    x = np.asarray(x)
    axes = reduced_axes(axis, x.ndim)
    kept = tuple(1 if a in axes else size for a, size in enumerate(x.shape))
    d_kept = np.reshape(np.broadcast_to(np.asarray(d, x.real.dtype), np.shape(y)), kept)
    return _of_vectors(d_kept, x, np.reshape(y, kept), ord, axes)


def _euclidean(d: Any, x: Array, y: Any) -> Array:
    return np.asarray(ratio_or_zero(d, y) * x.conj())


def _of_vectors(d: Array, x: Array, y: Array, order: float, axis: Axis) -> Array:
    """Return the adjoint for the norm of each vector along some axes; `d` and `y` keep them."""
    if order == 2:
        return _euclidean(d, x, y)
    if order == 0:
        return np.zeros_like(x)
    if order == 1:
        return np.asarray(multiply_guarded(abs_slope(x), d))
    if math.isinf(order):
        return np.asarray(multiply_guarded(abs_slope(x), extremum_adjoint(d, np.abs(x), y, axis, keepdims=True)))
    ratio = ratio_or_zero(np.abs(x), y)
    slope = np.power(ratio, float(order) - 1, out=np.zeros_like(ratio), where=ratio > 0)
    return np.asarray(multiply_guarded(abs_slope(x) * slope, d))


def _of_matrices(d: Array, x: Array, order: Any, axes: tuple[int, int]) -> Array:
    """Return the adjoint for the norm of each matrix; `d` keeps the two axes."""
    if order in (2, -2, "nuc"):
        return _of_singular_values(d, x, order, axes)
    summed, chosen = axes if abs(order) == 1 else axes[::-1]
    sums = np.abs(x).sum(axis=summed, keepdims=True)
    extreme = sums.max if order > 0 else sums.min
    shares = extremum_adjoint(d, sums, extreme(axis=chosen, keepdims=True), chosen, keepdims=True)
    return np.asarray(multiply_guarded(abs_slope(x), shares))


def _of_singular_values(d: Array, x: Array, order: Any, axes: tuple[int, int]) -> Array:
    u, s, v = np.linalg.svd(np.moveaxis(x, axes, (-2, -1)), full_matrices=False)
    if order == "nuc":
        weights = np.sign(s)
    else:
        extreme = s.max if order > 0 else s.min
        weights = extremum_adjoint(1.0, s, extreme(axis=-1, keepdims=True), -1, keepdims=True) * np.sign(s)
    return d * np.moveaxis((u * weights[..., None, :] @ v).conj(), (-2, -1), axes)
