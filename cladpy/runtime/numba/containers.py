"""Adjoints of lists and dicts that the primal updates, as numba compiles them: of one kind of item each.

A shadow of a list of numbers is a list, of a dict of numbers a dict; of a list of arrays a list of arrays.
"""

from typing import Any

import numpy as np
from numba import types
from numba.extending import overload

from cladpy import runtime


@overload(runtime.zero_shadow, strict=False)
def _zero_shadow(value: Any, same_arrays: Any = False) -> Any:
    if is_list(value, types.Float | types.Integer):
        return lambda value, same_arrays=False: [0.0] * len(value)
    is_plain = same_arrays is False or getattr(same_arrays, "value", None) is False
    if not _holds_arrays(value) or not is_plain:
        return None  # one array at two places has one shadow, which is not looked for here
    return lambda value, same_arrays=False: zero_arrays(value)


@overload(runtime.zero_adjoint, strict=False)
def _zero_adjoint(value: Any, form: Any = None) -> Any:
    is_tuple = isinstance(value, types.UniTuple) and isinstance(value.dtype, types.Float)
    if is_tuple or is_list(value, types.Float | types.Integer):
        return lambda value, form=None: [0.0] * len(value)
    if isinstance(value, types.Array) and isinstance(value.dtype, types.Float | types.Complex):
        return lambda value, form=None: np.zeros(value.shape, value.dtype)
    return (lambda value, form=None: zero_arrays(value)) if _holds_arrays(value) else None


def zero_arrays(value: Any) -> Any:
    """Return a list of zeros of the shapes of arrays."""
    return [np.zeros(each.shape, each.dtype) for each in value]


@overload(zero_arrays, strict=False)
def _zero_arrays(value: Any) -> Any:
    return lambda value: [np.zeros(each.shape, each.dtype) for each in value]


@overload(runtime.fresh_cells, strict=False)
def _fresh_cells(shadow: Any, same_arrays: Any = False) -> Any:
    return (lambda shadow, same_arrays=False: [0.0] * len(shadow)) if is_list(shadow, types.Float) else None


@overload(runtime.add_cells, strict=False)
def _add_cells(shadow: Any, copy: Any, places: Any = None) -> Any:
    if not (is_list(shadow, types.Float) and is_list(copy, types.Float)):
        return None
    if isinstance(places, types.SliceType):

        def to_part(shadow: Any, copy: Any, places: Any = None) -> None:
            start, _, step = places.indices(len(shadow))
            for place in range(len(copy)):
                shadow[start + step * place] += copy[place]

        return to_part

    def to_all(shadow: Any, copy: Any, places: Any = None) -> None:
        for place in range(len(copy)):
            shadow[place] += copy[place]

    return to_all


@overload(runtime.add_to_shadow, strict=False)
def _add_to_shadow(shadow: Any, adjoint: Any, form: Any = None) -> Any:
    """Add to a list of numbers or arrays; numba knows no zero that stands for a list."""
    if not isinstance(adjoint, types.Sequence):
        return None
    if _holds_arrays(shadow):

        def to_arrays(shadow: Any, adjoint: Any, form: Any = None) -> None:
            for place in range(len(shadow)):
                cell = shadow[place]  # may lie elsewhere as well: it is added to in place
                cell[...] = cell + adjoint[place]

        return to_arrays
    if not is_list(shadow, types.Float):
        return None

    def to_each(shadow: Any, adjoint: Any, form: Any = None) -> None:
        for place in range(len(shadow)):
            shadow[place] = shadow[place] + adjoint[place]

    return to_each


@overload(runtime.order_of, strict=False)
def _order_of(keys: Any, reverse: Any = False) -> Any:
    """Sort as Python does, also backwards: what is equal stays in its order; of numbers alone."""
    if not isinstance(getattr(keys, "dtype", None), types.Float | types.Integer) or getattr(keys, "ndim", 1) != 1:
        return None

    def order(keys: Any, reverse: Any = False) -> Any:
        places = list(range(len(keys)))
        other, width = places.copy(), 1
        while width < len(keys):  # runs of this length are in order, and are merged by twos
            for start in range(0, len(keys), 2 * width):
                left, middle, right = start, min(start + width, len(keys)), start + width
                end = min(start + 2 * width, len(keys))
                for place in range(start, end):
                    is_right = left >= middle
                    if not is_right and right < end:
                        one, two = keys[places[left]], keys[places[right]]
                        is_right = one < two if reverse else two < one
                    other[place] = places[right] if is_right else places[left]
                    right, left = right + is_right, left + (not is_right)
            places, other, width = other, places, 2 * width
        return places

    return order


