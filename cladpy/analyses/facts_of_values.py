"""The facts of a live value: what of an argument, global or cell is part of the signature of a call.

Requires nothing. Guarantees: equal facts for values between which the generated code makes no difference. Sizes are
not part of them but for 1, numbers neither; what is used as structure (bool, None, str, functions, classes) is.
"""

import dataclasses
import enum
import functools
import types
from collections.abc import Callable

import numpy as np

from cladpy.analyses.random_draws import generator_fact
from cladpy.analyses.sparse_matrices import sparse_fact
from cladpy.errors import CladpyError
from cladpy.ir.fact import BOOL, BOTTOM, NONE, ONE, PYTHON, UNKNOWN, Dim, Fact, array, join, scalar
from cladpy.runtime import no_adjoint
from cladpy.runtime.attributes import attributes_of

MAX_ITEMS = 64  # longer lists are described by one joined fact
COMPILED = type(np.random.default_rng)  # a function that Cython compiled
FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, types.MethodType, np.ufunc, type(np.sum), COMPILED)


def fact_of(value: object, label: str, around: tuple[object, ...] = ()) -> Fact:
    """Return the facts of a value.

    Parameters
    ----------
    value : object
        An argument, a global or the content of a cell.
    label : str
        Names the value; its dimensions are named after it.
    around : tuple
        The containers and objects that it was found in; of what holds itself, nothing is known at that place.

    Raises
    ------
    CladpyError
        C404 for a subclass of numpy.ndarray.
    """
    kind = type(value)
    if kind in PYTHON:
        return dataclasses.replace(BOOL, value=value, known=True) if kind is bool else PYTHON[kind]
    if kind is np.ndarray:
        return _array(value, label)  # type: ignore[arg-type]
    if isinstance(value, np.generic):
        return scalar(value.dtype)
    if isinstance(value, np.ndarray):
        raise CladpyError(
            "C404", f"{label} is a {kind.__name__}, a subclass of ndarray", hint="pass a plain array: np.asarray(...)"
        )
    if value is None:
        return NONE
    if value is no_adjoint:
        return Fact("no_adjoint", value=value, known=True)
    if kind is str:
        return Fact("str", value=value, known=True)
    if isinstance(value, enum.Enum):
        return Fact("enum", cls=kind, value=value, known=True)
    if any(value is outer for outer in around):
        return UNKNOWN
    return _structured(value, label, (*around, value))


def _array(value: np.ndarray, label: str) -> Fact:
    dims = tuple(
        ONE if size == 1 else Dim(f"{label}:{axis}", one=False, constant=True) for axis, size in enumerate(value.shape)
    )
    return array(value.dtype, dims)


def _structured(value: object, label: str, around: tuple[object, ...]) -> Fact:
    if isinstance(value, tuple):
        keys = getattr(type(value), "_fields", None)
        items = tuple(fact_of(item, f"{label}[{k}]", around) for k, item in enumerate(value))
        return Fact("tuple", items=items, keys=keys, cls=None if keys is None else type(value))
    if type(value) is list:
        return _list(value, label, around)
    if type(value) is dict:
        items = tuple(fact_of(item, f"{label}[{key!r}]", around) for key, item in value.items())
        return Fact("dict", items=items, keys=tuple(value))
    if type(value) in (range, slice):
        return Fact(type(value).__name__)
    if isinstance(value, types.ModuleType):
        return Fact("module", value=value, known=True)
    if isinstance(value, type):
        return Fact("class", value=value, known=True)
    if isinstance(value, FUNCTIONS) or is_derivative(value):
        return Fact("function", value=value, known=True)
    opaque = generator_fact(value) or sparse_fact(value)
    if opaque is not None:
        return opaque
    if type(value) is functools.partial:
        return _object(value, ("func", "args", "keywords"), label, around, lambda key: getattr(value, key))
    if dataclasses.is_dataclass(value):
        keys = tuple(item.name for item in dataclasses.fields(value))
        return _object(value, keys, label, around, lambda key: getattr(value, key))
    fields = attributes_of(value)
    if fields is not None:
        return _object(value, tuple(fields), label, around, fields.__getitem__)
    return UNKNOWN


def members_of(cls: object) -> list[enum.Enum]:
    """Return the members of an enumeration; none of anything else."""
    return list(cls) if isinstance(cls, enum.EnumType) else []


def member_of_enum(fact: Fact, attribute: str) -> Fact:
    """Return the facts of the name or value of a member of an enumeration: of all members, where it may be any."""
    if fact.known:
        return fact_of(getattr(fact.value, attribute), attribute)
    joined = BOTTOM
    for member in members_of(fact.cls):
        joined = join(joined, fact_of(getattr(member, attribute), attribute).without_value(), attribute)
    return UNKNOWN if joined.kind == "bottom" else joined


def is_derivative(value: object) -> bool:
    """Tell whether a value is what a request gives: a callable that knows its primal and its request."""
    return callable(value) and "request" in getattr(value, "__dict__", {}) and "primal" in value.__dict__


def _list(value: list[object], label: str, around: tuple[object, ...]) -> Fact:
    if len(value) <= MAX_ITEMS:
        return Fact("list", items=tuple(fact_of(item, f"{label}[{k}]", around) for k, item in enumerate(value)))
    return Fact("list", element=UNKNOWN)


def _object(
    value: object, keys: tuple[str, ...], label: str, around: tuple[object, ...], read: Callable[[str], object]
) -> Fact:
    items = tuple(fact_of(read(key), f"{label}.{key}", around) for key in keys)
    return Fact("object", items=items, keys=keys, cls=type(value))
