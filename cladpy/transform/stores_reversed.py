"""The reverse of reads and stores of array elements: adjoints updated in place at the same index.

``t = u[i]``: ``d_u[i] += d_t``. ``u[i] = v``: ``d_v += d_u[i]``, then ``d_u[i] = 0``. ``u[i] += v``: ``d_v += d_u[i]``.
Other updates are in ``updates_reversed``; what an index says in ``indices``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import gast

from cladpy.analyses.index_kind import adds_axes_alone
from cladpy.ir.expressions import attribute, call, constant, name
from cladpy.ir.fact import Fact
from cladpy.ir.statements import Assign, Effect, Undo, Update
from cladpy.transform.adjoint_state import AdjointState
from cladpy.transform.contribution import Contribution
from cladpy.transform.fitting import Fitted, fit_elementwise, shape_of
from cladpy.transform.stored_regions import WHOLE, index_value, is_basic, kept, last_writes, may_be_array, region
from cladpy.transform.updates_reversed import UpdateReverser

if TYPE_CHECKING:
    from cladpy.transform.adjoints import Adjoints


def add_item(sweep: Adjoints, owner: str, index: gast.expr, version: str) -> list[Contribution]:
    """Write the reverse of ``version = owner[index]`` for an array; return what is left to contribute to the owner."""
    seed = sweep.seed(version)
    statement = sweep.statement_of.get(version)
    if statement is not None:
        index = sweep.mirrors.stable(index, statement)
    if sweep.adjoint(owner) == sweep.adjoint(version) and not sweep.mirrors.has(owner):
        return [_scattered(sweep, owner, index, version)]
    if adds_axes_alone(index) and not sweep.analysis.fact(owner).is_array:
        return [_without_axes(sweep, owner, version)]
    variable = sweep.owned_storage(owner)
    value = sweep.read(version)
    if sweep.mirrors.overlaps(owner):
        sweep.mirrors.add_overlapping(owner, value, index_value(index))
    elif is_basic(sweep, index):
        place = gast.Subscript(name(variable), index, gast.Store())
        sweep.emit(Update(place, gast.Add(), value, sweep.source))
    else:
        sweep.emit(Effect(call("add_at", name(variable), index_value(index), value), sweep.source))
    if sweep.mirrors.has(owner) or seed is None:
        return []
    known = sweep.state[variable].with_bits_of(seed)
    sweep.set_state(variable, replace(known, zero=True, cut=True, owned=True, full=True))
    return []


def _without_axes(sweep: Adjoints, owner: str, version: str) -> Contribution:
    """Return what a NumPy scalar, or what may be one, receives from an array of it: ``v = s[None]``."""
    fact, seed = sweep.analysis.fact(owner), sweep.seed(version)
    whole = sweep.read(version, full=True)
    value = call("np.sum", whole) if fact.dims == () else call("np.reshape", whole, shape_of(name(owner), fact))
    state = AdjointState(fact, zero=True, cut=True, infinite=seed is None or seed.infinite)
    return Contribution(owner, (), Fitted(value, fact.without_value(), full=True), state)


def _scattered(sweep: Adjoints, owner: str, index: gast.expr, version: str) -> Contribution:
    """Return what an array receives from an item that has its variable, and so its adjoint's: ``v = v[1:]``."""
    fact = sweep.analysis.fact(owner)
    dtype = attribute(name(owner), "dtype") if fact.dtype is None else attribute(name("np"), fact.dtype.name)
    value = call("scatter_add", shape_of(name(owner), fact), dtype, index_value(index), sweep.read(version))
    seed = sweep.seed(version)
    state = AdjointState(fact, zero=True, cut=True, infinite=seed is None or seed.infinite)
    return Contribution(owner, (), Fitted(value, fact.without_value(), full=True), state)


def reverse_store(sweep: Adjoints, statement: Assign | Update) -> None:
    """Write the reverse of a store."""
    new, old = statement.new, statement.old
    if new is None or old is None:
        sweep.refusals.global_store(sweep, statement)
        return
    fact = sweep.analysis.fact(new)
    if not sweep.is_active(new):
        sweep.emit(Undo(statement, sweep.source))
        if new not in sweep.analysis.promised:
            sweep.refusals.inactive_store(sweep, statement)
        return
    if not fact.is_array:
        raise sweep.refusals.container_store(statement)
    is_real = fact.dtype is not None and fact.dtype.kind == "f"
    if isinstance(statement.target, gast.Attribute) and not (is_real and statement.target.attr == "real"):
        raise sweep.refusals.part_store(statement, statement.target.attr)
    variable = sweep.mirrors.key(new) if sweep.mirrors.has(new) else sweep.adjoint(new)
    if variable not in sweep.state and not sweep.mirrors.has(new):
        sweep.emit(Undo(statement, sweep.source))
        return
    sweep.owned_storage(new)
    index = statement.target.slice if isinstance(statement.target, gast.Subscript) else WHOLE
    index = sweep.mirrors.stable(index, statement)
    if isinstance(statement, Assign):
        _assigned(sweep, statement, index, variable)
    elif isinstance(statement.operator, gast.Add | gast.Sub):
        _added(sweep, statement, index, variable)
    else:
        UpdateReverser(sweep, statement, index, variable).run()
    known = sweep.state.get(variable)
    if known is not None:
        sweep.set_state(variable, replace(known, zero=True, cut=True))
    if not sweep.is_active(old):
        sweep.state.pop(variable, None)


def _assigned(sweep: Adjoints, statement: Assign, index: gast.expr, variable: str) -> None:
    taken, fact = region(sweep, statement.new or "", index)
    value = statement.value
    active = isinstance(value, gast.Name) and sweep.is_active(value.id)
    if active:
        taken = last_writes(sweep, index, taken, statement.new or "")
        taken = kept(sweep, taken, fact)
    if sweep.is_active(statement.old or ""):
        sweep.emit(Assign(gast.Subscript(name(variable), index, gast.Store()), constant(0), sweep.source))
    sweep.emit(Undo(statement, sweep.source))
    if active and isinstance(value, gast.Name):
        _give(sweep, value.id, taken, fact, statement)


def _added(sweep: Adjoints, statement: Update, index: gast.expr, variable: str) -> None:
    taken, fact = region(sweep, statement.new or "", index)
    value = statement.value
    if isinstance(value, gast.Name) and sweep.is_active(value.id):
        if not statement.at:
            taken = last_writes(sweep, index, taken, statement.new or "")
        _give(sweep, value.id, taken, fact, statement, negative=isinstance(statement.operator, gast.Sub))
    sweep.emit(Undo(statement, sweep.source))


def _give(
    sweep: Adjoints,
    receiver: str,
    value: gast.expr,
    fact: Fact,
    statement: Assign | Update,
    *,
    negative: bool = False,
) -> None:
    """Contribute a region's adjoint to the value that was stored there."""
    target = sweep.analysis.fact(receiver)
    if fact.dtype is None:
        value = sweep.maybe_real_part(value, target)
    fitted = fit_elementwise(value, fact, sweep.shaped_like(receiver), target, formula=fact, result=value)
    known = sweep.seed(statement.new or "")
    state = AdjointState(fact, zero=True, cut=True, infinite=known is None or known.infinite)
    lent = isinstance(statement, Update) and may_be_array(fact)
    sweep.contribute(Contribution(receiver, (), fitted, state, negative, lent))
