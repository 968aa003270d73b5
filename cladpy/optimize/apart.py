"""Which indices of one array certainly name no element in common: ``i`` and ``i + 1``, ``i`` and ``:i``.

An index is a name or a number, or one with a number added; negative ones count from the end, so that a name tells
something only where it is known to be no less than a number, as the counter of a range is.
"""

from collections.abc import Mapping
from typing import NamedTuple

import gast

from cladpy.ir.expressions import same


class _Place(NamedTuple):
    """A position along an axis: a name's value, or 0 where that is empty, and a number added to it."""

    base: str
    offset: int


def least_of(iterable: gast.expr) -> int | None:
    """Return a number that no element of a range is less than, None where none is known or it is negative.

    Examples
    --------
    >>> from cladpy.ir.expressions import parse
    >>> [least_of(parse(text)) for text in ("range(n)", "reversed(range(2, n))", "range(n, -1, -1)", "range(n, k)")]
    [0, 2, 0, None]
    """
    if not isinstance(iterable, gast.Call) or not isinstance(iterable.func, gast.Name) or iterable.keywords:
        return None
    if iterable.func.id == "reversed" and len(iterable.args) == 1:
        return least_of(iterable.args[0])
    if iterable.func.id != "range":
        return None
    start, stop, step = _bounds(iterable.args)
    if step is None:
        return None
    least = start if step > 0 else None if stop is None else stop + 1
    return least if least is not None and least >= 0 else None


def _bounds(arguments: list[gast.expr]) -> tuple[int | None, int | None, int | None]:
    """Return start, stop and step of a range, as far as they are literals."""
    if len(arguments) == 1:
        return 0, _integer(arguments[0]), 1
    return _integer(arguments[0]), _integer(arguments[1]), _integer(arguments[2]) if len(arguments) > 2 else 1


def are_apart(index: gast.expr, other: gast.expr, least: Mapping[str, int]) -> bool:
    """Tell whether two indices of one array certainly name no common element; ``least``: of counters.

    Examples
    --------
    >>> from cladpy.ir.expressions import parse
    >>> def apart(one, other, **least):
    ...     return are_apart(parse(f"x[{one}]").slice, parse(f"x[{other}]").slice, least)
    >>> apart("i", ":i"), apart("i", "i + 1 :"), apart("i", "i + 1 :", i=0), apart("i - 1", "i", i=0)
    (True, False, True, False)
    """
    pairs = zip(_axes(index), _axes(other), strict=False)
    for mine, its in pairs:
        if _are_apart_along(mine, its, least) or _are_apart_along(its, mine, least):
            return True
        if not (_is_plain(mine, least) and _is_plain(its, least)):
            return False  # what follows may belong to another axis
    return False


def _are_apart_along(mine: gast.expr, its: gast.expr, least: Mapping[str, int]) -> bool:
    """Tell whether a number names no element of a slice, or not that of another number."""
    place = _place(mine)
    if place is None:
        return False
    if isinstance(its, gast.Slice):
        if its.step is not None:
            return False
        if its.upper is not None and same(its.upper, mine):
            return True  # also where both count from the end
        upper, lower = _place(its.upper), _place(its.lower)
        above = upper is not None and _is_less(upper, place, least, equal=True)
        return above or (lower is not None and _is_less(place, lower, least, equal=False))
    there = _place(its)
    return there is not None and (
        _is_less(place, there, least, equal=False) or _is_less(there, place, least, equal=False)
    )


def _is_less(one: _Place, other: _Place, least: Mapping[str, int], *, equal: bool) -> bool:
    """Tell whether a place, counted from the front as the other is, lies before it."""
    if one.base != other.base or (one.base and one.base not in least):
        return False
    front = least.get(one.base, 0) + one.offset >= 0
    return front and (one.offset < other.offset or (equal and one.offset == other.offset))


def _axes(index: gast.expr) -> list[gast.expr]:
    return list(index.elts) if isinstance(index, gast.Tuple) else [index]


def _is_plain(part: gast.expr, least: Mapping[str, int]) -> bool:
    """Tell whether a part of an index takes up one axis: a slice or a number, not a name that may be an array's."""
    place = _place(part)
    return isinstance(part, gast.Slice) or (place is not None and (not place.base or place.base in least))


def _place(part: gast.expr | None) -> _Place | None:
    if part is None:
        return None
    number = _integer(part)
    if number is not None:
        return _Place("", number)
    if isinstance(part, gast.Name):
        return _Place(part.id, 0)
    if isinstance(part, gast.BinOp) and isinstance(part.op, gast.Add | gast.Sub) and isinstance(part.left, gast.Name):
        number = _integer(part.right)
        if number is not None:
            return _Place(part.left.id, number if isinstance(part.op, gast.Add) else -number)
    return None


def _integer(node: gast.expr) -> int | None:
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub):
        number = _integer(node.operand)
        return None if number is None else -number
    is_integer = isinstance(node, gast.Constant) and type(node.value) is int
    return node.value if is_integer else None
