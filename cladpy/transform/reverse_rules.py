"""The reverse of an operation with a rule: its formulas, fitted to the operands."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import gast
import numpy as np

from cladpy.analyses.operations import Apply, array_operands
from cladpy.analyses.transfer import NUMBER
from cladpy.ir.expressions import call, constant, name, names_in, subscript, substitute
from cladpy.ir.fact import CONTAINERS, Fact
from cladpy.rules.absences import NotImplementedRule, Zero
from cladpy.rules.formula import Formula
from cladpy.runtime import NoAdjoint
from cladpy.transform import einsum_products
from cladpy.transform.adjoint_state import AdjointState, as_adjoint
from cladpy.transform.contribution import Contribution
from cladpy.transform.fitting import Fitted, fit_dtype, fit_elementwise
from cladpy.transform.formulas import bits_of, broadcast_operand, choose_formula, instantiate
from cladpy.transform.reverse_containers import from_whole
from cladpy.transform.shared_calls import share_calls

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
    values = share_calls(sweep, [each.fitted.value for each in found])
    return [replace(each, fitted=replace(each.fitted, value=value)) for each, value in zip(found, values, strict=True)]


def _of_parameter(
    sweep: ReverseSweep, operation: Apply, version: str, parameter: str, seed: AdjointState
) -> list[Contribution]:
    argument = operation.arguments[parameter]
    target = sweep.infer(argument)
    is_list = target.kind in CONTAINERS and not operation.rule.takes_sequence(parameter)
    operation = replace(operation, arguments=_lists_as_arrays(sweep, operation))
    kinds = {sweep.infer(value).kind for value in operation.arguments.values()}
    regular = sweep.bounds.is_regular(operation)
    chosen = choose_formula(operation, parameter, seed, python=not kinds & {"array", "scalar"}, regular=regular)
    inner = broadcast_operand(chosen.expression, parameter)
    lazy = inner is not None and target.is_array and target.dims is not None
    expression = inner if lazy and inner is not None else chosen.expression
    small = operation.rule.elementwise or (lazy and not _is_indexed(expression, operation))  # takes a smaller seed
    seeds = _seeds(sweep, operation, version, full=is_list or not small)
    value = _held(sweep, version, operation, instantiate(expression, operation, name(version), seeds))
    zero, cut, infinite = bits_of(operation, parameter, chosen.expression, seed, regular=regular)
    state = AdjointState(target, zero=zero, cut=cut, infinite=infinite)
    if is_list and operation.rule.elementwise:
        value = call("unbroadcast", value, operation.arguments[parameter])
    if isinstance(argument, gast.Tuple) or target.kind in CONTAINERS:
        dtype = sweep.analysis.fact(version).dtype
        items = _of_container(sweep, argument, value, state, is_array=is_list)
        return [_cast(sweep, item, dtype) for item in items]
    sign = isinstance(value, gast.UnaryOp) and isinstance(value.op, gast.USub)
    bare = value.operand if sign else value
    fitted = _fitted(sweep, operation, version, bare, argument.id, lazy=lazy)
    return [_contribution(argument.id, (), fitted, state, negative=sign)]


def _is_indexed(expression: gast.expr, operation: Apply) -> bool:
    """Tell whether a formula reads a part of the result's cotangent, which then has the result's shape."""
    seeds = {f"d_{part}" for part in operation.variant.results}
    read = (node.value for node in gast.walk(expression) if isinstance(node, gast.Subscript))
    return any(not seeds.isdisjoint(names_in(value)) for value in read)


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
    target = sweep.infer(name(operand))
    value = sweep.maybe_real_part(value, target)
    fact = sweep.infer(value)
    if operation.rule.elementwise:
        whole, result = sweep.analysis.fact(version), name(sweep.shaped_like(version))
        if len(operation.rule.results) > 1:  # they have one shape
            whole, result = (whole.items or (NUMBER,))[0], subscript(result, constant(0))
        return fit_elementwise(
            value,
            fact,
            sweep.shaped_like(operand),
            target,
            formula=whole,
            result=result,
            full=_has_full_seed(sweep, version, value),
        )
    if lazy:
        return fit_dtype(value, fact, target)
    dtype = target.dtype if fact.dtype is None else fact.dtype
    return replace(fit_dtype(value, replace(as_adjoint(target), dtype=dtype), target), full=True)


def _has_full_seed(sweep: ReverseSweep, version: str, value: gast.expr) -> bool:
    """Tell whether an elementwise formula reads a cotangent of the result's full shape, which it then has itself."""
    if sweep.mirrors.has(version):
        return sweep.mirrors.key(version) in names_in(value)
    known = sweep.state.get(sweep.adjoint(version))
    return known is not None and known.full and sweep.adjoint(version) in names_in(value)


