"""Adjoint and tangent of scipy.special.logsumexp, in its terms and in their weights."""

from typing import Any

import numpy as np

from cladpy.runtime.guards import multiply_guarded
from cladpy.runtime.reductions import Array, Axis, restore_axes
from cladpy.runtime.unbroadcast import unbroadcast_to


def logsumexp_adjoint(d: Any, a: Any, y: Any, axis: Axis = None, b: Any = None, keepdims: bool = False) -> Array:
    """Adjoint of a for y = scipy.special.logsumexp(a, axis, b, keepdims).

    Parameters
    ----------
    d, y : scalar or ndarray
        Of the shape of the result.
    a : scalar or ndarray
    axis, b, keepdims
        As they were given to logsumexp.

    Returns
    -------
    ndarray, shape of a

    Reads
    -----
    a, y, b

    Singular points
    ---------------
    Where the result is infinite, the terms that are equal to it share evenly, as for np.logaddexp.

    Examples
    --------
    >>> logsumexp_adjoint(1.0, np.array([0.0, 0.0]), np.log(2.0))
    array([0.5, 0.5])
    """
    shares = _shares(a, y, axis, b, keepdims)
    if b is not None:
        shares = multiply_guarded(b, shares)
    return _fitted(multiply_guarded(restore_axes(d, axis, keepdims), shares), a)


def logsumexp_weight_adjoint(d: Any, a: Any, y: Any, axis: Axis = None, b: Any = None, keepdims: bool = False) -> Array:
    """Adjoint of b for y = scipy.special.logsumexp(a, axis, b, keepdims); parameters as for `logsumexp_adjoint`."""
    shares = _shares(np.broadcast_arrays(a, b)[0], y, axis, b, keepdims)
    return _fitted(multiply_guarded(restore_axes(d, axis, keepdims), shares), b)


def logsumexp_tangent(
    t_a: Any, t_b: Any, a: Any, y: Any, axis: Axis = None, b: Any = None, keepdims: bool = False
) -> Any:
    """Tangent of y = scipy.special.logsumexp(a, axis, b, keepdims).

    Parameters
    ----------
    t_a, t_b : scalar or ndarray
        Tangents of a and b; 0 for one that has none.
    a, y, axis, b, keepdims
        As for `logsumexp_adjoint`.
    """
    shares = _shares(a, y, axis, b, keepdims)
    moved = multiply_guarded(t_a, shares if b is None else multiply_guarded(b, shares))
    return np.sum(moved + multiply_guarded(t_b, shares), axis=axis, keepdims=keepdims)


def _shares(a: Any, y: Any, axis: Axis, b: Any, keepdims: bool) -> Any:
    """Return exp(a - y): the slopes in the terms, but for the weights."""
    kept = restore_axes(y, axis, keepdims)
    equal = np.isinf(kept) & np.equal(a, kept)
    with np.errstate(invalid="ignore", over="ignore"):
        shares = np.exp(np.where(equal, 0, np.subtract(a, kept)))
    if not np.any(equal):
        return shares
    shares = np.where(np.isinf(kept), np.where(equal, 1, 0), shares)
    whole = np.sum(shares if b is None else b * shares, axis=axis, keepdims=True)
    return np.divide(shares, whole, out=np.asarray(shares * 1.0), where=np.isinf(kept) & (whole != 0))


def _fitted(adjoint: Any, operand: Any) -> Array:
    return np.asarray(unbroadcast_to(adjoint, np.shape(operand), np.asarray(adjoint).dtype))
