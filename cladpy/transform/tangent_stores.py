"""Stores and updates in place: the tangent's storage is updated at the same place.

before: ``u.1[i] = v.0``     after: ``u[i] = v``, ``t_u[i] = t_v``
before: ``u.2 *= k.0``       after: ``t_u[...] = t_u * k + t_k * u``, ``u *= k``
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import gast

from cladpy.analyses.classify import operation_of
from cladpy.analyses.heap import IMMUTABLE
from cladpy.analyses.infer import Inference
from cladpy.analyses.operations import Apply, Opaque
from cladpy.analyses.origins import origin_of
from cladpy.ir.expressions import call, constant, name, names_in, rebuild, same, store_name, subscript, substitute
from cladpy.ir.statements import Assign, Effect, Update
from cladpy.planning.escapes import LOOK_ONLY
from cladpy.transform import tangent_containers
from cladpy.transform.stored_regions import WHOLE, index_value
from cladpy.transform.tangent_rules import Applied
from cladpy.transform.tangents import PREFIX

if TYPE_CHECKING:
    from cladpy.transform.tangent_sweep import TangentSweep

LINEAR = (gast.Add, gast.Sub)


def renamed(node: gast.expr, names: Mapping[str, str]) -> gast.expr:
    """Return an expression with names of the draft replaced."""
    return substitute(node, {old: name(new) for old, new in names.items()})


def store(sweep: TangentSweep, statement: Assign) -> None:
    """Write a store into an item or attribute, and the same store of the tangent."""
    tangents = sweep.tangents
    printable = tangents.printable
    _check_local(sweep, statement)
    made = Assign(printable(statement.target), printable(statement.value), statement.source, statement.impure)
    if statement.new not in tangents.carried:
        sweep.emit(made)
        return
    _check_part(sweep, statement)
    sweep.emit(made)
    target, value = place(statement.target), tangents.read(statement.value)
    if isinstance(statement.target, gast.Subscript) and tangents.infer(name(statement.old or "")).is_array:
        value = value if sweep.is_carried(statement.value) else constant(0.0)
    sweep.emit(Assign(printable(target), printable(value), statement.source))


def _check_local(sweep: TangentSweep, statement: Assign | Update) -> None:
    """Refuse a store of an active value into a global, whose tangent would have to outlive the call."""
    _check_followed(sweep, statement)
    is_global = statement.old is None or statement.old.endswith(".unbound")
    if is_global and sweep.tangents.reads_active(statement.value):
        raise sweep.refusals.error(
            "C101", "a store into a global is not supported", statement.source,
            hint="pass the array as an argument and return it",
        )  # fmt: skip


def _check_followed(sweep: TangentSweep, statement: Assign | Update) -> None:
    """Refuse a store of an active value into what may be a part of another value, but whose tangent is none of its."""
    analysis = sweep.tangents.analysis
    made = origin_of(analysis.versions.table, statement.old or "")
    operation = sweep.tangents.operation(made or "")
    source = operation.value if isinstance(operation, Opaque) and not operation.inactive else None
    if source is None or made is None or not sweep.tangents.reads_active(statement.value):
        return
    classes = analysis.stores.classes
    for found in names_in(source):
        if found in classes and classes[found] == classes.get(made):
            raise sweep.refusals.alias(statement, found.partition(".")[0])


def _check_part(sweep: TangentSweep, statement: Assign) -> None:
    """Refuse a store into what is no part of an array but its form: ``a.shape = v``."""
    target = statement.target
    if not isinstance(target, gast.Attribute) or target.attr in ("real", "imag"):
        return
    if sweep.tangents.infer(target.value).is_array:
        raise sweep.refusals.part_store(statement, target.attr)


def place(target: gast.expr) -> gast.expr:
    """Return the place of the tangent that belongs to a place of the primal."""
    if isinstance(target, gast.Subscript):
        return gast.Subscript(place(target.value), target.slice, target.ctx)
    if isinstance(target, gast.Attribute):
        return gast.Attribute(place(target.value), target.attr, target.ctx)
    return gast.Name(PREFIX + target.id, target.ctx, None, None)


def update(sweep: TangentSweep, statement: Update) -> None:
    """Write ``target op= value`` and the update of the tangent."""
    tangents = sweep.tangents
    new = statement.new or ""
    _check_local(sweep, statement)
    if new in tangents.analysis.operations:
        _rebound(sweep, statement, new)
        return
    if new not in tangents.carried:
        sweep.emit(_primal(sweep, statement))
        return
    if isinstance(statement.operator, LINEAR):
        _linear(sweep, statement)
    else:
        _general(sweep, statement)


def _primal(sweep: TangentSweep, statement: Update) -> Update | Effect:
    printable = sweep.tangents.printable
    target, value = printable(statement.target), printable(statement.value)
    return _updated(target, statement.operator, value, statement)


def _updated(target: gast.expr, operator: gast.operator, value: gast.expr, statement: Update) -> Update | Effect:
    if statement.at and isinstance(target, gast.Subscript):
        function = "np.add.at" if isinstance(operator, gast.Add) else "np.subtract.at"
        return Effect(call(function, target.value, index_value(target.slice), value), statement.source)
    return Update(target, operator, value, statement.source)


def _rebound(sweep: TangentSweep, statement: Update, new: str) -> None:
    """Write the update of a number, which gives its name another value."""
    tangents = sweep.tangents
    fact = tangents.infer(name(statement.old or ""))
    if new in tangents.carried and fact.kind not in IMMUTABLE and fact.dims != ():
        _either(sweep, statement, new)
        return
    old = gast.Name(statement.old or "", gast.Load(), None, None)
    value = gast.BinOp(old, statement.operator, statement.value)
    assign = Assign(store_name(new), value, statement.source)
    if new not in tangents.carried:
        mine, before = tangents.variable_of(new), tangents.variable_of(statement.old or "")
        printed = tangents.printable(statement.value)
        if mine == before:
            sweep.emit(Update(store_name(mine), statement.operator, printed, statement.source))
        else:
            sweep.emit(sweep.primal(assign, new))
        return
    sweep.beside(assign, new, sweep.tangent(tangents.operation(new), new, statement))


def _either(sweep: TangentSweep, statement: Update, new: str) -> None:
    """Write the update of what is a number or an array, in a way that is right for both: by updates of the tangent.

    before: ``u *= k``      after: ``t_u *= k``, ``t_u += t_k * u``, ``u *= k``
    """
    if isinstance(statement.operator, LINEAR):
        _linear(sweep, statement)
        return
    tangents = sweep.tangents
    before = name(statement.old or "")
    operation = _operation(sweep, statement, before)
    applied = Applied(operation, gast.BinOp(before, statement.operator, statement.value), name(new), new)
    updates: list[tuple[gast.operator, gast.expr]] = []
    for parameter, formula in sweep.rules.formulas(applied, statement.source):
        if operation.arguments[parameter] is before:
            updates.insert(0, (gast.Mult(), sweep.rules.slope(applied, formula)))
        else:
            added = sweep.rules.instance(applied, parameter, formula)
            tangents_read = [found.removeprefix(PREFIX) for found in names_in(added) if found.startswith(PREFIX)]
            if any(_sharing(sweep, name(found), statement) for found in tangents_read):  # the first update changes it
                added = name(sweep.temporary(added, statement.source))
            updates.append((gast.Add(), added))
    if any(new in set(names_in(value)) for _, value in updates):
        held = sweep.temporary(applied.value, statement.source)
        updates = [(operator, renamed(value, {new: held})) for operator, value in updates]
    target = tangents.printable(place(statement.target))
    for operator, value in updates:
        sweep.emit(Update(target, operator, tangents.printable(value), statement.source))
    sweep.emit(_primal(sweep, statement))


def _linear(sweep: TangentSweep, statement: Update) -> None:
    """Write the update of a sum: the tangent receives that of what is added."""
    tangents = sweep.tangents
    sweep.emit(_primal(sweep, statement))
    if not tangents.reads_active(statement.value):
        fact = tangents.infer(name(statement.old or ""))
        if fact.kind != "list":
            return
    value = tangents.printable(tangents.read(statement.value))
    target = tangents.printable(place(statement.target))
    sweep.emit(_updated(target, statement.operator, value, statement))


def _general(sweep: TangentSweep, statement: Update) -> None:
    """Write an update that is no sum, by the rule of its operator."""
    tangents = sweep.tangents
    if statement.at:
        raise sweep.refusals.repeated_update(statement)
    whole = isinstance(statement.target, gast.Name)
    index = WHOLE if whole else statement.target.slice
    before = _region(statement.old or "", index)
    operation = _operation(sweep, statement, before)
    behind = _region(statement.new or "", index)
    written = gast.BinOp(before, statement.operator, statement.value)
    applied = Applied(operation, written, behind, statement.new or "")
    value = sweep.rules.tangent(applied, statement.source) or constant(0.0)
    target = gast.Subscript(place(gast.Name(statement.old or "", gast.Load(), None, None)), index, gast.Store())
    reads_new = statement.new in set(names_in(value))
    reads_old = any(found != statement.new for found in _sharing(sweep, value, statement))
    if reads_new and reads_old:
        value = _with_result_apart(sweep, statement, value, before, behind)
        reads_new = False
    tangent = _stored(tangents.printable(target), tangents.printable(value), statement)
    primal = _primal(sweep, statement)
    for each in (primal, tangent) if reads_new else (tangent, primal):
        sweep.emit(each)


def _sharing(sweep: TangentSweep, value: gast.expr, statement: Update) -> list[str]:
    """Return the versions in a tangent that may share the storage which is updated: views of it change with it."""
    classes = sweep.tangents.analysis.stores.classes
    updated = classes.get(statement.old or "", statement.old)
    sharing = [found for found in names_in(value) if classes.get(found, found) == updated]
    return [found for found in sharing if sweep.tangents.infer(name(found)).kind not in IMMUTABLE]


def _stored(target: gast.expr, value: gast.expr, statement: Update) -> Assign | Update:
    """Return the store of a tangent, as the update that the primal makes where it is no more than that."""
    if isinstance(value, gast.BinOp) and isinstance(value.op, gast.Mult | gast.Div):
        pairs = [(value.left, value.right), *([(value.right, value.left)] if isinstance(value.op, gast.Mult) else [])]
        for own, other in pairs:
            if same(own, target) or (isinstance(own, gast.Name) and same(own, target.value)):
                place = target if isinstance(statement.target, gast.Subscript) else store_name(target.value.id)
                return Update(place, value.op, other, statement.source)
    return Assign(target, value, statement.source)


def _with_result_apart(
    sweep: TangentSweep, statement: Update, value: gast.expr, before: gast.expr, behind: gast.expr
) -> gast.expr:
    """Compute the result under a name of its own, for a tangent that reads it beside what it overwrites."""
    held = sweep.temporary(gast.BinOp(before, statement.operator, statement.value), statement.source)
    if isinstance(behind, gast.Subscript):
        return _with_region(value, behind, name(held))
    return renamed(value, {statement.new or "": held})


def _with_region(node: gast.expr, region: gast.Subscript, value: gast.expr) -> gast.expr:
    return rebuild(node, lambda part: value if isinstance(part, gast.expr) and same(part, region) else None)


def _region(version: str, index: gast.expr) -> gast.expr:
    return name(version) if index is WHOLE else subscript(name(version), index)


def _operation(sweep: TangentSweep, statement: Update, before: gast.expr) -> Apply:
    analysis = sweep.tangents.analysis
    value = gast.BinOp(before, statement.operator, statement.value)
    inference = Inference(analysis.facts, analysis.resolve, statement.new or "")
    operation = operation_of(value, inference, lambda node: isinstance(node, gast.Constant))
    if not isinstance(operation, Apply):
        raise sweep.refusals.repeated_update(statement)
    return operation


def effect(sweep: TangentSweep, statement: Effect) -> None:
    """Write an expression that is evaluated for what it does; one that may change an active value is refused."""
    mutation = tangent_containers.mutation(sweep, statement)
    if mutation is not None:
        tangent_containers.update(sweep, statement, mutation)
        return
    value = statement.value
    looks = isinstance(value, gast.Call) and isinstance(value.func, gast.Name) and value.func.id in LOOK_ONLY
    looks = looks or id(value) in sweep.tangents.analysis.harmless
    if isinstance(value, gast.Call) and not looks and _may_change(sweep, value):
        raise sweep.refusals.error(
            "C123", "a call that may change its arguments in place is not supported yet", statement.source,
            hint="let the function return the new value",
        )  # fmt: skip
    sweep.emit(Effect(sweep.tangents.printable(value), statement.source))


def _may_change(sweep: TangentSweep, value: gast.Call) -> bool:
    table, tangents = sweep.tangents.analysis.versions.table, sweep.tangents
    kinds = ("array", "list", "dict", "object", "unknown", "number")
    facts = {found: tangents.infer(name(found)) for found in names_in(value) if found in table}
    return any(fact.kind in kinds for fact in facts.values())
