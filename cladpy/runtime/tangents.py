"""Tangents of values whose kind is not known before the program runs, and the zeros of structures.

A tangent has the structure of its value: where that holds something floating its tangent stands, elsewhere zero, or
anything where no number stands.
"""

import copy
import dataclasses
from typing import Any

import numpy as np

from cladpy.runtime.attributes import attributes_of
from cladpy.runtime.no_adjoint import NoAdjoint, no_adjoint


def as_tangent(t: Any, value: Any) -> Any:
    """Return a tangent in the shape and dtype of the value that it belongs to.

    Parameters
    ----------
    t : number or ndarray
        Broadcasts to the value's shape.
    value : number or ndarray

    Returns
    -------
    number or ndarray
        Zero for a value that is not floating; for an array perhaps a view of `t`, which may be read-only.

    Examples
    --------
    >>> as_tangent(1.0, np.zeros(2, np.float32))
    array([1., 1.], dtype=float32)
    """
    if isinstance(value, np.ndarray) and value.dtype.kind in "fc":
        return np.broadcast_to(np.asarray(t, value.dtype), value.shape)
    if isinstance(value, np.generic) and value.dtype.kind in "fc":
        return value.dtype.type(t)
    if isinstance(value, float | complex):
        return type(value)(t)
    return zero_tangent(value)


def zero_tangent(value: Any) -> Any:
    """Return the zero tangent of a value: of its structure and with storage of its own.

    Parameters
    ----------
    value : number, ndarray, or a list, tuple, dict or object of these

    Returns
    -------
    object
        Integers and truths give zeros as well, for a container that is read as a whole may make them floating; what
        is no number stays what it is.

    Examples
    --------
    >>> zero_tangent({"w": np.ones(2, np.float32), "steps": 3, "b": [1.5], "name": "net"})
    {'w': array([0., 0.], dtype=float32), 'steps': 0.0, 'b': [0.0], 'name': 'net'}
    >>> zero_tangent(3), zero_tangent(np.arange(2))
    (0.0, array([0., 0.]))
    """
    if isinstance(value, np.ndarray):
        return np.zeros_like(value) if value.dtype.kind in "fc" else np.zeros(value.shape)
    if isinstance(value, np.generic | int | float | complex):
        return _zero_number(value)
    return _zero_structure(value)


def unit_tangent(value: Any, *path: Any) -> Any:
    """Return the tangent of a value in which one number moves at unit speed.

    Parameters
    ----------
    value : ndarray, list, tuple, dict or object
    *path : indices, keys and names of attributes
        The way to the number.

    Examples
    --------
    >>> unit_tangent({"w": np.ones(2), "b": (1.5, 2.0)}, "b", 1)
    {'w': array([0., 0.]), 'b': (0.0, 1.0)}
    """
    if not path:
        return as_tangent(1.0, value)
    first, *rest = path
    if isinstance(value, np.ndarray):
        made = zero_tangent(value)
        made[first] = 1
        return made
    if isinstance(value, dict):
        return {key: unit_tangent(item, *rest) if key == first else zero_tangent(item) for key, item in value.items()}
    if isinstance(value, list | tuple) and not isinstance(first, str):
        items = [zero_tangent(item) for item in value]
        items[first] = unit_tangent(value[first], *rest)
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    if isinstance(value, tuple):
        return zero_tangent(value)._replace(**{first: unit_tangent(getattr(value, first), *rest)})
    made = zero_tangent(value)
    object.__setattr__(made, first, unit_tangent(getattr(value, first), *rest))
    return made


def floating_parts(tangent: Any, value: Any) -> Any:
    """Return a tangent with `no_adjoint` for whatever in its value holds nothing floating; it owns its storage.

    Examples
    --------
    >>> floating_parts([1.0, (2, 0.0)], [3.0, (2, "text")])
    [1.0, (no_adjoint, no_adjoint)]
    """
    if isinstance(value, np.ndarray) and value.dtype.kind in "fc":
        return np.array(tangent)
    if isinstance(value, float | complex | np.floating | np.complexfloating):
        return tangent
    if isinstance(value, dict):
        return {key: floating_parts(tangent[key], item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        items = [floating_parts(part, item) for part, item in zip(tangent, value, strict=True)]
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    names = _fields(value)
    if not names:
        return no_adjoint
    parts = {name: floating_parts(getattr(tangent, name), getattr(value, name)) for name in names}
    return object_of(type(value), **parts)


def object_of(cls: type, /, **fields: Any) -> Any:
    """Return an object of a class with these fields, made without its constructor, which may change what it is given.

    Examples
    --------
    >>> class Circle:
    ...     def __init__(self, radius):
    ...         self.radius = abs(radius)
    >>> object_of(Circle, radius=-1.0).radius
    -1.0
    """
    made: Any = object.__new__(cls)
    for field, value in fields.items():
        object.__setattr__(made, field, value)
    return made


def _zero_number(value: Any) -> Any:
    if isinstance(value, np.generic) and value.dtype.kind in "fc":
        return value.dtype.type(0)
    return 0j if isinstance(value, complex) else 0.0


def _zero_structure(value: Any) -> Any:
    """Return a container of the same type with the zeros of its items; anything else as it is."""
    if isinstance(value, list):
        return [zero_tangent(item) for item in value]
    if isinstance(value, tuple):
        items = [zero_tangent(item) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if isinstance(value, dict):
        return {key: zero_tangent(item) for key, item in value.items()}
    names = _fields(value)
    if not names:
        return value
    made = copy.copy(value)
    for name in names:
        object.__setattr__(made, name, zero_tangent(getattr(value, name)))  # frozen dataclasses too
    return made


def _fields(value: Any) -> list[str]:
    """Return the names of the attributes of an object that holds data, rather than code."""
    if isinstance(value, type | NoAdjoint | np.ndarray | np.generic) or callable(value):
        return []
    if dataclasses.is_dataclass(value):
        return [field.name for field in dataclasses.fields(value)]
    return list(attributes_of(value) or ())
