"""Adjoints of var and std over axes of an array."""

from typing import Any

import numpy as np

from cladpy.runtime.reductions import Array, Axis, ratio_or_zero, reduced_count, restore_axes


def var_adjoint(
    d: Any,
    x: Any,
    axis: Axis = None,
    ddof: float = 0,
    keepdims: bool = False,
    where: Any = True,
    mean: Any = None,
    correction: float | None = None,
) -> Array:
    """Adjoint of x for y = var(x).

    Parameters
    ----------
    d : scalar or ndarray, shape of y
    x : ndarray
    axis, ddof, keepdims, where, mean, correction
        As they were given to the reduction; the adjoint of `mean` is minus this one, summed.

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
    freedom = _freedom(x, axis, where, ddof if correction is None else correction)
    return _scaled(_centred(x, axis, where, mean), restore_axes(2 * d, axis, keepdims), freedom)


def std_adjoint(  # noqa: PLR0913  as many as the reduction takes
    d: Any,
    x: Any,
    y: Any,
    axis: Axis = None,
    ddof: float = 0,
    keepdims: bool = False,
    where: Any = True,
    mean: Any = None,
    correction: float | None = None,
) -> Array:
    """Adjoint of x for y = std(x).

    Parameters
    ----------
    d : scalar or ndarray, shape of y
    x : ndarray
    y : scalar or ndarray
        The deviation of `x` that the primal computed.
    axis, ddof, keepdims, where, mean, correction
        As they were given to the reduction; the adjoint of `mean` is minus this one, summed.

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
    deviation = restore_axes(y, axis, keepdims)
    if mean is None:
        deviation = _exact_zeros(x, deviation, axis, where)
    scale = ratio_or_zero(restore_axes(d, axis, keepdims), deviation)
    freedom = _freedom(x, axis, where, ddof if correction is None else correction)
    return _scaled(_centred(x, axis, where, mean), scale, freedom)


def _freedom(x: Array, axis: Axis, where: Any, ddof: float) -> Any:
    """Return the degrees of freedom of each lane, the reduced axes kept."""
    count = reduced_count(x.shape, axis, keepdims=True, where=where)
    return count - ddof if where is True else np.asarray(count - ddof, x.dtype)


def _centred(x: Array, axis: Axis, where: Any, mean: Any) -> Array:
    """Return the elements less their mean, 0 for those that do not count."""
    centred = x - (_mean(x, axis, where) if mean is None else mean)
    return centred if where is True else np.where(where, centred, 0)


def _mean(x: Array, axis: Axis, where: Any) -> Array:
    """Return the mean of each lane, the reduced axes kept; 0 of a lane without elements, of which the primal warns."""
    if where is True:
        return np.asarray(x.mean(axis=axis, keepdims=True))
    total = np.sum(x, axis=axis, keepdims=True, where=where)
    return np.divide(total, reduced_count(x.shape, axis, keepdims=True, where=where), dtype=x.dtype)


def _exact_zeros(x: Array, deviation: Any, axis: Axis, where: Any) -> Any:
    """Return the deviations, exactly 0 where all elements are equal."""
    mean = _mean(x, axis, where)
    deviation = np.reshape(deviation, mean.shape)
    # The mean of n equal numbers is off by at most n roundings; numpy sums pairwise, so a few are the rule.
    doubtful = deviation <= np.finfo(x.dtype).eps * np.sqrt(x.size) * np.abs(mean)
    if not doubtful.any():
        return deviation
    most = np.max(x, axis=axis, keepdims=True, where=where, initial=-np.inf)
    least = np.min(x, axis=axis, keepdims=True, where=where, initial=np.inf)
    return np.where(most == least, 0, deviation)


def _scaled(centred: Array, scale: Any, freedom: Any) -> Array:
    """Return ``scale / freedom * centred``, 0 where the scale is 0, as the primal warns of no degrees of freedom."""
    if np.all(freedom > 0):
        return np.asarray(scale / freedom * centred)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(np.equal(scale, 0), 0, np.divide(scale, np.maximum(freedom, 0)) * centred))
