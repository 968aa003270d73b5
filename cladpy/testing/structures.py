"""Values of any structure, seen as their floating leaves."""

import copy
import dataclasses
import enum
import types
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from cladpy.runtime import no_adjoint
from cladpy.runtime.attributes import attributes_of

_CODE = (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodType, np.ufunc, enum.Enum)


def children(value: Any) -> list[tuple[str, Any]] | None:
    """Return the parts of a structure, each with the text that reads it; None for a leaf.

    Examples
    --------
    >>> children({"w": 1.0, "b": (2.0, 3)})
    [("['w']", 1.0), ("['b']", (2.0, 3))]
    >>> children(1.0) is None
    True
    """
    if isinstance(value, dict):
        return [(f"[{key!r}]", item) for key, item in value.items()]
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return [(f".{name}", item) for name, item in zip(value._fields, value, strict=True)]
    if isinstance(value, list | tuple):
        return [(f"[{place}]", item) for place, item in enumerate(value)]
    if isinstance(value, (np.ndarray, np.generic, *_CODE)) or value is no_adjoint:
        return None
    names = _attributes(value)
    return [(f".{name}", getattr(value, name)) for name in names] if names else None


def _attributes(value: object) -> list[str] | None:
    if dataclasses.is_dataclass(value):
        return [field.name for field in dataclasses.fields(value)]
    found = attributes_of(value)
    return None if found is None else list(found)


def is_floating(leaf: object) -> bool:
    """Say whether a leaf holds floating values: a float, a complex number or an array of such."""
    if isinstance(leaf, np.ndarray | np.generic):
        return leaf.dtype.kind in "fc"
    return isinstance(leaf, float | complex)


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the floating leaves in order, each with the path that leads to it.

    Examples
    --------
    >>> list(leaves({"w": 1.0, "b": (2.0, 3)}, "p"))
    [("p['w']", 1.0), ("p['b'][0]", 2.0)]
    """
    parts = children(value)
    if parts is not None:
        for step, part in parts:
            yield from leaves(part, path + step)
    elif is_floating(value):
        yield path, value


def mapped(change: Callable[[Any], Any], value: Any) -> Any:
    """Return a copy of a structure with each floating leaf changed, in order.

    Examples
    --------
    >>> mapped(lambda leaf: 2 * leaf, [1.0, ("name", 2.5, 3)])
    [2.0, ('name', 5.0, 3)]
    """
    parts = children(value)
    if parts is None:
        return change(value) if is_floating(value) else value
    return _rebuilt(value, [mapped(change, part) for _, part in parts])


def _rebuilt(value: Any, parts: Sequence[Any]) -> Any:
    """Return a structure like the given one with other parts."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*parts)
    if isinstance(value, list | tuple):
        return type(value)(parts)
    made = copy.copy(value)
    if isinstance(made, dict):
        made.update(zip(value, parts, strict=True))
    else:
        for name, part in zip(_attributes(value) or (), parts, strict=True):
            object.__setattr__(made, name, part)  # frozen dataclasses too
    return made


def arrays(value: Any) -> list[np.ndarray]:
    """Return the arrays of a structure that have elements.

    Examples
    --------
    >>> arrays([np.ones(2), {"a": np.zeros(0), "b": 1}])
    [array([1., 1.])]
    """
    parts = children(value)
    if parts is not None:
        return [array for _, part in parts for array in arrays(part)]
    return [value] if isinstance(value, np.ndarray) and value.size else []


def identical(value: Any, other: Any) -> bool:
    """Say whether two values are the same to the last bit, in structure, type, shape, dtype and numbers.

    Examples
    --------
    >>> identical([1.0, np.ones(2)], [1.0, np.ones(2)]), identical(1.0, 1), identical(float("nan"), float("nan"))
    (True, False, True)
    """
    if type(value) is not type(other):
        return False
    parts, others = children(value), children(other)
    if parts is not None and others is not None:
        same_keys = [step for step, _ in parts] == [step for step, _ in others]
        return same_keys and all(identical(a, b) for (_, a), (_, b) in zip(parts, others, strict=True))
    if isinstance(value, np.ndarray):
        return value.shape == other.shape and value.dtype == other.dtype and bool(_same_numbers(value, other))
    if isinstance(value, float | complex | np.generic):
        return bool(_same_numbers(np.asarray(value), np.asarray(other)))
    if isinstance(value, int | str | bytes | None):
        return bool(value == other)
    return True  # code, generators, files: there is nothing to compare


def _same_numbers(value: np.ndarray, other: np.ndarray) -> bool:
    if value.dtype.kind == "O":
        return value.tolist() == other.tolist()
    return value.dtype == other.dtype and value.tobytes() == other.tobytes()
