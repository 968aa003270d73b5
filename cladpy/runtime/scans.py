"""Adjoints of running sums and extrema along an axis."""

from typing import Any

import numpy as np

from cladpy.runtime.reductions import Array


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
