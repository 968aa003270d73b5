"""The reverse of reads and stores of array elements: adjoints updated in place at the same index.

``t = u[i]``: ``d_u[i] += d_t``. ``u[i] = v``: ``d_v += d_u[i]``, then ``d_u[i] = 0``. ``u[i] += v``: ``d_v += d_u[i]``.
``u[i] *= v``: contributions that read the result come before the restore of the region, those that read operands behind
it, the one to the overwritten element last.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import gast

from cladpy.analyses.classify import operation_of
from cladpy.analyses.infer import Inference
from cladpy.analyses.operations import Apply
from cladpy.ir.expressions import attribute, call, constant, name, names_in, rebuild, subscript, substitute
from cladpy.ir.fact import Fact
from cladpy.ir.statements import Assign, Effect, Undo, Update
from cladpy.rules.absences import NotImplementedRule, Zero
from cladpy.runtime import NoAdjoint
from cladpy.transform.adjoint_state import AdjointState
from cladpy.transform.contribution import Contribution
from cladpy.transform.fitting import Fitted, fit_elementwise, shape_of
from cladpy.transform.formulas import choose_formula, instantiate

if TYPE_CHECKING:
    from cladpy.transform.adjoints import Adjoints

WHOLE = constant(Ellipsis)


def add_item(sweep: Adjoints, owner: str, index: gast.expr, version: str) -> list[Contribution]:
    """Write the reverse of ``version = owner[index]`` for an array; return what is left to contribute to the owner."""
    seed = sweep.seed(version)
    statement = sweep.statement_of.get(version)
    if statement is not None:
        index = sweep.mirrors.stable(index, statement)
    if sweep.adjoint(owner) == sweep.adjoint(version) and not sweep.mirrors.has(owner):
        return [_scattered(sweep, owner, index, version)]
    variable = sweep.owned_storage(owner)
    value = sweep.read(version)
    if is_basic(sweep, index):
        place = gast.Subscript(name(variable), index, gast.Store())
        sweep.emit(Update(place, gast.Add(), value, sweep.source))
    else:
        sweep.emit(Effect(call("add_at", name(variable), index_value(index), value), sweep.source))
    if sweep.mirrors.has(owner) or seed is None:
        return []
    known = sweep.state[variable].with_bits_of(seed)
    sweep.set_state(variable, replace(known, zero=True, cut=True, owned=True))
    return []


def _scattered(sweep: Adjoints, owner: str, index: gast.expr, version: str) -> Contribution:
    """Return what an array receives from an item that has its variable, and so its adjoint's: ``v = v[1:]``."""
    fact = sweep.analysis.fact(owner)
    dtype = attribute(name(owner), "dtype") if fact.dtype is None else attribute(name("np"), fact.dtype.name)
    value = call("scatter_add", shape_of(name(owner), fact), dtype, index_value(index), sweep.read(version))
    seed = sweep.seed(version)
    state = AdjointState(fact, zero=True, cut=True, infinite=seed is None or seed.infinite)
    return Contribution(owner, (), Fitted(value, fact.without_value(), full=True), state)


def is_basic(sweep: Adjoints, index: gast.expr) -> bool:
    """Tell whether an index certainly names each element once: ints, slices, None, Ellipsis, masks."""
    parts = index.elts if isinstance(index, gast.Tuple) else [index]
    for part in parts:
        if isinstance(part, gast.Slice):
            continue
        fact = sweep.infer(part)
        if fact.kind in ("none", "ellipsis") or (
            fact.is_scalar and fact.dtype is not None and fact.dtype.kind in "iub"
        ):
            continue
        if fact.is_array and fact.dtype is not None and fact.dtype.kind == "b":
            continue
        return False
    return True


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
        _updated(sweep, statement, index, variable)
    known = sweep.state.get(variable)
    if known is not None:
        sweep.set_state(variable, replace(known, zero=True, cut=True))
    if not sweep.is_active(old):
        sweep.state.pop(variable, None)


def region(sweep: Adjoints, version: str, index: gast.expr) -> tuple[gast.expr, Fact]:
    """Return the adjoint of the stored region, and its facts."""
    whole = sweep.read(version)
    value = subscript(whole, index)
    if index is WHOLE:
        return whole, sweep.analysis.fact(version)
    primal = sweep.infer(subscript(name(version), index))
    return value, primal


def _last_writes(sweep: Adjoints, index: gast.expr, value: gast.expr, version: str) -> gast.expr:
    """Return the region's adjoint; where the index may repeat, only the last write of an element receives it."""
    if is_basic(sweep, index):
        return value
    return call("take_last", sweep.read(version), index_value(index))


def _assigned(sweep: Adjoints, statement: Assign, index: gast.expr, variable: str) -> None:
    taken, fact = region(sweep, statement.new or "", index)
    value = statement.value
    active = isinstance(value, gast.Name) and sweep.is_active(value.id)
    if active:
        taken = _last_writes(sweep, index, taken, statement.new or "")
        taken = _kept(sweep, taken, fact)
    if sweep.is_active(statement.old or ""):
        sweep.emit(Assign(gast.Subscript(name(variable), index, gast.Store()), constant(0), sweep.source))
    sweep.emit(Undo(statement, sweep.source))
    if active and isinstance(value, gast.Name):
        _give(sweep, value.id, taken, fact, statement)


def _kept(sweep: Adjoints, taken: gast.expr, fact: Fact) -> gast.expr:
    """Return the adjoint of a region under a name that a store into the region does not change."""
    held = sweep.fresh("d")
    sweep.extra[held] = fact
    sweep.assign(held, call("owned", taken) if may_be_array(fact) else taken)
    return name(held)


