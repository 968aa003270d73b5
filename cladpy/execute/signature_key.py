"""The key of a call: what the generated code relies on of its arguments, globals and cells.

Requires nothing. Guarantees: values with equal keys have equal facts. What is compared by identity is held, so that a
new function at the address of an old one is not taken for it.
"""

import dataclasses
import enum
import functools
import types
from collections.abc import Iterable

import numpy as np

from cladpy.analyses.facts_of_values import COMPILED, MAX_ITEMS
from cladpy.analyses.sparse_matrices import sparse_fact
from cladpy.frontend.namespace import interpreted
from cladpy.runtime.attributes import attributes_of


class Whole:
    """Mark a class whose instances are compared by identity, whatever they hold."""


IDENTICAL = (
    types.BuiltinFunctionType, types.ModuleType, type, property, np.ufunc, type(np.sum), COMPILED, enum.Enum, Whole,
)  # fmt: skip


class Same:
    """Stand for an object in a key: equal only to itself.

    Examples
    --------
    >>> Same(len) == Same(len), Same([]) == Same([])
    (True, False)
    """

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)

    def __repr__(self) -> str:
        return f"Same({self.value!r})"


def key_of(value: object) -> object:
    """Return a hashable key; values with equal keys have equal facts.

    Examples
    --------
    >>> key_of(1.0) == key_of(2.0), key_of(True) == key_of(False)
    (True, False)
    >>> key_of(np.ones((3, 1))) == key_of(np.zeros((4, 1))), key_of(np.ones(3)) == key_of(np.ones(1))
    (True, False)
    """
    return _key(value, ())


def key_of_fields(value: object, names: Iterable[str]) -> object:
    """Return the key of an object of which these attributes alone are read."""
    return type(value), tuple((name, key_of(getattr(value, name))) for name in names)


def _key(value: object, around: tuple[object, ...]) -> object:
    kind = type(value)
    if isinstance(value, np.ndarray):
        return _key_of_array(value) if kind is np.ndarray else (kind, value.dtype)
    if kind is float or kind is int or kind is complex:
        return kind
    if kind is bool or value is None or kind is str:
        return kind, value
    if isinstance(value, np.generic):
        return kind, value.dtype
    if isinstance(value, types.FunctionType):
        return key_of_function(value)
    if isinstance(value, IDENTICAL) or interpreted(value) is not value:
        return Same(value)
    if isinstance(value, types.MethodType):
        return "method", Same(value.__func__), Same(value.__self__)
    sparse = sparse_fact(value)
    return _key_of_container(value, kind, around) if sparse is None else (kind, sparse.dtype)


def _key_of_array(value: np.ndarray) -> object:
    shape = value.shape
    return value.dtype, tuple([size == 1 for size in shape]) if 1 in shape else len(shape)


def key_of_function(function: types.FunctionType) -> object:
    """Return the key of a function: itself, its code, and the defaults that a plan may have written into its text."""
    keywords = function.__kwdefaults__
    named = tuple((name, Same(value)) for name, value in keywords.items()) if keywords else ()
    return Same(function), Same(function.__code__), Same(function.__defaults__), named


def _key_of_container(value: object, kind: type, around: tuple[object, ...]) -> object:
    if any(value is outer for outer in around):
        return "around", next(level for level, outer in enumerate(around) if outer is value)
    inner = (*around, value)
    if isinstance(value, list) and len(value) > MAX_ITEMS:
        return kind, "long"
    if isinstance(value, tuple | list):
        return kind, tuple([_key(item, inner) for item in value])
    if isinstance(value, dict):
        return kind, tuple([(key, _key(item, inner)) for key, item in value.items()])
    return kind, tuple([(name, _key(item, inner)) for name, item in fields_of(value)])


def fields_of(value: object) -> list[tuple[str, object]]:
    """Return the names and values of an object's attributes that are facts: of a dataclass its fields.

    A sparse matrix has none: no derivative flows through what it holds.
    """
    if sparse_fact(value) is not None:
        return []
    if type(value) is functools.partial:
        return [(name, getattr(value, name)) for name in ("func", "args", "keywords")]
    if dataclasses.is_dataclass(value):
        return [(field.name, getattr(value, field.name)) for field in dataclasses.fields(value)]
    if interpreted(value) is not value:  # a function is no structure
        return []
    return list((attributes_of(value) or {}).items())
