"""The way back from broadcasting and reductions, as numba compiles it: one pass over the larger array."""

from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import overload

from cladpy import runtime

NUMBERS = (types.Number, types.Boolean)


@numba.njit
def place_in(index: Any, shape: Any) -> int:
    """Return where an element of a broadcast array lies in the array of a shape, counted in C order."""
    place, added = 0, len(index) - len(shape)
    for axis in range(len(shape)):
        place = place * shape[axis] + (0 if shape[axis] == 1 else index[added + axis])
    return place


@numba.njit
def reduced_place(index: Any, shape: Any, axes: Any) -> int:
    """Return where the element of a reduction lies that an element of its argument goes into, counted in C order."""
    place = 0
    for each in range(len(shape)):
        is_reduced = False
        for axis in axes:
            is_reduced |= axis % len(shape) == each
        if not is_reduced:
            place = place * shape[each] + index[each]
    return place


@numba.njit
def sum_to_shape(d: Any, shape: Any) -> Any:
    """Return the sum of an array over the axes that broadcasting added or stretched."""
    added = d.ndim - len(shape)
    total = np.zeros(shape, d.dtype)
    flat = total.reshape(total.size)
    for axis in range(len(shape)):
        if added < 0 or (shape[axis] != 1 and shape[axis] != d.shape[added + axis]):
            raise ValueError("[C402] a contribution to the adjoint of an operand of another shape")
    for index in np.ndindex(d.shape):
        flat[place_in(index, shape)] += d[index]
    return total


@overload(runtime.flat_index, strict=False)
def _flat_index(index: Any, shape: Any) -> Any:
    if not isinstance(index, types.Integer) or not isinstance(shape, types.UniTuple) or len(shape) not in (1, 2, 3):
        return None

    def checked(index: Any, shape: Any) -> Any:
        size = 1
        for length in shape:
            size *= length
        if not -size <= index < size:
            raise IndexError("index is out of bounds")
        return index + size if index < 0 else index

    inside = numba.njit(checked)
    if len(shape) == 1:
        return lambda index, shape: (inside(index, shape),)
    if len(shape) == 2:

        def of_two(index: Any, shape: Any) -> Any:
            place = inside(index, shape)
            return place // shape[1], place % shape[1]

        return of_two

    def of_three(index: Any, shape: Any) -> Any:
        place = inside(index, shape)
        return place // shape[2] // shape[1], place // shape[2] % shape[1], place % shape[2]

    return of_three


def as_single(x: Any) -> Any:
    """Return an array, or a list of arrays, in float32: itself where it is."""
    return [as_single(each) for each in x] if isinstance(x, list) else x.astype(np.float32)


@overload(as_single, strict=False)
def _as_single(x: Any) -> Any:
    if isinstance(x, types.List) and isinstance(x.dtype, types.Array) and x.dtype.dtype != types.float32:
        return lambda x: [each.astype(np.float32) for each in x]
    if not isinstance(x, types.Array):
        return lambda x: x
    return (lambda x: x) if x.dtype == types.float32 else (lambda x: x.astype(np.float32))


@numba.njit
def check_lengths(left: int, right: int) -> None:
    """Raise if two lengths, neither of them one, are not equal."""
    if left != right:
        raise ValueError("operands could not be broadcast together")


@numba.njit
def check_reach(length: int, needed: int) -> None:
    """Raise if an axis is shorter than what loops read or write along it."""
    if length < needed:
        raise IndexError("index is out of bounds")


@overload(runtime.unbroadcast_to, strict=False)
def _unbroadcast_to(d: Any, shape: Any, dtype: Any) -> Any:
    if not isinstance(shape, types.BaseTuple):
        return None
    if _is_single(dtype) and isinstance(d, types.Array):
        return lambda d, shape, dtype: as_single(runtime.unbroadcast_to(d, shape, np.dtype("float64")))
    if _is_narrow(dtype):
        return None
    if isinstance(d, NUMBERS):
        return (lambda d, shape, dtype: d) if len(shape) == 0 or _is_python(dtype) else None
    if not isinstance(d, types.Array) or isinstance(d.dtype, types.Complex):
        return None
    if _is_python(dtype) or len(shape) == 0:
        return lambda d, shape, dtype: np.sum(d)
    if d.ndim == len(shape):

        def summed(d: Any, shape: Any, dtype: Any) -> Any:
            return np.ascontiguousarray(d) if d.shape == shape else sum_to_shape(d, shape)

        return summed
    return lambda d, shape, dtype: sum_to_shape(d, shape)


