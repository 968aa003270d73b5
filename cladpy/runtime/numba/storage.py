"""Copies and sums of storage, as numba compiles them."""

from typing import Any

import numpy as np
from numba import types
from numba.extending import overload

from cladpy import runtime

NUMBERS = (types.Number, types.Boolean)


@overload(runtime.own, strict=False)
def _own(value: Any) -> Any:
    if isinstance(value, types.Array | types.List):
        return lambda value: value.copy()
    return (lambda value: value) if isinstance(value, NUMBERS) else None


@overload(runtime.detached, strict=False)
def _detached(value: Any) -> Any:
    if isinstance(value, types.Array | types.List):
        return lambda value: value.copy()
    return (lambda value: value) if isinstance(value, NUMBERS) else None


@overload(runtime.entry_copy, strict=False)
def _entry_copy(value: Any, arrays: bool = False) -> Any:
    if isinstance(value, types.List) and isinstance(value.dtype, NUMBERS):
        return lambda value, arrays=False: value.copy()
    return (lambda value, arrays=False: value) if isinstance(value, NUMBERS) else None


@overload(runtime.zero_like, strict=False)
def _zero_like(value: Any) -> Any:
    if isinstance(value, types.Array) and isinstance(value.dtype, types.Float | types.Complex):
        return lambda value: np.zeros(value.shape, value.dtype)
    if isinstance(value, types.Complex):
        return lambda value: 0j
    return (lambda value: 0.0) if isinstance(value, types.Float) else None


@overload(runtime.check_scalar, strict=False)
def _check_scalar(value: Any) -> Any:
    if isinstance(value, types.Complex):

        def of_complex(value: Any) -> None:
            raise TypeError("[C307] the function returned a complex number")

        return of_complex
    if isinstance(value, NUMBERS) or (isinstance(value, types.Array) and value.ndim == 0):
        return lambda value: None

    def of_others(value: Any) -> None:
        raise TypeError("[C303] the function returned no scalar")

    return of_others


@overload(runtime.shapes_of, strict=False)
def _shapes_of(value: Any) -> Any:
    if isinstance(value, types.Array):
        return lambda value: value.shape
    if isinstance(value, NUMBERS):
        return lambda value: ()
    if isinstance(value, types.BaseTuple | types.List) and all(isinstance(each, NUMBERS) for each in _items(value)):
        return lambda value: len(value)  # of numbers, how many there are says all
    return None


@overload(runtime.array_adjoint, strict=False)
def _array_adjoint(d: Any, shapes: Any) -> Any:
    if isinstance(shapes, types.Integer) and isinstance(d, types.Array) and d.ndim == 1:
        return lambda d, shapes: d
    return (lambda d, shapes: d) if isinstance(shapes, types.BaseTuple) else None


@overload(runtime.fold_repeats, strict=False)
def _fold_repeats(d_repeated: Any, length: Any) -> Any:
    if not isinstance(d_repeated, types.List) or not isinstance(d_repeated.dtype, types.Number):
        return None

    def folded(d_repeated: Any, length: Any) -> Any:
        sums = [0.0] * length
        for position in range(len(d_repeated)):
            sums[position % length] += d_repeated[position]
        return sums

    return folded


@overload(runtime.take_last, strict=False)
def _take_last(d_x: Any, index: Any) -> Any:
    if not (isinstance(d_x, types.Array) and d_x.ndim == 1 and is_indices(index)):
        return None

    def taken(d_x: Any, index: Any) -> Any:
        writer = np.full(len(d_x), -1)
        for place in range(len(index)):
            writer[index[place]] = place
        found = np.zeros(len(index), d_x.dtype)
        for place in range(len(index)):
            if writer[index[place]] == place:
                found[place] = d_x[index[place]]
        return found

    return taken


@overload(runtime.add_at, strict=False)
def _add_at(d_x: Any, index: Any, d: Any) -> Any:
    if not isinstance(d_x, types.Array) or not is_indices(index):
        return None
    if isinstance(d, types.Array) and d.ndim == d_x.ndim:

        def each(d_x: Any, index: Any, d: Any) -> None:
            if len(d) != len(index):
                raise ValueError("[C402] a contribution of another length than the index of an array")
            for place in range(len(index)):
                d_x[index[place]] += d[place]

        return each
    if isinstance(d, types.Number) and d_x.ndim == 1:

        def same(d_x: Any, index: Any, d: Any) -> None:
            for place in range(len(index)):
                d_x[index[place]] += d

        return same
    return None


def is_indices(kind: Any) -> bool:
    """Tell whether a type is that of a list or array of positions, none of them a slice or a mask."""
    is_line = isinstance(kind, types.List) or (isinstance(kind, types.Array) and kind.ndim == 1)
    return is_line and isinstance(kind.dtype, types.Integer)


def _items(kind: Any) -> tuple[Any, ...]:
    return tuple(kind) if isinstance(kind, types.BaseTuple) else (kind.dtype,)


@overload(runtime.laid_out_like, strict=False)
def _laid_out_like(value: Any, x: Any) -> Any:
    if not isinstance(x, types.Array):
        return (lambda value, x: value) if isinstance(x, NUMBERS) else None

    def filled(value: Any, x: Any) -> Any:
        made = np.empty_like(x)
        made[...] = value
        return made

    return filled
