"""Adjoint of scipy.signal's convolutions."""

from typing import Any

import numpy as np
import scipy

from cladpy.runtime.reductions import Array


def signal_convolve_adjoint(d: Any, other: Any, shape: tuple[int, ...], method: str = "auto") -> Array:
    """Adjoint of one operand for y = scipy.signal.convolve(in1, in2, mode, method), in every mode.

    Parameters
    ----------
    d : ndarray, shape of y
    other : ndarray
        The other operand.
    shape : tuple of int
        That of the operand whose adjoint is wanted.
    method : str
        As it was given to convolve.

    Returns
    -------
    ndarray, shape `shape`

    Reads
    -----
    other

    Source
    ------
    y is a part of the full convolution, whose adjoint is the convolution with the other operand reversed, where the two
    overlap wholly.

    Examples
    --------
    >>> signal_convolve_adjoint(np.array([1.0, 0.0, 0.0]), np.array([2.0, 3.0]), (2,))
    array([2., 0.])
    """
    whole = _within_full(d, [m + n - 1 for m, n in zip(shape, np.shape(other), strict=True)])
    return np.asarray(scipy.signal.convolve(whole, np.flip(other), "valid", method))


def _within_full(d: Array, full: list[int]) -> Array:
    """Return the cotangent of the full convolution: zeros evenly around the part that a mode keeps, one more after."""
    if d.shape == tuple(full):
        return d
    start = [(m - n) // 2 for m, n in zip(full, d.shape, strict=True)]
    whole = np.zeros(full, d.dtype)
    whole[tuple(slice(low, low + n) for low, n in zip(start, d.shape, strict=True))] = d
    return whole
