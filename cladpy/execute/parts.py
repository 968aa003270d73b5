"""All that a value holds, through containers and objects."""

from collections.abc import Iterator

import numpy as np

from cladpy.execute.signature_key import fields_of
from cladpy.execute.structure import LEAVES

_WITHOUT_PARTS = (float, complex, np.generic, np.ndarray, *LEAVES)


def parts_of(value: object) -> Iterator[object]:
    """Yield a value and what it holds, in order; what can hold something, once.

    Examples
    --------
    >>> [part for part in parts_of({"w": 2.0, "layers": [3.0, 4.0]}) if isinstance(part, float)]
    [2.0, 3.0, 4.0]
    """
    seen: set[int] = set()
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if each is None or isinstance(each, _WITHOUT_PARTS):
            yield each
        elif id(each) not in seen:
            seen.add(id(each))
            yield each
            waiting += reversed(items_of(each))


def arrays_of(value: object) -> Iterator[np.ndarray]:
    """Yield the arrays that a value holds.

    Examples
    --------
    >>> [array.size for array in arrays_of({"w": np.ones(2), "layers": [np.ones(3), 4.0]})]
    [2, 3]
    """
    return (part for part in parts_of(value) if isinstance(part, np.ndarray))


def items_of(value: object) -> list[object]:
    """Return what a value holds directly."""
    if isinstance(value, dict):
        return list(value.values())
    return list(value) if isinstance(value, tuple | list) else [item for _, item in fields_of(value)]
