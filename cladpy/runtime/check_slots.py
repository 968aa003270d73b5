"""The check of what a custom pullback returns: one slot a parameter, each adjoint as its parameter is."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from cladpy.runtime.no_adjoint import NoAdjoint, no_adjoint


def check_slots(slots: Any, rule: str, /, **expected: Any) -> tuple[Any, ...]:
    """Return the slots that a custom pullback gives, those that are not wanted as `no_adjoint`.

    Parameters
    ----------
    slots : tuple
        What the pullback returned.
    rule : str
        Its name.
    **expected : None, (shape, dtype), or lists and dicts of these
        By parameter, in order: None where no adjoint is wanted; ``((), float)`` of a Python float.

    Raises
    ------
    TypeError, ValueError
        C402, naming the rule and the parameter.

    Examples
    --------
    >>> check_slots((no_adjoint, np.float64(3.0)), "product_pullback", data=None, weight=((), float))
    (no_adjoint, 3.0)
    """
    if not isinstance(slots, tuple | list) or len(slots) != len(expected):
        given = f"{len(slots)} slots" if isinstance(slots, tuple | list) else f"a {type(slots).__name__}"
        raise TypeError(f"[C402] {rule} returns {given}, and not a slot for each of: {', '.join(expected)}")
    pairs = zip(slots, expected.items(), strict=True)
    return tuple(_checked(slot, form, _Place(rule, name)) for slot, (name, form) in pairs)


class _Place:
    """Say where an adjoint belongs."""

    def __init__(self, rule: str, parameter: str) -> None:
        self.rule = rule
        self.parameter = parameter

    def says(self, text: str) -> str:
        return f"[C402] {self.rule}: the adjoint of '{self.parameter}' {text}"

    def item(self, key: object) -> "_Place":
        return _Place(self.rule, f"{self.parameter}[{key!r}]")


def _checked(slot: Any, form: Any, place: _Place) -> Any:
    if form is None:
        return no_adjoint
    if isinstance(slot, NoAdjoint) or slot is None:
        raise TypeError(place.says(f"is {slot!r}, and it is wanted"))
    if isinstance(form, tuple):
        shape, dtype = form
        return _leaf(slot, shape, dtype, place)
    if isinstance(form, dict):
        if not isinstance(slot, Mapping) or set(slot) != set(form):
            raise TypeError(place.says(f"is no dict with the keys {', '.join(map(repr, form))}"))
        return {key: _checked(slot[key], item, place.item(key)) for key, item in form.items()}
    if not isinstance(slot, tuple | list) or len(slot) != len(form):
        raise TypeError(place.says(f"is no sequence of {len(form)} items"))
    return [_checked(item, each, place.item(key)) for key, (item, each) in enumerate(zip(slot, form, strict=True))]


def _leaf(slot: Any, shape: tuple[int, ...], dtype: Any, place: _Place) -> Any:
    found = np.shape(slot)
    if found != shape:
        raise ValueError(place.says(f"has shape {found}, and '{place.parameter}' has shape {shape}"))
    if shape == ():
        number = _number(slot, np.dtype(dtype), place)
        return float(number) if dtype is float else number
    if not isinstance(slot, np.ndarray):
        raise TypeError(place.says(f"is a {type(slot).__name__}, and '{place.parameter}' is an array"))
    if slot.dtype != dtype:
        raise TypeError(place.says(f"has dtype {slot.dtype}, and '{place.parameter}' has dtype {np.dtype(dtype)}"))
    return slot


def _number(slot: Any, dtype: np.dtype[Any], place: _Place) -> Any:
    """Return a number in the dtype of its parameter; any real number is one."""
    kind = np.asarray(slot).dtype.kind
    if kind not in ("iufc" if dtype.kind == "c" else "iuf"):
        raise TypeError(place.says(f"is {slot!r}, and '{place.parameter}' is a number of dtype {dtype}"))
    return dtype.type(slot)