@overload(runtime.unbroadcast, strict=False)
def _unbroadcast(d: Any, x: Any) -> Any:
    if isinstance(x, types.Array) and isinstance(d, types.Array):
        return lambda d, x: runtime.unbroadcast_to(d, x.shape, x.dtype)
    if isinstance(x, types.Number) and not isinstance(x, types.Complex):
        return (lambda d, x: np.sum(d)) if isinstance(d, types.Array) else (lambda d, x: d)
    return None


@overload(runtime.extremum_adjoint, strict=False)
def _extremum_adjoint(
    d: Any, x: Any, y: Any, axis: Any = None, keepdims: Any = False, initial: Any = None, where: Any = True
) -> Any:
    if not isinstance(x, types.Array) or not _is_left_out(initial) or not _is_left_out(where, default=True):
        return None
    if _is_left_out(axis):

        def of_all(
            d: Any, x: Any, y: Any, axis: Any = None, keepdims: Any = False, initial: Any = None, where: Any = True
        ) -> Any:
            return share_of_tied(np.full(1, first(d)), x, np.full(1, first(y)), (0,), is_whole=True)

        return of_all
    if not isinstance(axis, types.Integer) or not isinstance(d, types.Array) or not isinstance(y, types.Array):
        return of_all if x.ndim == 1 else None

    def along_axis(
        d: Any, x: Any, y: Any, axis: Any = None, keepdims: Any = False, initial: Any = None, where: Any = True
    ) -> Any:
        return share_of_tied(
            np.ascontiguousarray(d).ravel(), x, np.ascontiguousarray(y).ravel(), (axis,), is_whole=False
        )

    return along_axis


@numba.njit
def share_of_tied(d: Any, x: Any, y: Any, axes: Any, is_whole: bool) -> Any:
    """Return the cotangents of extrema, each split evenly among what equals it; NaN counts as equal to NaN."""
    count, adjoint = np.zeros(len(d)), np.zeros(x.shape, x.dtype)
    for index in np.ndindex(x.shape):
        place = 0 if is_whole else reduced_place(index, x.shape, axes)
        if x[index] == y[place] or (np.isnan(x[index]) and np.isnan(y[place])):
            count[place] += 1.0
    for index in np.ndindex(x.shape):
        place = 0 if is_whole else reduced_place(index, x.shape, axes)
        if x[index] == y[place] or (np.isnan(x[index]) and np.isnan(y[place])):
            adjoint[index] = d[place] / count[place]
    return adjoint


def first(value: Any) -> Any:
    """Return a number, or the only element of an array."""
    return value


@overload(first, strict=False)
def _first(value: Any) -> Any:
    if isinstance(value, types.Array):
        return lambda value: value.ravel()[0]
    return lambda value: value


def max_along(x: Any, axis: int) -> Any:
    """Return the largest elements along an axis."""
    return np.max(x, axis=axis)


def min_along(x: Any, axis: int) -> Any:
    """Return the smallest elements along an axis."""
    return np.min(x, axis=axis)


def _provide_along(function: Any, whole: Any, is_larger: Any) -> None:
    """Let compiled code call `max_along` or `min_along`; NaN stays NaN, as in NumPy."""

    def typed(x: Any, axis: Any) -> Any:
        if not isinstance(x, types.Array) or not isinstance(x.dtype, types.Float) or x.ndim == 0:
            return None
        if x.ndim == 1:
            return lambda x, axis: whole(x)

        def along(x: Any, axis: Any) -> Any:
            if x.shape[axis] == 0:
                raise ValueError("zero-size array to reduction operation which has no identity")
            found = np.zeros_like(np.sum(x, axis))
            flat, is_met = found.reshape(found.size), np.zeros(found.size, np.bool_)
            for index in np.ndindex(x.shape):
                place, value = reduced_place(index, x.shape, (axis,)), x[index]
                if not is_met[place] or np.isnan(value) or is_larger(value, flat[place]):
                    flat[place] = value
                is_met[place] = True
            return found

        return along

    overload(function, strict=False)(typed)


