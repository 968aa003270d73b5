"""The structure of a value, without its storage: what an adjoint or a seed must look like."""

import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from cladpy.execute.signature_key import IDENTICAL, fields_of

LEAVES = (int, str, bytes, types.FunctionType, types.MethodType, *IDENTICAL)


@dataclass(frozen=True, slots=True)
class ArrayLeaf:
    """A floating array of this shape and dtype."""

    shape: tuple[int, ...]
    dtype: np.dtype


@dataclass(frozen=True, slots=True)
class NumberLeaf:
    """A floating number of this type: float, complex or a NumPy scalar."""

    kind: Callable[[Any], Any]
    is_complex: bool


@dataclass(frozen=True, slots=True)
class Nothing:
    """A leaf that holds nothing floating."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A container or object.

    Parameters
    ----------
    kind : "sequence", "mapping" or "object"
    cls : type
    keys : tuple
        Of a mapping its keys, of an object the names of its fields, else positions.
    items : tuple
        Structures of the items.
    """

    kind: str
    cls: type
    keys: tuple[object, ...]
    items: "tuple[Structure, ...]"

    @property
    def holds_floating(self) -> bool:
        """Tell whether anything in it is floating."""
        return any(holds_floating(item) for item in self.items)


Structure: TypeAlias = ArrayLeaf | NumberLeaf | Nothing | Branch
NOTHING = Nothing()
REAL = NumberLeaf(float, is_complex=False)
COMPLEX = NumberLeaf(complex, is_complex=True)


def structure_of(value: object, around: tuple[object, ...] = ()) -> Structure:
    """Return the structure of a value.

    Examples
    --------
    >>> structure_of({"w": np.ones((2, 3), np.float32), "steps": 3}).items
    (ArrayLeaf(shape=(2, 3), dtype=dtype('float32')), Nothing())
    """
    if isinstance(value, np.ndarray):
        return ArrayLeaf(value.shape, value.dtype) if value.dtype.kind in "fc" else NOTHING
    if isinstance(value, np.generic):
        kind = value.dtype.kind
        return NumberLeaf(value.dtype.type, is_complex=kind == "c") if kind in "fc" else NOTHING
    if isinstance(value, float | complex):
        return REAL if isinstance(value, float) else COMPLEX
    if value is None or isinstance(value, LEAVES) or any(value is outer for outer in around):
        return NOTHING
    return _branch(value, (*around, value))


def holds_itself(value: object, around: tuple[object, ...] = ()) -> bool:
    """Tell whether a container or object is found again inside itself.

    Examples
    --------
    >>> shared, ring = [1.0], [2.0]
    >>> ring.append(ring)
    >>> holds_itself((shared, shared)), holds_itself({"ring": ring})
    (False, True)
    """
    if value is None or isinstance(value, (np.ndarray, np.generic, float, complex, *LEAVES)):
        return False
    if any(value is outer for outer in around):
        return True
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, tuple | list) else None
    items = [item for _, item in fields_of(value)] if inner is None else inner
    return any(holds_itself(item, (*around, value)) for item in items)


def _branch(value: object, around: tuple[object, ...]) -> Structure:
    cls = type(value)
    if isinstance(value, dict):
        return Branch("mapping", cls, tuple(value), tuple(structure_of(item, around) for item in value.values()))
    if isinstance(value, tuple | list):
        return Branch("sequence", cls, tuple(range(len(value))), tuple(structure_of(item, around) for item in value))
    fields = fields_of(value)
    if not fields:
        return NOTHING
    names = tuple(name for name, _ in fields)
    return Branch("object", cls, names, tuple(structure_of(item, around) for _, item in fields))


def holds_floating(structure: Structure) -> bool:
    """Tell whether a structure holds anything floating."""
    return structure.holds_floating if isinstance(structure, Branch) else not isinstance(structure, Nothing)


def is_empty(structure: Structure) -> bool:
    """Tell whether a structure holds no leaf at all, like an empty list."""
    return isinstance(structure, Branch) and all(is_empty(item) for item in structure.items)


def rebuild(branch: Branch, items: list[object]) -> object:
    """Return a container of the branch's class that holds these items.

    Objects are made without their constructor, which may check what adjoints do not fulfil.
    """
    if branch.kind == "mapping":
        content = dict(zip(branch.keys, items, strict=True))
        return content if branch.cls is dict else _filled(branch.cls, content)
    if branch.kind == "sequence":
        make = getattr(branch.cls, "_make", None) or (tuple if issubclass(branch.cls, tuple) else list)
        return make(items)
    made = _empty(branch.cls)
    for name, item in zip(branch.keys, items, strict=True):
        object.__setattr__(made, str(name), item)
    return made


def _empty(cls: Any) -> Any:
    """Return an object of a class on which no constructor has run."""
    try:
        return cls.__new__(cls)
    except TypeError:  # it wants arguments
        return object.__new__(cls)


def _filled(cls: type, content: dict[object, object]) -> object:
    """Return a mapping of a subclass of dict, or a dict where it cannot be made empty."""
    try:
        made: dict[object, object] = cls()
    except TypeError:
        return content
    made.update(content)
    return made
