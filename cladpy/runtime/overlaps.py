"""Adding to a view of which several elements are one number in memory: of broadcasting, of sliding windows."""

from typing import Any

import numpy as np

from cladpy.runtime.indexing import add_at
from cladpy.runtime.reductions import Array


def writable(d_view: Array) -> Array:
    """Return a view of a mirror that NumPy gives as read-only, such as a diagonal, made writable.

    Examples
    --------
    >>> d_a = np.zeros((2, 2))
    >>> writable(np.diagonal(d_a))[...] = 1.0
    >>> d_a
    array([[1., 0.],
           [0., 1.]])
    """
    d_view.flags.writeable = True
    return d_view


def add_overlapping(d_view: Array, d: Any, index: Any = ...) -> None:
    """Add to a view, in place, each number as often as the view, or an index into it, names an element.

    Parameters
    ----------
    d_view : ndarray
    d : scalar or ndarray
        Broadcasts to the shape of ``d_view[index]``.
    index
        Any index of NumPy.

    Examples
    --------
    >>> d_a = np.zeros(2)
    >>> add_overlapping(writable(np.broadcast_to(d_a, (3, 2))), np.ones((3, 2)))
    >>> d_a
    array([3., 3.])
    """
    if repeats_elements(d_view):
        np.add.at(d_view, index, d)
    else:
        add_at(d_view, index, d)


def repeats_elements(array: Array) -> bool:
    """Tell whether two elements of an array may lie at one place in memory.

    Examples
    --------
    >>> x = np.zeros((2, 3))
    >>> repeats_elements(x.T), repeats_elements(np.broadcast_to(x, (4, 2, 3)))
    (False, True)
    """
    extent = array.itemsize
    for stride, size in sorted((abs(stride), size) for stride, size in zip(array.strides, array.shape, strict=True)):
        if size > 1 and stride < extent:
            return True
        extent += stride * (size - 1)
    return False
