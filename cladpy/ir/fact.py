"""What is known of a value before it is computed: its kind, dtype and dimensions.

A fact is a function of the signature of a call alone, never of a value in it. The lattice goes from ``BOTTOM``
(no value reaches here) up to ``UNKNOWN``; ``join`` is its least upper bound.
"""

import enum
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from cladpy.ir.callables import CALLABLES, LocalFunction, Method, Partial

NUMBER_KINDS = ("python", "scalar", "array")
CONTAINERS = ("tuple", "list", "dict", "object")
FLOATING = "fc"


@dataclass(frozen=True, slots=True)
class Dim:
    """A dimension: equal names are equal sizes; ``one`` is True for 1, False for never 1, None where unknown.

    ``constant``: it is the same size throughout the call. The sizes of what a loop makes are not, nor are those that
    items of a container have one after the other, or side by side. ``size``: where it is part of the signature.
    """

    name: str
    one: bool | None = None
    constant: bool = field(default=False, compare=False)
    size: int | None = field(default=None, compare=False)


ONE = Dim("1", one=True, constant=True)
VARIES = "?"
"""In the name of a dimension: what several values have in it, so that two readers may meet different sizes."""
UPDATED = "updated"
"""The value of a dict's or object's fact where items may be missing at times: it is updated in place."""


WITHOUT_STORAGE = "without storage"
"""The value of the fact of a number that is Python's or NumPy's, and no array without dimensions."""


def same_dtype(left: np.dtype | None, right: np.dtype | None) -> bool:
    """Tell whether two dtypes are known and equal, or both unknown; ``np.dtype(float) == None`` is True in NumPy."""
    if left is None or right is None:
        return left is right
    return left == right


@dataclass(frozen=True, slots=True)
class Fact:  # noqa: PLW1641 -- the decorator makes the hash of a frozen class
    """What is known of a value.

    kind : "bottom", "unknown", "number" (floating, but of which type is unknown), "python" (int, float, bool,
        complex), "scalar" (a NumPy scalar), "array", "tuple", "list", "dict", "object", "none", "str",
        "function", "module", "class", "enum" (a member of one), "range", "slice", "ellipsis", "iterator",
        "generator" (of random numbers), "sparse" (a matrix of scipy.sparse), "optional" (None, or what ``element``
        says), "set" (of what has no derivative; ``cls`` is set or frozenset).
    dtype : numpy.dtype of numbers; of a Python number float64, int64, bool or complex128.
    dims : the dimensions of an array; None where their number is unknown; () for scalars. Of a tuple: those of the
        array whose shape it is.
    items : facts of the items of a tuple, list or dict (values) of known length, fields of an object.
    keys : the keys of a dict, the field names of an object or named tuple.
    element : joined fact of the items, where the length is unknown.
    key : joined fact of the keys of a dict, where they are unknown.
    cls : the class of an object or named tuple.
    value, known : the value, where it is part of the signature or written in the source.
    """

    kind: str
    dtype: np.dtype | None = None
    dims: tuple[Dim, ...] | None = None
    items: tuple["Fact", ...] | None = None
    keys: tuple[object, ...] | None = None
    element: "Fact | None" = None
    cls: type | None = None
    value: object = field(default=None, compare=True)
    known: bool = False
    key: "Fact | None" = None

    def __eq__(self, other: object) -> bool:
        """Compare field by field; an unknown dtype is not float64, though NumPy says that None equals it."""
        if not isinstance(other, Fact):
            return NotImplemented
        if not same_dtype(self.dtype, other.dtype):
            return False
        same = (self.kind, self.dims, self.keys, self.known) == (other.kind, other.dims, other.keys, other.known)
        if not same or self.cls is not other.cls or self.items != other.items:
            return False
        if self.element != other.element or self.key != other.key:
            return False
        return self.value is other.value or (type(self.value) is type(other.value) and bool(self.value == other.value))

    @property
    def has_sure_keys(self) -> bool:
        """Whether a container certainly has the items that are known, and no others."""
        return self.items is not None and self.value is not UPDATED

    @property
    def is_storageless(self) -> bool:
        """Whether it is certainly a number that cannot be updated in place."""
        return self.kind in ("python", "scalar") or (self.kind == "number" and self.value is WITHOUT_STORAGE)

    @property
    def is_number(self) -> bool:
        """Whether it is certainly a number or an array."""
        return self.kind in NUMBER_KINDS or self.kind == "number"

    @property
    def is_python(self) -> bool:
        """Whether it is certainly a Python number."""
        return self.kind == "python"

    @property
    def is_scalar(self) -> bool:
        """Whether it certainly has no dimensions."""
        return self.dims == () and self.is_number

    @property
    def is_array(self) -> bool:
        """Whether it is certainly an ndarray."""
        return self.kind == "array"

    @property
    def ndim(self) -> int | None:
        """Number of dimensions, if known."""
        return None if self.dims is None else len(self.dims)

    @property
    def may_hold_derivative(self) -> bool:
        """Whether a derivative may flow through the value: it may be, or may hold, something floating."""
        if self.kind in ("unknown", "object", "iterator", "function"):
            return True
        if self.is_number:
            return self.dtype is None or self.dtype.kind in FLOATING
        if self.items is not None:
            return any(item.may_hold_derivative for item in self.items)
        return self.element is not None and self.element.may_hold_derivative

    @property
    def is_floating(self) -> bool:
        """Whether it is certainly a floating number or array."""
        return self.is_number and self.dtype is not None and self.dtype.kind in FLOATING

    def without_value(self) -> "Fact":
        """Return the fact without a known value."""
        return replace(self, value=None, known=False) if self.known and self.kind != "none" else self


