"""Adjoints of one-dimensional convolution and correlation.

Every mode is a part of the full result; its cotangent is put into that place, and the rest is 0.
"""

from typing import Any

import numpy as np

from cladpy.runtime.reductions import Array

_MODES = {0: "valid", 1: "same", 2: "full"}  # NumPy takes numbers too


def convolve_adjoint(d: Any, other: Any, size: int, mode: Any = "full") -> Array:
    """Adjoint of one operand for y = np.convolve(a, v, mode).

    Parameters
    ----------
    d : ndarray, shape of y
    other : array_like
        The other operand.
    size : int
        The length of the operand whose adjoint this is.
    mode
        As it was given to convolve.

    Returns
    -------
    ndarray, length `size`

    Reads
    -----
    the other operand

    Examples
    --------
    >>> convolve_adjoint(np.array([1.0, 0.0, 0.0]), np.array([2.0, 3.0]), 2)
    array([2., 0.])
    """
    shorter = min(size, np.size(other))
    start = {"full": 0, "same": (shorter - 1) // 2, "valid": shorter - 1}[_MODES.get(mode, mode)]
    return np.correlate(_within(d, start, size + np.size(other) - 1), np.conj(np.ravel(other)), "valid")


def correlate_adjoint_left(d: Any, v: Any, size: int, mode: Any = "valid") -> Array:
    """Adjoint of a, of length `size`, for y = np.correlate(a, v, mode); reads v.

    Examples
    --------
    >>> correlate_adjoint_left(np.array([1.0, 0.0]), np.array([2.0, 3.0]), 3)
    array([2., 3., 0.])
    """
    return np.convolve(_full(d, size, np.size(v), mode), np.conj(np.ravel(v)), "valid")


def correlate_adjoint_right(d: Any, a: Any, size: int, mode: Any = "valid") -> Array:
    """Adjoint of v, of length `size`, for y = np.correlate(a, v, mode); reads a.

    Examples
    --------
    >>> correlate_adjoint_right(np.array([1.0, 0.0]), np.array([2.0, 3.0, 5.0]), 2)
    array([2., 3.])
    """
    full = _full(d, np.size(a), size, mode)
    return np.conj(np.correlate(full, np.conj(np.ravel(a)), "valid")[::-1])


def _full(d: Any, size: int, other: int, mode: Any) -> Array:
    """Return the cotangent of a full correlation; where the second operand is longer, NumPy reverses their roles."""
    shorter = min(size, other)
    same = (shorter - 1) // 2 if size >= other else shorter // 2
    return _within(d, {"full": 0, "same": same, "valid": shorter - 1}[_MODES.get(mode, mode)], size + other - 1)


def _within(d: Any, start: int, size: int) -> Array:
    whole = np.zeros(size, np.asarray(d).dtype)
    whole[start : start + len(d)] = d
    return whole
