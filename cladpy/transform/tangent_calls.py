"""Calls of the user's functions: their pushforwards, which give value and tangent.

before: ``h.1 = layer(x.0, w.0)``     after: ``h, t_h = layer_pushforward_w(x, w, t_w)``
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import gast

from cladpy.analyses.operations import CallCustom, CallUser, Operation
from cladpy.ir.expressions import name, store_name
from cladpy.ir.statements import Assign
from cladpy.planning.callee_plan import PushforwardPlan
from cladpy.transform.tangents import PREFIX

if TYPE_CHECKING:
    from cladpy.transform.tangent_sweep import TangentSweep


def write(sweep: TangentSweep, statement: Assign, operation: CallUser) -> Operation | None:
    """Write the call of a function's pushforward; return an operation that is to be written instead, if any."""
    version = statement.target.id
    plan = sweep.callee(operation, version)
    if not isinstance(plan, PushforwardPlan):
        return operation.otherwise if isinstance(operation, CallCustom) else operation
    tangents = sweep.tangents
    arguments = [operation.arguments[parameter] for parameter in plan.parameters]
    given = [tangents.read(operation.arguments[p]) for p in plan.parameters if p in plan.active]
    value = gast.Call(name(plan.pushforward), [tangents.printable(each) for each in (*arguments, *given)], [])
    targets = [store_name(tangents.variable_of(each)) for each in (version, PREFIX + version)]
    sweep.emit(Assign(gast.Tuple(targets, gast.Store()), value, statement.source, impure=True))
    return None
