"""Whether an operation would raise: what stands for the handlers of exceptions in generated code."""

from collections.abc import Callable
from typing import Any

import numpy as np

from cladpy.runtime.plain_collections import PlainDeque, PlainDict

_KINDS: dict[str, type[Exception]] = {"KeyError": KeyError, "IndexError": IndexError, "LookupError": LookupError}
_PLAIN = (dict, list, tuple, str, range, np.ndarray)
_NUMBERS = (bool, int, float, complex)


def has_item(owner: Any, key: Any, kind: str) -> bool:
    """Return whether reading an item does not raise an exception of a kind.

    Parameters
    ----------
    owner : dict, list, tuple, str, range, ndarray or a container of ``plain_collections``
        Of any other the answer is yes: reading its items may do more, and is not done twice.
    key : object
    kind : str
        "KeyError", "IndexError" or "LookupError"; other exceptions are raised.

    Examples
    --------
    >>> has_item({"a": 1.0}, "b", "KeyError"), has_item([1.0], -1, "IndexError")
    (False, True)
    """
    if type(owner) in (PlainDict, PlainDeque):
        owner = owner.table if isinstance(owner, PlainDict) else owner.items
    if type(owner) not in _PLAIN:
        return True
    try:
        owner[key]
    except _KINDS[kind]:
        return False
    return True


def can_divide(x: Any, y: Any) -> bool:
    """Return whether ``x / y``, ``x // y`` and ``x % y`` do not raise for a zero: NumPy's numbers never do.

    Examples
    --------
    >>> can_divide(1.0, 0), can_divide(np.float64(1.0), 0)
    (False, True)
    """
    return not (type(x) in _NUMBERS and type(y) in _NUMBERS and y == 0)


def has_length(value: Any, count: int, *, or_more: bool = False) -> bool:
    """Return whether a value can be taken apart into a number of names; yes, if its length is not known.

    Examples
    --------
    >>> has_length("a=b".split("="), 2), has_length([1.0], 2), has_length([1.0], 0, or_more=True)
    (True, False, True)
    """
    try:
        length = len(value)
    except TypeError:
        return True
    return length >= count if or_more else length == count


def accepts(function: Callable[..., object], *values: Any) -> bool:
    """Return whether a function does not raise a ValueError for its arguments.

    Examples
    --------
    >>> accepts(float, "1.5"), accepts(float, "one")
    (True, False)
    """
    try:
        function(*values)
    except ValueError:
        return False
    return True
