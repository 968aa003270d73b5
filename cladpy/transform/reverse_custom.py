"""The reverse of a call whose pullback a user wrote: that pullback by its own name, with the operands that it names.

before: ``h.1 = product(x.0, w.0)``
after:  ``_, d_w = check_slots(product_pullback(x, d_h), "product_pullback", data=None, weight=(w.shape, np.float64))``

What the pullback returns is checked against the parameters' shapes and dtypes at every call, since a wrong shape would
broadcast and go unnoticed. Only shapes and dtypes are recorded for that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import gast

from cladpy.analyses.infer import is_library
from cladpy.analyses.operations import CallCustom, CallUser
from cladpy.errors import CladpyError
from cladpy.ir.expressions import UNWANTED, attribute, call, constant, name, names_in, store_name
from cladpy.ir.fact import CONTAINERS, Fact
from cladpy.ir.statements import Assign, Effect, Statement
from cladpy.planning.callee_plan import CustomPlan
from cladpy.rules.custom_signature import Read, name_of
from cladpy.transform.adjoint_state import AdjointState, as_adjoint
from cladpy.transform.contribution import Contribution
from cladpy.transform.cotangents import cotangent
from cladpy.transform.fitting import shape_of
from cladpy.transform.reverse_calls import given
from cladpy.transform.structures import item_expression, keys_of

if TYPE_CHECKING:
    from cladpy.transform.reverse_sweep import ReverseSweep


def reverse_custom(
    sweep: ReverseSweep, operation: CallCustom, version: str, seed: AdjointState, statement: Statement
) -> list[Contribution]:
    """Return what the arguments of a call receive: from the rule that was chosen, else as without custom rules.

    Raises
    ------
    CladpyError
        C205 for an active argument whose structure is not known: what a rule gives for it could not be checked.
    """
    plan = sweep.callee(operation, version)
    if not isinstance(plan, CustomPlan):
        return sweep.contributions(operation.otherwise, version, seed, statement)
    if plan.forward is not None:
        sweep.states.setdefault(version, f"@state.{version}")
    targets: list[gast.expr] = []
    expected: dict[str, gast.expr] = {}
    slots: list[tuple[gast.Name, gast.expr]] = []
    for parameter in plan.parameters:
        argument = operation.arguments.get(parameter)
        if argument is None or not any(sweep.is_active(n) for n in names_in(argument)):
            expected[parameter] = constant(None)
            targets.append(store_name(UNWANTED))
            continue
        if not isinstance(argument, gast.Name):
            raise _unchecked(operation, parameter)
        fact = sweep.infer(argument)
        slot = sweep.fresh("d")
        sweep.extra[slot] = as_adjoint(fact)
        expected[parameter] = _form(operation, parameter, argument, fact)
        targets.append(store_name(slot))
        slots.append((argument, name(slot)))
    pulled = _pulled(sweep, operation, version, plan, statement)
    checked = call("check_slots", pulled, constant(plan.pullback), **expected)
    sweep.emit(Assign(gast.Tuple(targets, gast.Store()), checked, sweep.source, impure=True))
    return [found for argument, slot in slots for found in given(sweep, argument.id, slot, seed)]


def forward_call(sweep: ReverseSweep, version: str) -> CallUser | None:
    """Return the call that makes a version, if something of its own is run for it in the forward sweep."""
    operation = sweep.analysis.operations.get(version)
    if isinstance(operation, CallCustom) and version in sweep.states:
        plan = sweep.callee(operation, version)
        return operation if isinstance(plan, CustomPlan) else _user(operation)
    if isinstance(operation, CallCustom) and is_library(operation.function):
        return None
    return operation if isinstance(operation, CallUser) else None


def number_check(sweep: ReverseSweep, version: str, value: gast.expr) -> list[Statement]:
    """Return the check that a call with a custom rule made a number, where facts do not tell."""
    operation, fact = sweep.analysis.operations.get(version), sweep.analysis.fact(version)
    is_known = fact.kind != "number" or fact.dtype is not None
    if is_known or not isinstance(operation, CallCustom) or not sweep.is_active(version):
        return []
    if not isinstance(sweep.callee(operation, version), CustomPlan):
        return []
    return [Effect(call("check_number", value, constant(name_of(operation.function))), sweep.source)]


def _user(operation: CallCustom) -> CallUser | None:
    return operation.otherwise if isinstance(operation.otherwise, CallUser) else None


def _pulled(
    sweep: ReverseSweep, operation: CallCustom, version: str, plan: CustomPlan, statement: Statement
) -> gast.expr:
    """Return the call of the pullback with what it names."""

    def operand(read: Read) -> gast.expr:
        if read.kind == "parameter":
            return sweep.mirrors.stable(operation.arguments[read.parameter], statement)
        if read.kind == "result":
            return sweep.mirrors.stable(name(version), statement, before=False)
        return name(sweep.states[version]) if read.kind == "state" else cotangent(sweep, version)

    positional = [operand(read) for read in plan.rule.reads if not read.by_keyword]
    keywords = [gast.keyword(read.name, operand(read)) for read in plan.rule.reads if read.by_keyword]
    return gast.Call(name(plan.pullback), positional, keywords)


def _form(operation: CallCustom, parameter: str, value: gast.expr, fact: Fact) -> gast.expr:
    """Return the shape and dtype that an adjoint must have, through lists, tuples and dicts."""
    if fact.kind in CONTAINERS:
        if fact.items is None or fact.kind == "object":
            raise _unchecked(operation, parameter)
        pairs = zip(keys_of(fact), fact.items, strict=True)
        items = [(key, _form(operation, parameter, item_expression(value, fact, (key,)), item)) for key, item in pairs]
        if fact.kind == "dict":
            return gast.Dict([constant(key) for key, _ in items], [item for _, item in items])
        return gast.List([item for _, item in items], gast.Load())
    if not fact.may_hold_derivative:
        return constant(None)
    if fact.is_python:
        return _pair(gast.Tuple([], gast.Load()), name("float"))
    if fact.dtype is None:
        return _pair(call("np.shape", value), call("np.result_type", value))
    return _pair(shape_of(value, fact), attribute(name("np"), fact.dtype.name))


def _pair(shape: gast.expr, dtype: gast.expr) -> gast.expr:
    return gast.Tuple([shape, dtype], gast.Load())


def _unchecked(operation: CallCustom, parameter: str) -> CladpyError:
    return CladpyError(
        "C205", f"the argument {parameter!r} of {name_of(operation.function)} is a container of unknown structure",
        hint="pass arrays, or a tuple, list or dict of arrays that is written in the source",
    )  # fmt: skip