_KINDS: Mapping[str, type] = {
    "tuple": tuple, "list": list, "dict": dict, "str": str, "none": type(None), "array": np.ndarray, "range": range,
    "class": type,
}  # fmt: skip
BOTTOM = Fact("bottom")
UNKNOWN = Fact("unknown")
FLOAT = Fact("python", np.dtype(float), ())
INT = Fact("python", np.dtype(np.int64), ())
BOOL = Fact("python", np.dtype(bool), ())
COMPLEX = Fact("python", np.dtype(complex), ())
NONE = Fact("none", value=None, known=True)
STR = Fact("str")
PYTHON = {bool: BOOL, int: INT, float: FLOAT, complex: COMPLEX}


def array(dtype: np.dtype | None, dims: tuple[Dim, ...] | None) -> Fact:
    """Return the fact of an array."""
    return Fact("array", dtype, dims)


def scalar(dtype: np.dtype | None) -> Fact:
    """Return the fact of a NumPy scalar."""
    return Fact("scalar", dtype, ())


def holds_complex(fact: Fact) -> bool:
    """Tell whether a value, or something in it, is known to be complex."""
    parts = (fact.items or ()) if fact.element is None else (fact.element,)
    return (fact.dtype is not None and fact.dtype.kind == "c") or any(map(holds_complex, parts))


def of_constant(value: object) -> Fact:
    """Return the fact of a value that is written in the source."""
    if type(value) in PYTHON:
        return Fact("python", PYTHON[type(value)].dtype, (), value=value, known=True)
    if value is None:
        return NONE
    if value is Ellipsis:
        return Fact("ellipsis", value=value, known=True)
    if isinstance(value, str):
        return Fact("str", value=value, known=True)
    if type(value) is tuple:  # the key of a dict
        return Fact("tuple", items=tuple(map(of_constant, value)))
    if isinstance(value, CALLABLES):
        return Fact("function", value=value, known=True)
    return UNKNOWN


def as_key(fact: Fact) -> Fact:
    """Return the fact of a key of a dict: a tuple of known items is a known value as a whole.

    Examples
    --------
    >>> as_key(Fact("tuple", items=(of_constant(0), of_constant("a")))).value
    (0, 'a')
    """
    if fact.kind != "tuple" or fact.items is None:
        return fact
    items = [as_key(item) for item in fact.items]
    if not all(map(is_literal_key, items)):
        return fact
    return replace(fact, value=tuple(item.value for item in items), known=True)


def fact_of_key(key: object) -> Fact:
    """Return the facts of a key of a dict, of which member of an enumeration apart."""
    return Fact("enum", cls=type(key)) if isinstance(key, enum.Enum) else of_constant(key).without_value()


def key_of(fact: Fact) -> Fact:
    """Return the joined fact of the keys of a dict."""
    if fact.keys is None or fact.items is None:
        return UNKNOWN if fact.key is None else fact.key
    joined = BOTTOM
    for key in fact.keys:
        joined = join(joined, fact_of_key(key), "key")
    return joined


