"""What a function of the library does to facts.

Elementwise functions, reductions and products are followed symbolically; shape functions in ``transfer_shapes``, every
other function in ``trials``.
"""

import itertools
import operator
import warnings
from collections.abc import Callable, Sequence
from itertools import zip_longest

import numpy as np

from cladpy.ir.fact import (
    BOOL,
    COMPLEX,
    FLOAT,
    INT,
    ONE,
    UNKNOWN,
    WITHOUT_STORAGE,
    Dim,
    Fact,
    array,
    of_constant,
    scalar,
)

NUMBER = Fact("number")
SMALL = 1 << 30  # whole numbers beyond that are not followed


def broadcast_dims(operands: Sequence[tuple[Dim, ...] | None], label: str) -> tuple[Dim, ...] | None:
    """Return the dimensions of an elementwise result."""
    if any(dims is None for dims in operands):
        return None
    out = []
    columns = zip_longest(*[reversed(dims) for dims in operands if dims is not None], fillvalue=ONE)
    for axis, column in enumerate(columns):
        out.append(_broadcast(column, f"{label}:-{axis + 1}"))
    return tuple(reversed(out))


def _broadcast(column: tuple[Dim, ...], label: str) -> Dim:
    wide = list(dict.fromkeys(dim for dim in column if not dim.one))
    if not wide:
        return ONE
    never_one = [dim for dim in wide if dim.one is False]
    if never_one:
        return never_one[0]
    return wide[0] if len(wide) == 1 else Dim(label)


def elementwise(function: Callable[..., object], operands: Sequence[Fact], label: str) -> Fact:
    """Return the facts of a ufunc's result."""
    dims = broadcast_dims([operand.dims for operand in operands], label)
    dtype = _elementwise_dtype(function, operands)
    if dims is None:
        kind = "array" if any(o.is_array and o.dims for o in operands) else "number"
        return Fact(kind, dtype, None)
    if dims:
        return array(dtype, dims)
    return scalar(dtype)


def elementwise_results(function: Callable[..., object], operands: Sequence[Fact], label: str) -> Fact:
    """Return the facts of the tuple that a ufunc of several results gives: all have one shape."""
    dims = broadcast_dims([operand.dims for operand in operands], label)
    samples = [_samples(operand) for operand in operands]
    trials = [_results(function, values) for values in itertools.product(*samples)]
    items = []
    for position in range(len(trials[0]) if trials else 0):
        dtypes = {trial[position].dtype for trial in trials if position < len(trial)}
        dtype = dtypes.pop() if len(dtypes) == 1 else None
        kind = "number" if dims is None else "array" if dims else "scalar"
        items.append(Fact(kind, dtype, dims))
    return Fact("tuple", items=tuple(items)) if items else Fact("tuple", element=NUMBER)


def _results(function: Callable[..., object], values: Sequence[object]) -> tuple[np.ndarray, ...]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = function(*values)
    except (TypeError, ValueError):
        return ()
    return tuple(np.asarray(item) for item in found)  # type: ignore[attr-defined]


def of_operator(function: Callable[..., object], operands: Sequence[Fact], label: str) -> Fact:
    """Return the facts of an operator's result: of operands that may all be Python numbers, it may be one too."""
    fact = elementwise(function, operands, label)
    if fact.dims == () and not any(operand.kind in ("scalar", "array") for operand in operands):
        return Fact("number", fact.dtype, (), value=WITHOUT_STORAGE)
    return fact


def _elementwise_dtype(function: Callable[..., object], operands: Sequence[Fact]) -> np.dtype | None:
    choices = [_samples(operand) for operand in operands]
    if not all(choices):
        return None
    dtypes = {_result_dtype(function, samples) for samples in itertools.islice(itertools.product(*choices), 16)}
    return dtypes.pop() if len(dtypes) == 1 else None


def _result_dtype(function: Callable[..., object], samples: Sequence[object]) -> np.dtype | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = function(*samples)
    except (TypeError, ValueError):
        return None
    return result[0].dtype if isinstance(result, tuple) else np.asarray(result).dtype


def _samples(operand: Fact) -> list[object]:
    """Return examples of an operand of each kind that it may be: a number may be Python's or NumPy's."""
    if operand.kind == "number" and operand.dtype is not None and operand.dims == ():
        python = {"f": 2.0, "i": 2, "b": True, "c": 2j}.get(operand.dtype.kind)
        return [np.ones((1,), operand.dtype), *([python] if python is not None else [])]
    sample = _sample(operand)
    return [] if sample is None else [sample]


def _sample(operand: Fact) -> object | None:
    if operand.is_python and operand.dtype is not None:
        return {"f": 2.0, "i": 2, "b": True, "c": 2j}[operand.dtype.kind]
    if not operand.is_number or operand.dtype is None or operand.kind == "number":
        return None
    return np.ones((1,), operand.dtype)


