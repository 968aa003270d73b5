"""The facts of what builtin functions return, and of what iterating over a value yields."""

import bisect
import cmath
import copy
import dataclasses
import enum
import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import gast
import numpy as np

from cladpy import runtime
from cladpy.analyses import transfer
from cladpy.analyses.facts_of_values import fact_of, members_of
from cladpy.analyses.random_draws import GENERATOR
from cladpy.analyses.trials import safe_trial
from cladpy.ir.fact import (
    BOOL,
    COMPLEX,
    FLOAT,
    INT,
    NUMBER_KINDS,
    STR,
    UNKNOWN,
    Fact,
    array,
    class_of_value,
    element_of,
    join,
    key_of,
    of_constant,
    read_from,
    same_dtype,
    scalar,
)

if TYPE_CHECKING:
    from cladpy.analyses.infer import Inference

BuiltinFacts = Callable[["Inference", list[Fact], Mapping[str, Fact]], Fact]


def _range(_: "Inference", _arguments: list[Fact], _keywords: Mapping[str, Fact]) -> Fact:
    return Fact("range")


def _slice(_: "Inference", _arguments: list[Fact], _keywords: Mapping[str, Fact]) -> Fact:
    return Fact("slice")


def _int(_: "Inference", _arguments: list[Fact], _keywords: Mapping[str, Fact]) -> Fact:
    return INT


def _len(_: "Inference", arguments: list[Fact], _keywords: Mapping[str, Fact]) -> Fact:
    fact = arguments[0] if arguments else UNKNOWN
    if fact.is_array and fact.dims and fact.dims[0].size is not None:
        return of_constant(fact.dims[0].size)
    known = fact.kind in ("tuple", "list", "dict") and fact.has_sure_keys
    return of_constant(len(fact.items or ())) if known else INT


def _order(_: "Inference", arguments: list[Fact], _keywords: Mapping[str, Fact]) -> Fact:
    known = bool(arguments) and arguments[0].has_sure_keys
    return Fact("list", items=(INT,) * len(arguments[0].items or ())) if known else Fact("list", element=INT)


def _flat_index(_: "Inference", arguments: list[Fact], _keywords: Mapping[str, Fact]) -> Fact:
    index, shape = arguments
    if shape.items is None or index.kind in ("unknown", "number"):
        return Fact("tuple")
    is_one = index.is_scalar and index.dtype is not None and index.dtype.kind in "iu"
    places = INT if is_one else Fact("array", np.dtype(np.intp))
    return Fact("tuple", items=(places,) * len(shape.items))


def _sum_of_product(_: "Inference", arguments: list[Fact], _keywords: Mapping[str, Fact]) -> Fact:
    return scalar(arguments[0].dtype if same_dtype(arguments[0].dtype, arguments[1].dtype) else None)


def _type(_: "Inference", arguments: list[Fact], _keywords: Mapping[str, Fact]) -> Fact:
    cls = class_of_value(arguments[0]) if len(arguments) == 1 else None
    return UNKNOWN if cls is None else Fact("class", value=cls, known=True)


def _float(_: "Inference", _arguments: list[Fact], _keywords: Mapping[str, Fact]) -> Fact:
    return of_constant(1.0).without_value()


def _bool(_: "Inference", _arguments: list[Fact], _keywords: Mapping[str, Fact]) -> Fact:
    return BOOL


def _sequence(kind: str) -> BuiltinFacts:
    def made(_: "Inference", arguments: list[Fact], _keywords: Mapping[str, Fact]) -> Fact:
        if not arguments:
            return Fact(kind, items=())
        source = arguments[0]
        if source.kind in ("list", "tuple"):
            return Fact(kind, items=source.items, element=source.element)
        if source.kind == "range":
            return Fact(kind, element=INT)
        if source.kind == "dict":
            return Fact(kind, element=item_of(source, "key"))
        if source.kind == "class" and isinstance(source.value, enum.EnumType):
            return Fact(kind, items=tuple(fact_of(each, each.name) for each in members_of(source.value)))
        return Fact(kind, element=item_of(source, "item")) if source.is_array else UNKNOWN

    return made