def is_literal_key(fact: Fact) -> bool:
    """Tell whether a key is known, and a literal stands for it: none does for the member of an enumeration."""
    return fact.known and fact.kind != "enum"


def as_number(fact: Fact) -> Fact:
    """Return the facts of the number that a member of an enumeration of numbers is, in arithmetic; else as they are."""
    if fact.kind != "enum" or fact.cls is None:
        return fact
    return next((PYTHON[kind] for kind in (int, float) if issubclass(fact.cls, kind)), fact)


def class_of_value(fact: Fact) -> type | None:
    """Return the very class of a value, if it is known."""
    if fact.kind == "python" and fact.dtype is not None:
        return {"b": bool, "i": int, "f": float, "c": complex}.get(fact.dtype.kind)
    if fact.kind == "scalar" and fact.dtype is not None:
        return fact.dtype.type
    if fact.kind in ("tuple", "object", "set"):
        return fact.cls or (tuple if fact.kind == "tuple" else None)
    return _KINDS.get(fact.kind) if fact.kind != "class" else None


def join(left: Fact, right: Fact, label: str = "") -> Fact:
    """Return the strongest fact that holds of both; a dimension that differs is named after the label."""
    if left == right or right.kind == "bottom":
        return left
    if left.kind == "bottom":
        return right
    if left.is_number and right.is_number:
        return _join_numbers(left, right, label)
    if left.kind == right.kind and left.kind in CONTAINERS and left.cls is right.cls:
        return _join_containers(left, right, label)
    if left.kind == right.kind and left.kind in ("str", "none", "range", "slice", "enum"):
        return Fact(left.kind, cls=left.cls if left.cls is right.cls else None)
    if {left.kind, right.kind} & {"none", "optional"}:
        return optional(join(_where_present(left), _where_present(right), label))
    return UNKNOWN


def optional(fact: Fact) -> Fact:
    """Return the fact of a value that may be None, and otherwise has these facts."""
    if fact.kind == "bottom":
        return NONE
    return fact if fact.kind in ("none", "optional", "unknown") else Fact("optional", element=fact.without_value())


def present(fact: Fact) -> Fact:
    """Return what holds of a value where it is not None: of the operand of whatever raises for None.

    Examples
    --------
    >>> present(join(NONE, FLOAT)) == FLOAT
    True
    """
    return element_of(fact) if fact.kind == "optional" else fact


def _where_present(fact: Fact) -> Fact:
    return BOTTOM if fact.kind == "none" else present(fact)


def _join_numbers(left: Fact, right: Fact, label: str) -> Fact:
    kind = left.kind if left.kind == right.kind else "number"
    dtype = left.dtype if same_dtype(left.dtype, right.dtype) else None
    value = WITHOUT_STORAGE if kind == "number" and left.is_storageless and right.is_storageless else None
    return Fact(kind, dtype, _join_dims(left.dims, right.dims, label), value=value)


def _join_dims(left: tuple[Dim, ...] | None, right: tuple[Dim, ...] | None, label: str) -> tuple[Dim, ...] | None:
    if left is None or right is None or len(left) != len(right):
        return None
    return tuple(_join_dim(a, b, f"{label}:{axis}") for axis, (a, b) in enumerate(zip(left, right, strict=True)))


def _join_dim(left: Dim, right: Dim, label: str) -> Dim:
    if left == right:
        return left
    return Dim(label, one=False if left.one is False and right.one is False else None)


def _join_containers(left: Fact, right: Fact, label: str) -> Fact:
    for one, other in ((left, right), (right, left)):
        if says_nothing_yet(one):  # of which more is said elsewhere
            return other
    if left.kind == "object":
        right = _in_order_of(right, left)
    if (
        left.items is not None
        and right.items is not None
        and left.keys == right.keys
        and len(left.items) == len(right.items)
    ):
        pairs = enumerate(zip(left.items, right.items, strict=True))
        items = tuple(join(a, b, f"{label}.{position}") for position, (a, b) in pairs)
        value = UPDATED if left.value is UPDATED or right.value is UPDATED else None
        return Fact(left.kind, items=items, keys=left.keys, cls=left.cls, value=value)
    key = join(key_of(left), key_of(right), label) if left.kind == "dict" else None
    return Fact(left.kind, element=join(element_of(left), element_of(right), label), cls=left.cls, key=key)