def _added(sweep: Adjoints, statement: Update, index: gast.expr, variable: str) -> None:
    taken, fact = region(sweep, statement.new or "", index)
    value = statement.value
    if isinstance(value, gast.Name) and sweep.is_active(value.id):
        if not statement.at:
            taken = _last_writes(sweep, index, taken, statement.new or "")
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
    fitted = fit_elementwise(value, fact, sweep.shaped_like(receiver), target, formula=fact, result=value)
    known = sweep.seed(statement.new or "")
    state = AdjointState(fact, zero=True, cut=True, infinite=known is None or known.infinite)
    sweep.contribute(Contribution(receiver, (), fitted, state, negative))


def _updated(sweep: Adjoints, statement: Update, index: gast.expr, variable: str) -> None:
    """Write the reverse of ``u[index] op= v`` for an operator other than + and -."""
    if not is_basic(sweep, index):
        raise sweep.refusals.repeated_update(statement)
    new, old = statement.new or "", statement.old or ""
    before = name(old) if index is WHOLE else subscript(name(old), index)
    after = name(new) if index is WHOLE else subscript(name(new), index)
    taken, fact = region(sweep, new, index)
    known = sweep.seed(new) or AdjointState(fact)
    operation = operation_of(
        gast.BinOp(before, statement.operator, statement.value),
        Inference(sweep.analysis.facts, sweep.analysis.resolve, new), lambda node: isinstance(node, gast.Constant),
    )  # fmt: skip
    if not isinstance(operation, Apply):
        raise sweep.refusals.repeated_update(statement)
    seed = AdjointState(fact, zero=True, cut=True, infinite=known.infinite)
    # What an operand receives that shares this adjoint is neither to be read here nor overwritten: its turn comes last.
    operands = [argument for argument in operation.arguments.values() if argument is not before]
    overlaps = any(isinstance(operand, gast.Name) and _shares(sweep, operand.id, new) for operand in operands)
    if overlaps:
        taken = _kept(sweep, taken, fact)
    seeds = {f"d_{operation.rule.results[0]}": taken}
    behind = []
    for parameter, argument in operation.arguments.items():
        own = argument is before
        receives = (
            (isinstance(argument, gast.Name) and sweep.is_active(argument.id)) if not own else sweep.is_active(old)
        )
        formula = operation.variant.pullbacks.get(parameter)
        if not receives or isinstance(formula, NoAdjoint):
            continue
        if isinstance(formula, Zero):
            value: gast.expr = constant(0)
        elif formula is None or isinstance(formula, NotImplementedRule):
            raise sweep.refusals.repeated_update(statement)
        else:
            chosen = choose_formula(operation, parameter, seed)
            value = instantiate(chosen.expression, operation, after, seeds)
        if sweep.analysis.stores.is_mirrored(new):
            value = (
                substitute(
                    value,
                    {new: name(sweep.mirrors.hold(gast.Name(new, gast.Load(), None, None), statement, before=False))},
                )
                if new in set(names_in(value))
                else value
            )
            value = sweep.mirrors.stable(value, statement)
        mentions_old = old in set(names_in(value))
        entry = (own, argument, value)
        if mentions_old or own or overlaps:
            behind.append(entry)
        else:
            _receive(sweep, entry, fact, variable, index)
    held = [(own, argument, _without_result(sweep, value, new, old)) for own, argument, value in behind]
    sweep.emit(Undo(statement, sweep.source))
    for entry in sorted(held, key=lambda item: item[0] != overlaps):
        _receive(sweep, entry, fact, variable, index)


def _shares(sweep: Adjoints, version: str, stored: str) -> bool:
    """Tell whether a version may have its adjoint where a stored array has its own."""
    if not sweep.is_active(version):
        return False
    return sweep.mirrors.share(version, stored) or sweep.adjoint(version) == sweep.adjoint(stored)


def _without_result(sweep: Adjoints, value: gast.expr, new: str, old: str) -> gast.expr:
    """Return the value with what it reads of the overwritten result held in a temporary, made before the restore."""
    if new not in set(names_in(value)):
        return value
    if old not in set(names_in(value)):
        return sweep.bind(value)
    held: dict[str, gast.expr] = {}

    def change(part: gast.AST) -> gast.AST | None:
        whole = isinstance(part, gast.Subscript) and isinstance(part.value, gast.Name) and part.value.id == new
        if whole or (isinstance(part, gast.Name) and part.id == new):
            held.setdefault("new", sweep.bind(call("owned", part)))
            return held["new"]
        return None

    return rebuild(value, change)


def _receive(
    sweep: Adjoints, entry: tuple[bool, gast.expr, gast.expr], fact: Fact, variable: str, index: gast.expr
) -> None:
    own, argument, value = entry
    if own:
        if index is WHOLE and variable in sweep.state:
            known = sweep.state[variable]
            sweep.assign(variable, value)
            sweep.set_state(variable, replace(known, owned=False))
            return
        place = gast.Subscript(name(variable), index, gast.Store())
        sweep.emit(Assign(place, value, sweep.source))
        return
    sign = isinstance(value, gast.UnaryOp) and isinstance(value.op, gast.USub)
    shape = subscript(name(variable), index)
    _give_value(sweep, argument.id, value.operand if sign else value, fact, shape, negative=sign)


def _give_value(
    sweep: Adjoints, receiver: str, value: gast.expr, fact: Fact, shape: gast.expr, *, negative: bool
) -> None:
    inferred = sweep.infer(value)
    target = sweep.analysis.fact(receiver)
    fitted = fit_elementwise(value, inferred, sweep.shaped_like(receiver), target, formula=fact, result=shape)
    state = AdjointState(fact, zero=True, cut=True, infinite=True)
    sweep.contribute(Contribution(receiver, (), fitted, state, negative))
