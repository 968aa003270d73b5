"""The attributes of an object, whether it keeps them in its ``__dict__`` or in slots."""

import functools
import sys
from typing import Any


def attributes_of(value: Any) -> dict[str, Any] | None:
    """Return the attributes that an object has, by name; None for what has neither a ``__dict__`` nor slots.

    Slots are those of classes of the user's: what Python's own classes keep there is their affair.

    Examples
    --------
    >>> class Point:
    ...     __slots__ = ("x", "y")
    >>> point = Point()
    >>> point.x = 1.0
    >>> Point.__module__ = "shapes"  # the example itself stands in a library
    >>> attributes_of(point), attributes_of(1.0)
    ({'x': 1.0}, None)
    """
    slots = slots_of(type(value))  # type: ignore[arg-type]
    if not slots:
        return vars(value) if hasattr(value, "__dict__") else None
    found = {name: getattr(value, name) for name in slots if hasattr(value, name)}
    return found | getattr(value, "__dict__", {})


@functools.cache
def slots_of(cls: type) -> tuple[str, ...]:
    """Return the names of the slots of a class, those of its bases first."""
    found: list[str] = []
    for base in reversed(cls.__mro__):
        names = () if base.__module__.partition(".")[0] in _LIBRARIES else vars(base).get("__slots__", ())
        for name in (names,) if isinstance(names, str) else tuple(names):
            if name not in ("__dict__", "__weakref__"):
                is_private = name.startswith("__") and not name.endswith("__")
                found.append(f"_{base.__name__.lstrip('_')}{name}" if is_private else name)
    return tuple(dict.fromkeys(found))


_LIBRARIES = (sys.stdlib_module_names - {"__main__"}) | {"numpy", "scipy", "cladpy", "numba"}
