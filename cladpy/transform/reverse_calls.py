"""The reverse of a call of a user's function: its pullback, fed with the state that its forward function left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import gast

from cladpy.analyses.operations import CallUser
from cladpy.ir.expressions import UNWANTED, call, name, names_in, store_name
from cladpy.ir.fact import CONTAINERS
from cladpy.ir.statements import Assign
from cladpy.transform.adjoint_state import AdjointState, as_adjoint
from cladpy.transform.contribution import Contribution
from cladpy.transform.cotangents import cotangent
from cladpy.transform.fitting import Fitted
from cladpy.transform.reverse_containers import from_whole

if TYPE_CHECKING:
    from cladpy.transform.reverse_sweep import ReverseSweep


def reverse_call(sweep: ReverseSweep, operation: CallUser, version: str, seed: AdjointState) -> list[Contribution]:
    """Return what the arguments of a call receive.

    The pullback gives one slot per parameter of the callee; those without adjoint hold ``no_adjoint``.
    """
    plan = sweep.callee(operation, version)
    state = sweep.states.setdefault(version, f"@state.{version}")
    targets: list[gast.expr] = []
    slots: dict[str, gast.expr] = {}
    for parameter in plan.parameters:
        argument = operation.arguments.get(parameter)
        wanted = argument is not None and any(sweep.is_active(n) for n in names_in(argument))
        if parameter in plan.active and wanted:
            variable = sweep.fresh("d")
            slots[parameter] = name(variable)
            sweep.extra[variable] = as_adjoint(sweep.infer(argument))
            targets.append(store_name(variable))
        else:
            targets.append(store_name(UNWANTED))
    target = targets[0] if len(targets) == 1 else gast.Tuple(targets, gast.Store())
    pulled = call(name(plan.pullback), name(state), cotangent(sweep, version))
    if len(targets) == 1:
        target = gast.Tuple(targets, gast.Store())
    sweep.emit(Assign(target, pulled, sweep.source, impure=True))
    found: list[Contribution] = []
    for parameter, slot in slots.items():
        argument = operation.arguments[parameter]
        if not isinstance(argument, gast.Name):  # its adjoint would be lost
            raise sweep.refusals.error(
                "C201", "this part of an object, as an argument, has no adjoint yet", sweep.source
            )
        found += given(sweep, argument.id, slot, seed)
    return found


def given(sweep: ReverseSweep, version: str, slot: gast.expr, seed: AdjointState) -> list[Contribution]:
    """Return what a pullback's slot gives to the version that was the argument."""
    fact = sweep.analysis.fact(version)
    state = AdjointState(fact, zero=True, cut=True, infinite=True)
    if fact.kind in CONTAINERS and sweep.structures.leaves(version) != [()]:
        return from_whole(sweep, version, slot, state)
    return [Contribution(version, (), Fitted(slot, as_adjoint(fact), full=True), state)]