def as_array_scalar(operand: Fact) -> Fact:
    """Return the facts of an operand of which a function makes an array: Python numbers count with their full dtype."""
    return scalar(operand.dtype) if operand.kind in ("python", "number") and operand.dims == () else operand


def as_python(owner: Fact, dims: tuple[Dim, ...] | None) -> Fact:
    """Return the facts of an array's elements as Python numbers: nested lists, one for each dimension."""
    if dims is None:
        return UNKNOWN
    if dims:
        return Fact("list", element=as_python(owner, dims[1:]))
    dtype = owner.dtype
    known = {"f": FLOAT, "i": INT, "u": INT, "b": BOOL, "c": COMPLEX}
    return Fact("python", None, ()) if dtype is None else known.get(dtype.kind, UNKNOWN)


def python_operator(function: Callable[..., object], operands: Sequence[Fact], name: str) -> Fact | None:
    """Return the facts of an operator on Python numbers, or None if one is not."""
    if not all(operand.is_python for operand in operands):
        return None
    if any(operand.dtype is None for operand in operands):
        return Fact("python", None, ())
    kinds = {operand.dtype.kind for operand in operands if operand.dtype is not None}
    if "c" in kinds:
        return Fact("python", np.dtype(complex), ())
    if name == "Pow" and "f" not in kinds:
        exponent = operands[1]
        return INT if exponent.known and exponent.value >= 0 else Fact("python", None, ())  # type: ignore[operator]
    if name == "Pow" and "f" in kinds:
        # A negative base with a fractional exponent gives a Python complex number, which the runtime refuses.
        return FLOAT
    if "f" in kinds or name == "Div":
        return FLOAT
    if kinds == {"b"} and name in ("BitAnd", "BitOr", "BitXor"):
        return BOOL
    return _known_integer(_INTEGER[name], operands) if name in _INTEGER else INT


_INTEGER = {
    "Add": operator.add, "Sub": operator.sub, "Mult": operator.mul, "Mod": operator.mod, "FloorDiv": operator.floordiv
}  # fmt: skip


def _known_integer(function: Callable[..., object], operands: Sequence[Fact]) -> Fact:
    """Return the fact of what whole numbers give, its value if theirs are known and small."""
    values = [operand.value for operand in operands if operand.known and type(operand.value) is int]
    if len(values) < len(operands) or any(abs(value) > SMALL for value in values):
        return INT
    if values[-1] == 0 and function in (operator.mod, operator.floordiv):
        return INT  # which raises
    return of_constant(function(*values))


def reduction(function: Callable[..., object], operand: Fact, axis: Fact | None, keepdims: Fact | None) -> Fact | None:
    """Return the facts of a reduction over an axis that is known, else None."""
    if operand.dims is None or not operand.is_number:
        return None
    whole = axis is None or axis.kind == "none"
    if not whole and not _known_axis(axis):
        return None
    kept = keepdims is not None and keepdims.known and bool(keepdims.value)
    if keepdims is not None and not keepdims.known:
        return None
    dtype = _dtype_by_call(function, operand)
    count = len(operand.dims)
    if whole:
        dims: tuple[Dim, ...] = (ONE,) * count if kept else ()
    else:
        axes = {a % count for a in _axes(axis)} if count else set()  # type: ignore[arg-type]
        dims = tuple(
            ONE if position in axes else dim
            for position, dim in enumerate(operand.dims)
            if kept or position not in axes
        )
    return array(dtype, dims) if dims else scalar(dtype)


def _known_axis(axis: Fact | None) -> bool:
    if axis is None:
        return False
    if axis.kind == "tuple" and axis.items is not None:
        return all(item.known for item in axis.items)
    return axis.known and isinstance(axis.value, int)


def _axes(axis: Fact) -> list[int]:
    if axis.kind == "tuple" and axis.items is not None:
        return [int(item.value) for item in axis.items]  # type: ignore[call-overload]
    return [int(axis.value)]  # type: ignore[call-overload]


def _dtype_by_call(function: Callable[..., object], operand: Fact) -> np.dtype | None:
    sample = _sample(operand)
    if sample is None:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return np.asarray(function(sample)).dtype
        except (TypeError, ValueError):
            return None


def matmul(left: Fact, right: Fact, label: str) -> Fact | None:
    """Return the facts of ``left @ right``, or None where a number of dimensions is unknown."""
    if left.dims is None or right.dims is None or not left.dims or not right.dims:
        return None
    dtype = _elementwise_dtype(np.multiply, [left, right])
    rows, columns = left.dims[-2:-1], right.dims[-1:] if len(right.dims) > 1 else ()
    batch = broadcast_dims([left.dims[:-2], right.dims[:-2]], label)
    dims = (*(batch or ()), *rows, *columns)
    return array(dtype, dims) if dims else scalar(dtype)