def _sorted(inference: "Inference", arguments: list[Fact], keywords: Mapping[str, Fact]) -> Fact:
    if len(arguments) == 1 and arguments[0].kind == "dict":
        return Fact("list", element=item_of(arguments[0], "key"))
    return safe_trial(sorted, arguments, keywords, inference.label) or UNKNOWN


def _extremum(inference: "Inference", arguments: list[Fact], _keywords: Mapping[str, Fact]) -> Fact:
    facts = arguments
    if len(arguments) == 1:
        facts = [
            read_from(arguments[0], element_of(arguments[0]), inference.label)
            if arguments[0].kind in ("list", "tuple")
            else item_of(arguments[0], inference.label)
        ]
    out = facts[0].without_value()
    for fact in facts[1:]:
        out = join(out, fact.without_value(), inference.label)
    return out


def _absolute(inference: "Inference", arguments: list[Fact], _keywords: Mapping[str, Fact]) -> Fact:
    operand = arguments[0]
    if operand.is_python and same_dtype(operand.dtype, COMPLEX.dtype):
        return FLOAT
    if operand.is_python:
        return INT if same_dtype(operand.dtype, BOOL.dtype) else operand.without_value()
    return transfer.of_operator(np.abs, arguments, inference.label) if operand.is_number else UNKNOWN


def _power(inference: "Inference", arguments: list[Fact], _keywords: Mapping[str, Fact]) -> Fact:
    return inference.operator(gast.Pow, arguments) if len(arguments) == 2 else UNKNOWN


def _argument(_: "Inference", arguments: list[Fact], _keywords: Mapping[str, Fact]) -> Fact:
    return arguments[0] if arguments else UNKNOWN


def _generator(_: "Inference", _arguments: list[Fact], _keywords: Mapping[str, Fact]) -> Fact:
    return GENERATOR


def _result_type(_: "Inference", arguments: list[Fact], _keywords: Mapping[str, Fact]) -> Fact:
    dtypes = [fact.dtype for fact in arguments if fact.is_number and fact.dtype is not None]
    if len(dtypes) != len(arguments) or len({fact.is_python for fact in arguments}) != 1:
        return UNKNOWN
    return Fact("class", value=np.result_type(*dtypes), known=True)


def _vectorized(_: "Inference", _arguments: list[Fact], _keywords: Mapping[str, Fact]) -> Fact:
    return Fact("object", items=(), keys=(), cls=np.vectorize)


def _owned(_: "Inference", arguments: list[Fact], _keywords: Mapping[str, Fact]) -> Fact:
    return _with_leaves(arguments[0], Fact.without_value) if arguments else UNKNOWN


def _zero(_: "Inference", arguments: list[Fact], _keywords: Mapping[str, Fact]) -> Fact:
    def zero(fact: Fact) -> Fact:
        return fact.without_value() if fact.is_array and fact.is_floating else FLOAT if fact.is_scalar else UNKNOWN

    return _with_leaves(arguments[0], zero) if arguments else UNKNOWN


def _with_leaves(fact: Fact, change: Callable[[Fact], Fact]) -> Fact:
    """Return the facts of a container of lists and dicts with the facts of its numbers changed."""
    if fact.kind not in ("tuple", "list", "dict"):
        return change(fact)
    items = None if fact.items is None else tuple(_with_leaves(item, change) for item in fact.items)
    element = None if fact.element is None else _with_leaves(fact.element, change)
    return Fact(
        "dict" if fact.kind == "dict" else "list",
        items=items,
        keys=fact.keys if fact.kind == "dict" else None,
        element=element,
    )


def replaced(fact: Fact, changes: Mapping[str, Fact]) -> Fact:
    """Return the facts of a record with other values of some fields: ``t._replace(b=v)``, ``replace(o, b=v)``."""
    if fact.kind not in ("tuple", "object") or fact.keys is None or fact.items is None:
        return UNKNOWN
    if not set(changes) <= set(fact.keys):
        return UNKNOWN
    items = [changes.get(str(key), item).without_value() for key, item in zip(fact.keys, fact.items, strict=True)]
    return replace(fact, items=tuple(items))