@overload(runtime.replaced, strict=False)
def _replaced(shadow: Any, key: Any, cell: Any) -> Any:
    if is_list(shadow, types.Float):

        def of_list(shadow: Any, key: Any, cell: Any) -> Any:
            old = shadow[key]
            shadow[key] = cell
            return old

        return of_list
    if not is_dict(shadow):
        return None

    def of_dict(shadow: Any, key: Any, cell: Any) -> Any:
        is_there = key in shadow
        old = shadow[key] if is_there else cell
        shadow[key] = cell
        return is_there, old

    return of_dict


@overload(runtime.restore, strict=False)
def _restore(shadow: Any, key: Any, old: Any) -> Any:
    if is_list(shadow, types.Float):

        def of_list(shadow: Any, key: Any, old: Any) -> None:
            shadow[key] = old

        return of_list
    if not is_dict(shadow) or not isinstance(old, types.BaseTuple):
        return None

    def of_dict(shadow: Any, key: Any, old: Any) -> None:
        is_there, cell = old
        if is_there:
            shadow[key] = cell
        else:
            shadow.pop(key)

    return of_dict


@overload(runtime.put_back, strict=False)
def _put_back(shadow: Any, index: Any, cell: Any) -> Any:
    if is_dict(shadow):

        def of_dict(shadow: Any, index: Any, cell: Any) -> None:
            shadow[index] = cell

        return of_dict
    if not is_list(shadow, types.Float):
        return None

    def of_list(shadow: Any, index: Any, cell: Any) -> None:
        shadow.insert(index if index >= 0 else len(shadow) + 1 + index, cell)

    return of_list


@overload(runtime.take_out, strict=False)
def _take_out(shadow: Any, index: Any) -> Any:
    if not is_list(shadow, types.Float):
        return None

    def taken(shadow: Any, index: Any) -> Any:
        length = len(shadow) - 1
        return shadow.pop(min(index, length) if index >= 0 else max(length + index, 0))

    return taken


@overload(runtime.taken_back, strict=False)
def _taken_back(shadow: Any, count: Any) -> Any:
    if not is_list(shadow, types.Float):
        return None

    def taken(shadow: Any, count: Any) -> Any:
        start = len(shadow) - count
        moved = shadow[start:]
        for _ in range(count):
            shadow.pop()
        return moved

    return taken


@overload(runtime.put_slice, strict=False)
def _put_slice(shadow: Any, places: Any, cells: Any) -> Any:
    if not (is_list(shadow, types.Float) and is_list(cells, types.Float) and isinstance(places, types.SliceType)):
        return None

    def put(shadow: Any, places: Any, cells: Any) -> Any:
        start, _, step = places.indices(len(shadow))
        old = shadow[places]
        shadow[places] = cells
        return start, step, len(cells), old

    return put


@overload(runtime.taken_slice, strict=False)
def _taken_slice(shadow: Any, undo: Any) -> Any:
    if not is_list(shadow, types.Float) or not isinstance(undo, types.BaseTuple):
        return None

    def taken(shadow: Any, undo: Any) -> Any:
        start, step, count, old = undo
        moved = [shadow[start + step * place] for place in range(count)]
        if step == 1:
            shadow[start : start + count] = old
        else:
            for place in range(count):
                shadow[start + step * place] = old[place]
        return moved

    return taken


@overload(runtime.shadow_adjoint, strict=False)
def _shadow_adjoint(shadow: Any, form: Any = None) -> Any:
    return (lambda shadow, form=None: shadow.copy()) if is_list(shadow, types.Float) else None


def is_list(kind: Any, item: Any) -> bool:
    """Tell whether a type is that of a list of such items."""
    return isinstance(kind, types.List) and isinstance(kind.dtype, item)


def is_dict(kind: Any) -> bool:
    """Tell whether a type is that of a dict of real numbers, or of arrays."""
    return isinstance(kind, types.DictType) and isinstance(kind.value_type, types.Float | types.Array)


def _holds_arrays(kind: Any) -> bool:
    """Tell whether a type is that of a list, or a tuple, of arrays of one type."""
    items = kind.dtype if isinstance(kind, types.List | types.UniTuple) else None
    return isinstance(items, types.Array) and isinstance(items.dtype, types.Float | types.Complex)
