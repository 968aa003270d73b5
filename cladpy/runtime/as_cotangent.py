"""The cotangent of a value whose kind is not known before the program runs."""

from typing import Any

import numpy as np


def as_cotangent(d: Any, value: Any) -> Any:
    """Return a cotangent in the shape and dtype of the value that it belongs to.

    Parameters
    ----------
    d : number or ndarray
        Broadcasts to the value's shape.
    value : number or ndarray

    Returns
    -------
    number or ndarray
        A Python float for a Python number; for an array perhaps a view of `d`, which may be read-only.

    Raises
    ------
    TypeError
        C402 if the value is no number or floating array.

    Examples
    --------
    >>> as_cotangent(1.0, np.zeros(2, np.float32))
    array([1., 1.], dtype=float32)
    """
    if isinstance(value, np.generic | np.ndarray) and value.dtype.kind in "fc":
        full = isinstance(value, np.ndarray)
        return np.broadcast_to(np.asarray(d, value.dtype), value.shape) if full else value.dtype.type(d)
    if type(value) in (float, int, bool):  # an integer is what ``sum`` gives of nothing: it has read nothing
        return float(d)
    raise TypeError(f"[C402] a {type(value).__name__} has no cotangent; a function with a custom rule returns numbers")
