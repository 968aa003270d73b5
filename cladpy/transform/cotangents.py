"""The cotangent that a pullback is called with: in the shape and dtype of what its primal returned.

Inside a function an adjoint may be smaller than its primal and a Python number; a pullback relies on neither.
before: ``d_h = 1.0`` for a float32 array ``h``   after: ``np.broadcast_to(np.float32(1.0), h.shape)``
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import gast
import numpy as np

from cladpy.ir.expressions import attribute, call, constant, name
from cladpy.ir.fact import CONTAINERS, Fact, present, same_dtype
from cladpy.transform.fitting import fit_dtype, shape_of
from cladpy.transform.shadow_forms import with_form
from cladpy.transform.structures import Path, build, item_expression

if TYPE_CHECKING:
    from cladpy.transform.reverse_sweep import ReverseSweep

_DEFAULT = np.dtype(float)  # of an array that is made of Python floats


def cotangent(sweep: ReverseSweep, version: str) -> gast.expr:
    """Return the cotangent of a version in one piece, zeros for items without contribution."""
    if sweep.shadows.has(version):
        whole = with_form(call("shadow_adjoint", sweep.read(version)), sweep.analysis.fact_given(version))
        if _may_hold_twice(sweep, version):
            whole.keywords.append(gast.keyword("once", constant(value=True)))
        return whole
    if sweep.mirrors.has(version):
        return sweep.read(version)
    leaves = {path: _leaf(sweep, version, path) for path in sweep.structures.leaves(version)}
    return build(sweep.analysis.fact(version), leaves, constant(0.0))


def _may_hold_twice(sweep: ReverseSweep, version: str) -> bool:
    """Tell whether a container may hold a container or array that is updated in two places."""
    fact = present(sweep.analysis.fact(version))
    inner = (*(fact.items or ()), *([fact.element] if fact.element is not None else []))
    holds_containers = any(present(item).kind in (*CONTAINERS, "unknown") for item in inner)
    return holds_containers or sweep.analysis.stores.holds_mirrored_arrays(version)


def _leaf(sweep: ReverseSweep, version: str, path: Path) -> gast.expr:
    variable = sweep.adjoint(version, path)
    if variable not in sweep.state:
        return sweep.zero(version, path)
    target = sweep.structures.fact_at(version, path)
    known = sweep.state[variable].fact
    primal = item_expression(name(version), sweep.analysis.fact(version), path)
    if target.kind in CONTAINERS or not target.is_number:
        return sweep.read(version, path, full=True)
    if target.dtype is None or target.dims is None:
        return call("as_cotangent", name(variable), primal)
    if target.is_array and known.is_python and not same_dtype(target.dtype, _DEFAULT):
        scalar = call(attribute(name("np"), target.dtype.name), name(variable))
        return call("np.broadcast_to", scalar, shape_of(primal, target))
    value = sweep.read(version, path, full=True)
    return value if _is_in(known, target) else fit_dtype(value, _full(known, target), target).value


def _is_in(known: Fact, target: Fact) -> bool:
    return known.is_python or same_dtype(known.dtype, target.dtype)


def _full(known: Fact, target: Fact) -> Fact:
    return Fact(target.kind, known.dtype, target.dims)
