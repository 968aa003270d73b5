"""The key of a call: what of its arguments and globals the generated code relies on."""

import dataclasses
import types

import numpy as np

FUNCTION_TYPES = (types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.ModuleType, type, np.ufunc)


def key_of(value: object) -> object:
    """Return a hashable key; equal keys have equal facts.

    Examples
    --------
    >>> key_of(1.0) == key_of(2.0), key_of(True) == key_of(False)
    (True, False)
    """
    kind = type(value)
    if kind is np.ndarray:
        shape = value.shape  # type: ignore[attr-defined]
        if 1 in shape:
            return value.dtype, tuple(size == 1 for size in shape)  # type: ignore[attr-defined]
        return value.dtype, len(shape)  # type: ignore[attr-defined]
    if kind is float or kind is int or kind is complex:
        return kind
    return _other_key(value, kind)


def _other_key(value: object, kind: type) -> object:
    if kind is bool or value is None or kind is str:
        return kind, value
    if isinstance(value, np.generic):
        return kind
    if isinstance(value, FUNCTION_TYPES):
        return id(value), id(getattr(value, "__code__", None))
    if isinstance(value, tuple | list):
        return kind, tuple(key_of(item) for item in value)
    if isinstance(value, dict):
        return kind, tuple((key, key_of(item)) for key, item in value.items())
    if dataclasses.is_dataclass(value):
        return kind, tuple(key_of(getattr(value, field.name)) for field in dataclasses.fields(value))
    if hasattr(value, "__dict__"):
        return kind, tuple((key, key_of(item)) for key, item in vars(value).items())
    return kind