def nothing_yet(fact: Fact) -> Fact:
    """Return the fact of a container of which no item is known yet, and neither how many a tuple has."""
    value, key = (UPDATED if fact.kind == "tuple" else None), (BOTTOM if fact.kind == "dict" else None)
    return Fact(fact.kind, element=BOTTOM, cls=fact.cls, value=value, key=key)


def says_nothing_yet(fact: Fact) -> bool:
    """Tell whether of an object or tuple no item is known yet: unlike an empty tuple it has no length."""
    fixed = fact.kind == "object" or (fact.kind == "tuple" and fact.value is UPDATED)
    return fixed and fact.items is None and fact.element == BOTTOM


def _in_order_of(fact: Fact, other: Fact) -> Fact:
    """Return the facts of an object with its attributes in the order of another's that has the same."""
    if fact.keys is None or other.keys is None or fact.keys == other.keys or {*fact.keys} != {*other.keys}:
        return fact
    known = dict(zip(fact.keys, fact.items or (), strict=True))
    return replace(fact, items=tuple(known[key] for key in other.keys), keys=other.keys)


def without_local_functions(fact: Fact) -> Fact:
    """Return the fact without functions that are literals of the normal form, through containers.

    Which names such a function captures is known where it is made, and no longer a loop's iteration later. One that
    captures none stays what it is: what a partial application or method is about stands behind it.
    """
    if fact.known and captures(fact.value):
        return fact.without_value()
    if not holds_capturing(fact):
        return fact
    if fact.items is not None:
        return replace(fact, items=tuple(map(without_local_functions, fact.items)))
    return fact if fact.element is None else replace(fact, element=without_local_functions(fact.element))


def captures(value: object) -> bool:
    """Tell whether a value is a literal that stands for a function which may read variables of a call."""
    if isinstance(value, LocalFunction):
        return value.captures
    return isinstance(value, CALLABLES) and not isinstance(value, Partial | Method)


def holds_capturing(fact: Fact) -> bool:
    """Tell whether a value is, or holds, such a function."""
    inner = fact.items or ((fact.element,) if fact.element is not None else ())
    return captures(fact.value) if fact.known else any(map(holds_capturing, inner))


def holds_local_function(fact: Fact) -> bool:
    """Tell whether a value is, or holds, a function that is a literal of the normal form."""
    if fact.known:
        return isinstance(fact.value, CALLABLES)
    inner = fact.items or ((fact.element,) if fact.element is not None else ())
    return any(map(holds_local_function, inner))


def element_of(fact: Fact) -> Fact:
    """Return the joined fact of the items of a container."""
    if fact.items is not None:
        joined = BOTTOM
        for item in fact.items:
            joined = join(joined, without_local_functions(item.without_value()), f"{VARIES}element")
        return joined
    if says_nothing_yet(fact) and fact.kind == "tuple":
        return UNKNOWN  # it has items, of which the node that says more is not at hand
    return fact.element if fact.element is not None else UNKNOWN


def read_from(owner: Fact, fact: Fact, label: str) -> Fact:
    """Return the facts of an item as one reader meets it: other readers of the container may meet other sizes.

    Parameters
    ----------
    owner : Fact
        Of the container.
    fact : Fact
        Of the item, as the container's facts give it.
    label : str
        Names the dimensions that this reader alone knows.
    """
    if owner.items is None or owner.value == UPDATED:
        return rename_dims(fact, lambda dim, name: dim if dim.constant else Dim(name, dim.one), label)
    return settled_dims(fact, label)


def settled_dims(fact: Fact, label: str) -> Fact:
    """Return the facts of one value, whose dimensions are its own where those that it stems from vary."""
    return rename_dims(fact, lambda dim, name: Dim(name, dim.one) if VARIES in dim.name else dim, label)


def rename_dims(fact: Fact, rename: Callable[[Dim, str], Dim], label: str = "") -> Fact:
    """Return the fact with its dimensions renamed, through containers; 1 stays 1."""
    if fact.dims:
        known = [dim.one or dim.size is not None for dim in fact.dims]
        dims = tuple(dim if known[axis] else rename(dim, f"{label}:{axis}") for axis, dim in enumerate(fact.dims))
        return replace(fact, dims=dims)
    if fact.items is not None:
        items = tuple(rename_dims(item, rename, f"{label}.{k}") for k, item in enumerate(fact.items))
        return replace(fact, items=items)
    if fact.element is not None:
        return replace(fact, element=rename_dims(fact.element, rename, f"{label}.e"))
    return fact
