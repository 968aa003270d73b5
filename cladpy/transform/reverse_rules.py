"""The reverse of an operation with a rule: its formulas, fitted to the operands."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import gast

from cladpy.analyses.operations import Apply
from cladpy.ir.expressions import constant, name, names_in, subscript, substitute
from cladpy.ir.fact import Fact
from cladpy.rules.absences import NotImplementedRule, Zero
from cladpy.runtime import NoAdjoint
from cladpy.transform.adjoint_state import AdjointState, as_adjoint
from cladpy.transform.contribution import Contribution
from cladpy.transform.fitting import Fitted, fit_dtype, fit_elementwise
from cladpy.transform.formulas import bits_of, broadcast_operand, choose_formula, instantiate
from cladpy.transform.reverse_containers import from_whole
from cladpy.transform.structures import CONTAINERS

if TYPE_CHECKING:
    from cladpy.transform.reverse_sweep import ReverseSweep


def reverse_rule(sweep: ReverseSweep, operation: Apply, version: str, seed: AdjointState) -> list[Contribution]:
    """Return what the operands of an operation with a rule receive.

    Raises
    ------
    CladpyError
        C202 where the rule is declared as not implemented; C203 where it models no adjoint of an active argument.
    """
    found: list[Contribution] = []
    for parameter, argument in operation.arguments.items():
        if not any(sweep.is_active(version) for version in names_in(argument)):
            continue
        absence = operation.variant.pullbacks.get(parameter)
        if isinstance(absence, NoAdjoint | Zero):
            continue
        if absence is None or isinstance(absence, NotImplementedRule):
            raise sweep.refusals.rule(operation, parameter, absence, sweep.source)
        found += _of_parameter(sweep, operation, version, parameter, seed)
    return found


def _of_parameter(
    sweep: ReverseSweep, operation: Apply, version: str, parameter: str, seed: AdjointState
) -> list[Contribution]:
    argument = operation.arguments[parameter]
    kinds = {sweep.infer(value).kind for value in operation.arguments.values()}
    chosen = choose_formula(operation, parameter, seed, python=not kinds & {"array", "scalar"})
    inner = broadcast_operand(chosen.expression, parameter)
    target = sweep.infer(argument)
    lazy = inner is not None and target.is_array and target.dims is not None
    expression = inner if lazy and inner is not None else chosen.expression
    seeds = _seeds(sweep, operation, version, full=not operation.rule.elementwise and not lazy)
    value = _held(sweep, version, operation, instantiate(expression, operation, name(version), seeds))
    zero, cut, infinite = bits_of(operation, parameter, chosen.expression, seed)
    state = AdjointState(target, zero=zero, cut=cut, infinite=infinite)
    if isinstance(argument, gast.Tuple):
        return _items_of_display(sweep, argument, sweep.bind(value), state)
    if not isinstance(argument, gast.Name):
        raise sweep.refusals.error(
            "C205", "arithmetic between an array and a list of active values is not supported", sweep.source,
            hint="make an array of the list first: np.array(...)",
        )  # fmt: skip
    if target.kind in CONTAINERS and operation.rule.elementwise:
        raise sweep.refusals.error(
            "C205", "arithmetic between an array and a list of active values is not supported", sweep.source,
            hint="make an array of the list first: np.array(...)",
        )  # fmt: skip
    if target.kind in CONTAINERS:
        return _of_container(sweep, argument.id, value, state)
    sign = isinstance(value, gast.UnaryOp) and isinstance(value.op, gast.USub)
    bare = value.operand if sign else value
    fitted = _fitted(sweep, operation, version, bare, argument.id, lazy=lazy)
    return [_contribution(argument.id, (), fitted, state, negative=sign)]


def _held(sweep: ReverseSweep, version: str, operation: Apply, value: gast.expr) -> gast.expr:
    """Return a formula's value with mirrored operands held before the statement, and a mirrored result behind it."""
    statement = sweep.statement_of.get(version)
    if statement is None:
        return value
    if sweep.analysis.stores.is_mirrored(version):
        key = name(sweep.mirrors.hold(gast.Name(version, gast.Load(), None, None), statement, before=False))
        if version in set(names_in(value)):
            value = substitute(value, {version: key})
    return sweep.mirrors.stable(value, statement)


def _fitted(
    sweep: ReverseSweep, operation: Apply, version: str, value: gast.expr, operand: str, *, lazy: bool
) -> Fitted:
    fact, target = sweep.infer(value), sweep.infer(name(operand))
    if operation.rule.elementwise:
        whole = sweep.analysis.fact(version)
        result = name(sweep.shaped_like(version))
        return fit_elementwise(value, fact, sweep.shaped_like(operand), target, formula=whole, result=result)
    if lazy:
        return fit_dtype(value, fact, target)
    dtype = target.dtype if fact.dtype is None else fact.dtype
    return replace(fit_dtype(value, replace(as_adjoint(target), dtype=dtype), target), full=True)


def _seeds(sweep: ReverseSweep, operation: Apply, version: str, *, full: bool) -> dict[str, gast.expr]:
    results = operation.variant.results
    if len(results) == 1:
        return {f"d_{results[0]}": sweep.read(version, full=full)}
    seeds: dict[str, gast.expr] = {}
    for position, part in enumerate(results):
        if sweep.structures.leaves(version) == [()]:
            seeds[f"d_{part}"] = subscript(name(sweep.adjoint(version)), constant(position))
        elif sweep.adjoint(version, (position,)) in sweep.state:
            seeds[f"d_{part}"] = sweep.read(version, (position,), full=True)
        else:
            seeds[f"d_{part}"] = sweep.zero(version, (position,))
    return seeds


def _items_of_display(
    sweep: ReverseSweep, display: gast.Tuple, value: gast.expr, state: AdjointState
) -> list[Contribution]:
    found = []
    for position, item in enumerate(display.elts):
        if isinstance(item, gast.Name) and sweep.is_active(item.id):
            target = sweep.analysis.fact(item.id)
            found.append(_contribution(item.id, (), _exact(subscript(value, constant(position)), target), state))
    return found


def _of_container(sweep: ReverseSweep, version: str, value: gast.expr, state: AdjointState) -> list[Contribution]:
    """Return the contribution to a list or tuple that a rule takes in one piece."""
    leaves = sweep.structures.leaves(version)
    if leaves == [()]:
        return [_contribution(version, (), Fitted(value, Fact("list")), state)]
    bound = sweep.bind(value)
    return from_whole(sweep, version, bound, state)


def _exact(value: gast.expr, target: Fact) -> Fitted:
    return Fitted(value, as_adjoint(target), full=True)


def _contribution(
    version: str, path: tuple[object, ...], fitted: Fitted, state: AdjointState, *, negative: bool = False
) -> Contribution:
    return Contribution(version, path, fitted, state, negative)
