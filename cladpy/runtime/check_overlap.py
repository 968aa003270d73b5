"""Checks that a copy of an array onto itself does not depend on the order in which NumPy reads and writes."""

from typing import Any

import numpy as np


def check_overlap(target: Any, value: Any) -> None:
    """Refuse a copy between views of one array whose elements NumPy may read after it has written them.

    Parameters
    ----------
    target : ndarray or scalar
        The view that is stored into.
    value : ndarray, scalar or any other value
        What is stored.

    Raises
    ------
    ValueError
        C408 if both have one dimension, run the same way with different strides, and share elements.

    Examples
    --------
    >>> x = np.zeros(9)
    >>> check_overlap(x[1:], x[:-1])
    >>> check_overlap(x[::2], x[4::-1])
    """
    if not (isinstance(target, np.ndarray) and isinstance(value, np.ndarray)) or target.ndim != 1 or value.size < 2:
        return
    stride, other = target.strides[0], value.strides[-1]
    if stride * other > 0 and stride != other and np.shares_memory(target, value):
        raise ValueError("[C408] an array is copied onto itself with another step: copy first, as in v.copy()")


def check_mask_overlap(target: Any, index: Any, value: Any) -> None:
    """Refuse a store by a mask of elements from the array itself: NumPy reads what it has written, and buffers nothing.

    Parameters
    ----------
    target : ndarray
        The array that is stored into.
    index : object
        Of the store; other indices are buffered.
    value : ndarray, scalar or any other value
        What is stored.

    Raises
    ------
    ValueError
        C408 if the index is a mask of all axes and the value shares an element with the array.

    Examples
    --------
    >>> x = np.zeros(9)
    >>> check_mask_overlap(x, x > 0, x[:1])
    >>> check_mask_overlap(x, [0, 2, 1], x[:3])
    """
    if not (isinstance(target, np.ndarray) and isinstance(value, np.ndarray)) or value.size < 2:
        return
    is_mask = isinstance(index, np.ndarray) and index.dtype == bool and index.ndim == target.ndim
    if is_mask and np.shares_memory(target, value):
        raise ValueError("[C408] an array is stored into itself by a mask: copy first, as in v.copy()")


def check_apart(target: Any, parts: Any) -> None:
    """Refuse to join arrays into one of themselves: NumPy writes one behind the other, and reads what it has written.

    Parameters
    ----------
    target : ndarray
        What ``out=`` names.
    parts : ndarray or sequence of ndarray
        What ``np.concatenate`` or ``np.stack`` joins.

    Raises
    ------
    ValueError
        C408 if the target shares an element with one of them.

    Examples
    --------
    >>> x = np.zeros(9)
    >>> check_apart(x[:4], [x[4:6], x[6:8]])
    """
    for part in [parts] if isinstance(parts, np.ndarray) else parts:
        if isinstance(part, np.ndarray) and np.shares_memory(target, part):
            raise ValueError("[C408] arrays are joined into one of themselves: leave out=, or copy first")