def _set(cls: type) -> BuiltinFacts:
    def made(_: "Inference", arguments: list[Fact], _keywords: Mapping[str, Fact]) -> Fact:
        return UNKNOWN if any(fact.may_hold_derivative for fact in arguments) else Fact("set", cls=cls)

    return made


def _str(_: "Inference", _arguments: list[Fact], _keywords: Mapping[str, Fact]) -> Fact:
    return STR


def _replaced(_: "Inference", arguments: list[Fact], keywords: Mapping[str, Fact]) -> Fact:
    return replaced(arguments[0], keywords) if len(arguments) == 1 and arguments[0].kind == "object" else UNKNOWN


def _copied(_: "Inference", arguments: list[Fact], _keywords: Mapping[str, Fact]) -> Fact:
    return arguments[0] if len(arguments) == 1 and arguments[0].kind in NUMBER_KINDS else UNKNOWN


BUILTINS: dict[object, BuiltinFacts] = {
    range: _range, slice: _slice, len: _len, type: _type, int: _int, float: _float, bool: _bool, isinstance: _bool,
    set: _set(set), frozenset: _set(frozenset), callable: _bool, list: _sequence("list"), tuple: _sequence("tuple"),
    str: _str, repr: _str, format: _str,
    max: _extremum, min: _extremum, abs: _absolute, sorted: _sorted,
    pow: _power, dataclasses.replace: _replaced, copy.copy: _copied, copy.deepcopy: _copied,
    np.vectorize: _vectorized,
    np.result_type: _result_type,
    runtime.stop_adjoint: _argument, runtime.noted: _argument,
    runtime.has_item: _bool, runtime.has_length: _bool, runtime.can_divide: _bool, runtime.accepts: _bool,
    runtime.check_slots: _argument, runtime.own: _owned, runtime.zero_adjoint: _zero,
    runtime.check_tangent: _argument, runtime.order_of: _order,
    runtime.flat_index: _flat_index, runtime.sum_guarded: _sum_of_product,
    np.random.default_rng: _generator,
}  # fmt: skip

_PLACE = Fact("number", np.dtype(np.intp), None)
_TRUTH = Fact("number", np.dtype(bool), None)
OF_ANY_ARGUMENTS: dict[object, Fact] = {
    **dict.fromkeys(
        (bisect.bisect_left, bisect.bisect_right, math.floor, math.ceil, math.trunc, math.comb, math.factorial,
         math.gcd, math.isqrt, np.size, np.ndim), INT,
    ),
    **dict.fromkeys(
        (math.isnan, math.isinf, math.isfinite, math.isclose, cmath.isnan, cmath.isinf, cmath.isfinite, cmath.isclose,
         np.allclose, np.array_equal, np.isscalar), BOOL,
    ),
    **dict.fromkeys((np.argmax, np.argmin, np.argsort, np.searchsorted, np.digitize, np.count_nonzero), _PLACE),
    **dict.fromkeys((np.all, np.any), _TRUTH),
    **dict.fromkeys((math.dist, math.fsum, math.hypot), FLOAT),
    np.shape: Fact("tuple", element=INT),
}  # fmt: skip
"""What some functions give of numbers and containers, where the facts of these say no more."""


def item_of(fact: Fact, label: str) -> Fact:
    """Return the facts of what iterating over a value yields."""
    if fact.kind in ("list", "tuple"):
        return read_from(fact, element_of(fact), label)
    if fact.kind == "range":
        return INT
    if fact.kind == "str":
        return STR
    if fact.is_array and fact.dims:
        rest = fact.dims[1:]
        return array(fact.dtype, rest) if rest else scalar(fact.dtype)
    if fact.is_array:
        return Fact("number", fact.dtype, None)
    if fact.kind == "bottom":
        return fact
    if fact.kind == "class" and isinstance(fact.value, enum.EnumType):
        return Fact("enum", cls=fact.value)
    if fact.kind == "dict":
        return key_of(fact)
    return UNKNOWN
