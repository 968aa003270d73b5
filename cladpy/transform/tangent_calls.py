"""Calls of the user's functions: their pushforwards, which give value and tangent, or those that the user wrote.

before: ``h.1 = layer(x.0, w.0)``     after: ``h, t_h = layer_pushforward_w(x, w, t_w)``
before: ``y.1 = product(x.0, w.0)``   after: ``y = product(x, w)``,
                                             ``t_y = check_tangent(my_pushforward(x, t_w), "my_pushforward", y)``
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import gast

from cladpy.analyses.facts import located
from cladpy.analyses.operations import CallCustom, CallUser, Operation
from cladpy.ir.expressions import call, constant, name, names_in, store_name
from cladpy.ir.statements import Assign
from cladpy.planning.callee_plan import CustomPushforwardPlan, PushforwardPlan
from cladpy.transform.tangents import PREFIX

if TYPE_CHECKING:
    from cladpy.transform.tangent_sweep import TangentSweep


def write(sweep: TangentSweep, statement: Assign, operation: CallUser) -> Operation | None:
    """Write the call of a function with that of its tangent; return an operation that is to be written instead, if any.

    Raises
    ------
    CladpyError
        C201 where the rules of the user's do not cover an active argument.
    """
    version = statement.target.id
    with located(statement, sweep.tangents.analysis.form.lines):
        plan = sweep.callee(operation, version, _unbounded(sweep, operation))
    if isinstance(plan, CustomPushforwardPlan):
        given = sweep.held(_by_rule(sweep, operation, plan, version), operation, version)
        sweep.beside(replace(statement, impure=True), version, given)
        return None
    if not isinstance(plan, PushforwardPlan):
        return operation.otherwise if isinstance(operation, CallCustom) else operation
    tangents = sweep.tangents
    arguments = [operation.arguments[parameter] for parameter in plan.parameters]
    given = [tangents.read(operation.arguments[p]) for p in plan.parameters if p in plan.active]
    value = gast.Call(name(plan.pushforward), [tangents.printable(each) for each in (*arguments, *given)], [])
    targets = [store_name(tangents.variable_of(each)) for each in (version, PREFIX + version)]
    sweep.emit(Assign(gast.Tuple(targets, gast.Store()), value, statement.source, impure=True))
    return None


def _unbounded(sweep: TangentSweep, operation: CallUser) -> frozenset[str]:
    """Return the parameters whose tangents may be infinite in this call."""
    infinite = sweep.tangents.bits.infinite
    return frozenset(p for p, value in operation.arguments.items() if not infinite.isdisjoint(names_in(value)))


def _by_rule(sweep: TangentSweep, operation: CallUser, plan: CustomPushforwardPlan, version: str) -> gast.expr:
    """Return the tangent that a pushforward of the user's gives, checked against the result."""
    positional: list[gast.expr] = []
    keywords: list[gast.keyword] = []
    for read in plan.rule.reads:
        value: gast.expr = name(version)
        if read.kind == "parameter":
            value = operation.arguments[read.parameter]
        elif read.kind == "tangent":
            value = sweep.tangents.read(operation.arguments[read.parameter])
        if read.by_keyword:
            keywords.append(gast.keyword(read.name, value))
        else:
            positional.append(value)
    given = gast.Call(name(plan.pushforward), positional, keywords)
    return call("check_tangent", given, constant(plan.pushforward), name(version))