def _seeds(sweep: ReverseSweep, operation: Apply, version: str, *, full: bool) -> dict[str, gast.expr]:
    results = operation.variant.results
    if len(results) == 1:
        split = sweep.structures.leaves(version) != [()]
        return {f"d_{results[0]}": sweep.whole(version) if split else sweep.read(version, full=full)}
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
    found: list[Contribution] = []
    for position, item in enumerate(display.elts):
        if isinstance(item, gast.Name) and sweep.is_active(item.id):
            target, part = sweep.analysis.fact(item.id), _item(sweep, value, position)
            if target.kind in CONTAINERS:  # one of several operands, of which NumPy makes an array
                found += _of_container(sweep, item, part, state, is_array=True)
            else:
                found.append(_contribution(item.id, (), _exact(part, target), state))
    return found


def _is_of_einsum(value: gast.expr) -> bool:
    return isinstance(value, gast.Call) and isinstance(value.func, gast.Name) and value.func.id == "einsum_adjoint"


def _item(sweep: ReverseSweep, value: gast.expr, position: int) -> gast.expr:
    """Return the adjoint of one operand of those that a helper gives; of einsum's the product that it is."""
    if not (_is_of_einsum(value) and isinstance(value, gast.Call)):
        return subscript(value, constant(position))
    d, subscripts, operands = value.args
    if isinstance(subscripts, gast.Constant) and isinstance(operands, gast.Tuple):
        facts = [sweep.infer(operand) for operand in operands.elts]
        written = einsum_products.product(d, str(subscripts.value), operands.elts, facts, position)
        if written is not None:
            return written
    return call("einsum_operand_adjoint", *value.args, constant(position))


def _of_container(
    sweep: ReverseSweep, argument: gast.expr, value: gast.expr, state: AdjointState, *, is_array: bool
) -> list[Contribution]:
    """Return the contribution to a list or tuple that a rule takes in one piece, or that NumPy makes an array of."""
    if isinstance(argument, gast.Tuple):
        return _items_of_display(sweep, argument, value if _is_of_einsum(value) else sweep.bind(value), state)
    leaves = sweep.structures.leaves(argument.id)
    if leaves == [()]:
        value = call("array_adjoint", value, call("shapes_of", argument)) if is_array else value
        return [_contribution(argument.id, (), Fitted(value, Fact("list")), state)]
    return from_whole(sweep, argument.id, sweep.bind(value), state)


def _lists_as_arrays(sweep: ReverseSweep, operation: Apply) -> dict[str, gast.expr]:
    """Return the arguments, an array in place of each list that is an operand: formulas are about arrays."""
    arguments = dict(operation.arguments)
    for parameter, argument in array_operands(operation):
        arguments[parameter] = _as_array(sweep, argument)
    for parameter in (item.name for item in operation.rule.parameters if item.kind == "star"):
        given = arguments.get(parameter)
        if isinstance(given, gast.Tuple) and isinstance(operation.variant.pullbacks.get(parameter), Formula):
            arguments[parameter] = gast.Tuple([_as_array(sweep, item) for item in given.elts], gast.Load())
    return arguments


def _as_array(sweep: ReverseSweep, argument: gast.expr) -> gast.expr:
    is_list = isinstance(argument, gast.Name) and sweep.infer(argument).kind in ("list", "tuple")
    return sweep.bind(call("np.asarray", argument)) if is_list else argument


def _cast(sweep: ReverseSweep, item: Contribution, dtype: np.dtype[Any] | None) -> Contribution:
    """Return the contribution to an item in the item's own dtype: the result may have that of another item."""
    target = sweep.structures.fact_at(item.version, item.path)
    if dtype is None or not target.is_number or item.fitted.fact.is_python:
        return item
    fitted = fit_dtype(item.fitted.value, replace(item.fitted.fact, dtype=dtype), target)
    return replace(item, fitted=replace(fitted, full=item.fitted.full))


def _exact(value: gast.expr, target: Fact) -> Fitted:
    return Fitted(value, as_adjoint(target), full=True)


def _contribution(
    version: str, path: tuple[object, ...], fitted: Fitted, state: AdjointState, *, negative: bool = False
) -> Contribution:
    return Contribution(version, path, fitted, state, negative)
