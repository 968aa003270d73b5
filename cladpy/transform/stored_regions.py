"""The region of an array that a store names: its adjoint, and whether its index may name an element twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import gast

from cladpy.analyses.index_kind import names_once
from cladpy.ir.expressions import call, constant, name, rebuild, subscript
from cladpy.ir.fact import Fact

if TYPE_CHECKING:
    from cladpy.transform.adjoints import Adjoints

WHOLE = constant(Ellipsis)


def region(sweep: Adjoints, version: str, index: gast.expr) -> tuple[gast.expr, Fact]:
    """Return the adjoint of the stored region, and its facts."""
    whole = sweep.read(version)
    value = subscript(whole, index)
    if index is WHOLE:
        return whole, sweep.analysis.fact(version)
    primal = sweep.infer(subscript(name(version), index))
    return value, primal


def last_writes(sweep: Adjoints, index: gast.expr, value: gast.expr, version: str) -> gast.expr:
    """Return the region's adjoint; where the index may repeat, only the last write of an element receives it."""
    if is_basic(sweep, index):
        return value
    return call("take_last", sweep.read(version), index_value(index))


def kept(sweep: Adjoints, taken: gast.expr, fact: Fact) -> gast.expr:
    """Return the adjoint of a region under a name that a store into the region does not change."""
    held = sweep.fresh("d")
    sweep.extra[held] = fact
    sweep.assign(held, call("owned", taken) if may_be_array(fact) else taken)
    return name(held)


def is_basic(sweep: Adjoints, index: gast.expr) -> bool:
    """Tell whether an index certainly names each element once: whole numbers, slices, None, Ellipsis, masks."""
    return names_once(index, sweep.infer)


def may_be_array(fact: Fact) -> bool:
    """Tell whether a region may be an array, which a name for it does not keep as it is; one of no dimensions too."""
    return fact.kind not in ("python", "scalar")


def index_value(index: gast.expr) -> gast.expr:
    """Return an index as a value that can be passed on: slices spelt out."""

    def change(part: gast.AST) -> gast.AST | None:
        if isinstance(part, gast.Slice):
            bounds = [constant(None) if p is None else p for p in (part.lower, part.upper, part.step)]
            return call("slice", *bounds)
        return None

    return rebuild(index, change)
