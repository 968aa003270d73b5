"""Zero adjoints: to construct one and to reset one are two things.

Clearing what one holds would clear the primal wherever adjoint and primal share a
handle; so `zero_like` never returns storage that exists, and `zero_init` never makes any.
"""

import dataclasses
from typing import Any

import numpy as np

from cladpy.runtime.no_adjoint import NoAdjoint, no_adjoint


def zero_like(value: Any) -> Any:
    """Construct the zero adjoint of a value.

    Parameters
    ----------
    value : number, ndarray, or a list, tuple, dict or dataclass of these
        May be a view, read-only, zero-dimensional or empty.

    Returns
    -------
    object of the same structure, shapes and dtypes
        Its storage is its own and writable.  What holds nothing floating gives `no_adjoint`.

    Examples
    --------
    >>> zero_like({"w": np.ones(2, np.float32), "steps": 3, "b": [1.5]})
    {'w': array([0., 0.], dtype=float32), 'steps': no_adjoint, 'b': [0.0]}
    """
    if isinstance(value, np.ndarray):
        return np.zeros(value.shape, value.dtype) if value.dtype.kind in "fc" else no_adjoint
    if isinstance(value, np.generic):
        return value.dtype.type(0) if value.dtype.kind in "fc" else no_adjoint
    if isinstance(value, float | complex):
        return type(value)(0)
    return _rebuilt(value)


def zero_init(adjoint: Any) -> None:
    """Reset an adjoint to zero in place.

    Parameters
    ----------
    adjoint : ndarray, or a list, tuple, dict or dataclass of adjoints
        `no_adjoint` in it stays.

    Raises
    ------
    TypeError
        C404 if it is, or holds in a place that cannot be stored into, a number: a number has no storage.

    Examples
    --------
    >>> d_w = [np.ones(2), 3.0]
    >>> zero_init(d_w)
    >>> d_w
    [array([0., 0.]), 0.0]
    """
    if isinstance(adjoint, np.ndarray):
        adjoint[...] = 0
    elif isinstance(adjoint, list):
        adjoint[:] = [_reset(item) for item in adjoint]
    elif isinstance(adjoint, dict):
        adjoint.update({key: _reset(item) for key, item in adjoint.items()})
    elif isinstance(adjoint, tuple):
        for item in adjoint:
            zero_init(item)
    elif dataclasses.is_dataclass(adjoint) and not isinstance(adjoint, type):
        for field in dataclasses.fields(adjoint):
            object.__setattr__(adjoint, field.name, _reset(getattr(adjoint, field.name)))
    elif not isinstance(adjoint, NoAdjoint):
        raise TypeError(f"[C404] an adjoint of type {type(adjoint).__name__} cannot be reset in place")


def _reset(item: Any) -> Any:
    """Return the item of a mutable container after its reset: numbers are replaced."""
    if isinstance(item, float | complex | np.generic):
        return type(item)(0)
    zero_init(item)
    return item


def _rebuilt(value: Any) -> Any:
    """Return a container of the same type with the zeros of its items; `no_adjoint` for anything else."""
    if isinstance(value, list):
        return [zero_like(item) for item in value]
    if isinstance(value, tuple):
        items = [zero_like(item) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if isinstance(value, dict):
        return {key: zero_like(item) for key, item in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        made = object.__new__(type(value))  # not by the constructor: it may check what zeros do not fulfil
        for field in dataclasses.fields(value):
            object.__setattr__(made, field.name, zero_like(getattr(value, field.name)))
        return made
    return no_adjoint
