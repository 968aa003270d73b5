"""Arrays laid out in memory as others are.

Whether ``x.reshape(-1)`` is a view or a copy depends on the strides of ``x``. What stands beside an array, to be viewed
and updated as it is, has its strides: those of a Fortran array, and the gaps of a view of a larger one.
"""

from typing import Any

import numpy as np
from numpy.lib.array_utils import byte_bounds

from cladpy.runtime.attributes import attributes_of
from cladpy.runtime.no_adjoint import no_adjoint
from cladpy.runtime.tangents import as_tangent


def laid_out_like(value: Any, x: Any) -> Any:
    """Return an array of its own with a value in it, in the shape, dtype and memory layout of an array.

    Parameters
    ----------
    value : number or ndarray
        Broadcasts to the shape of `x`.
    x : number or ndarray
        A number has no layout: the value is returned in its type.

    Examples
    --------
    >>> x = np.ones((4, 6))[::2, ::2]
    >>> laid_out_like(0.0, x).strides == x.strides
    True
    """
    if not isinstance(x, np.ndarray):
        return as_tangent(value, x)
    made = np.empty_like(x) if x.flags.forc else _with_gaps(x)
    made[...] = value
    return made


def _with_gaps(x: np.ndarray) -> np.ndarray:
    low, high = byte_bounds(x)
    memory = np.empty(high - low, np.uint8)
    return np.ndarray(x.shape, x.dtype, memory, x.__array_interface__["data"][0] - low, x.strides)


def entry_tangent(tangent: Any, value: Any) -> Any:
    """Return a copy of a tangent that is held as its value is: what that holds twice is one object.

    Parameters
    ----------
    tangent : object
        Of the structure of the value.
    value : ndarray, or a list, tuple, dict or object of arrays and numbers

    Raises
    ------
    ValueError
        C402 where one array or container of the value is given two tangents.

    Examples
    --------
    >>> a, t = np.ones(2), np.zeros(2)
    >>> first, second = entry_tangent([t, t.copy()], [a, a])
    >>> first is second, first is t
    (True, False)
    >>> entry_tangent([t, t + 1], [a, a])
    Traceback (most recent call last):
    ValueError: [C402] one array that is updated in place is given two tangents: pass a copy of it in one of the places
    """
    return _Entry({}).copied(tangent, value)


class _Entry:
    """The tangents of the mutable values met so far, by identity."""

    def __init__(self, known: dict[int, tuple[Any, Any]]) -> None:
        self.known = known

    def copied(self, tangent: Any, value: Any) -> Any:
        if not isinstance(value, np.ndarray | list | tuple | dict) and attributes_of(value) is None:
            return tangent
        if isinstance(value, type) or callable(value) or tangent is no_adjoint:
            return tangent
        if id(value) in self.known:
            given, made = self.known[id(value)]
            self._check_same(given, tangent, value)
            return made
        return self._made(tangent, value)

    def _made(self, tangent: Any, value: Any) -> Any:
        if isinstance(value, np.ndarray):
            return self._kept(tangent, value, laid_out_like(tangent, value))
        if isinstance(value, tuple):
            items = [self.copied(part, item) for part, item in zip(tangent, value, strict=True)]
            return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
        made: Any
        if isinstance(value, list):
            made = self._kept(tangent, value, [])
            made.extend(self.copied(part, item) for part, item in zip(tangent, value, strict=True))
        elif isinstance(value, dict):
            made = self._kept(tangent, value, {})
            made.update({key: self.copied(tangent[key], item) for key, item in value.items()})
        else:
            made = self._kept(tangent, value, object.__new__(type(value)))
            own = attributes_of(value) or {}
            for field in attributes_of(tangent) or ():
                has = field in own
                part = getattr(tangent, field)
                object.__setattr__(made, field, self.copied(part, getattr(value, field)) if has else part)
        return made

    def _kept(self, tangent: Any, value: Any, made: Any) -> Any:
        self.known[id(value)] = (tangent, made)
        return made

    def _check_same(self, given: Any, tangent: Any, value: Any) -> None:
        if given is tangent or _are_same(given, tangent):
            return
        kind = "array" if isinstance(value, np.ndarray) else type(value).__name__
        raise ValueError(
            f"[C402] one {kind} that is updated in place is given two tangents: pass a copy of it in one of the places"
        )


def _are_same(left: Any, right: Any) -> bool:
    if isinstance(left, dict):
        return all(_are_same(part, right[key]) for key, part in left.items())
    if isinstance(left, list | tuple):
        return all(_are_same(*pair) for pair in zip(left, right, strict=True))
    if isinstance(left, np.ndarray | np.generic | int | float | complex):
        return np.array_equal(left, right)
    if attributes_of(left) is not None and not callable(left):
        return all(_are_same(part, getattr(right, field)) for field, part in (attributes_of(left) or {}).items())
    return left is right or left == right