_provide_along(max_along, np.max, numba.njit(lambda left, right: left > right))
_provide_along(min_along, np.min, numba.njit(lambda left, right: left < right))


@overload(runtime.var_adjoint, strict=False)
def _var_adjoint(d: Any, x: Any, axis: Any = None, ddof: Any = 0) -> Any:
    if not isinstance(x, types.Array) or not _is_left_out(axis) or not isinstance(d, types.Number):
        return None

    def of_all(d: Any, x: Any, axis: Any = None, ddof: Any = 0) -> Any:
        if d == 0:
            return np.zeros(x.shape, x.dtype)
        return 2 * d / (x.size - ddof) * (x - np.mean(x))

    return of_all


@overload(runtime.std_adjoint, strict=False)
def _std_adjoint(d: Any, x: Any, y: Any, axis: Any = None, ddof: Any = 0) -> Any:
    if not isinstance(x, types.Array) or not _is_left_out(axis) or not isinstance(d, types.Number):
        return None

    def of_all(d: Any, x: Any, y: Any, axis: Any = None, ddof: Any = 0) -> Any:
        if d == 0 or y == 0 or np.all(x == x.ravel()[0]):
            return np.zeros(x.shape)
        return d / y / (x.size - ddof) * (x - np.mean(x))

    return of_all


@overload(runtime.prod_adjoint, strict=False)
def _prod_adjoint(d: Any, x: Any, axis: Any = None) -> Any:
    if not isinstance(x, types.Array) or not isinstance(d, types.Number) or not (_is_left_out(axis) or x.ndim == 1):
        return None

    def of_all(d: Any, x: Any, axis: Any = None) -> Any:
        flat, adjoint, product = x.ravel(), np.empty(x.size), 1.0
        for place in range(x.size):
            adjoint[place] = product * d
            product *= flat[place]
        product = 1.0
        for place in range(x.size - 1, -1, -1):
            adjoint[place] *= product
            product *= flat[place]
        return adjoint.reshape(x.shape)

    return of_all


@overload(runtime.unreduce, strict=False)
def _unreduce(d: Any, shape: Any, axis: Any = None, keepdims: Any = False) -> Any:
    if isinstance(d, NUMBERS):
        return lambda d, shape, axis=None, keepdims=False: np.full(shape, d)
    if isinstance(axis, types.Integer):
        return lambda d, shape, axis=None, keepdims=False: spread(d, shape, (axis,))
    if isinstance(axis, types.UniTuple):
        return lambda d, shape, axis=None, keepdims=False: spread(d, shape, axis)
    return None


@numba.njit
def spread(d: Any, shape: Any, axes: Any) -> Any:
    """Return an array of a shape in which a reduction along axes stands at each element that went into it."""
    full, flat = np.empty(shape, d.dtype), np.ascontiguousarray(d).ravel()
    for index in np.ndindex(shape):
        full[index] = flat[reduced_place(index, shape, axes)]
    return full


@overload(runtime.reduced_size, strict=False)
def _reduced_size(shape: Any, axis: Any) -> Any:
    if isinstance(axis, types.Integer):
        return lambda shape, axis: shape[axis]
    if not isinstance(axis, types.UniTuple):
        return None

    def of_several(shape: Any, axis: Any) -> Any:
        size = 1
        for each in axis:
            size *= shape[each]
        return size

    return of_several


def _is_left_out(kind: Any, default: Any = None) -> bool:
    if isinstance(kind, types.Omitted):
        kind = kind.value
    return kind is default or (default is None and isinstance(kind, types.NoneType))


def _is_python(dtype: Any) -> bool:
    """Tell whether a dtype is that of a Python number."""
    return isinstance(dtype, types.Function)


def _is_single(dtype: Any) -> bool:
    """Tell whether a dtype is that of float32."""
    return getattr(dtype, "dtype", None) == types.float32


def _is_narrow(dtype: Any) -> bool:
    """Tell whether a dtype is other than float64: what is summed would have to be cast."""
    if isinstance(dtype, types.Function):
        return False
    return getattr(dtype, "dtype", None) != types.float64
