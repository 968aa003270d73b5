"""Lists and dicts that are updated by calls of their methods: the tangent is updated by the same calls.

before: ``l.1.append(v.0)``      after: ``l.append(v)``, ``t_l.append(t_v)``
before: ``y.1 = l.2.pop(0)``     after: ``y = l.pop(0)``, ``t_y = t_l.pop(0)``
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import gast

from cladpy.analyses.mutating_calls import Mutation, mutation_of, updates
from cladpy.ir.expressions import store_name
from cladpy.ir.statements import Assign, Effect
from cladpy.transform.tangent_loops import tangent_items
from cladpy.transform.tangents import PREFIX

if TYPE_CHECKING:
    from cladpy.transform.tangent_sweep import TangentSweep

PUT_IN = {"append": 0, "insert": 1}  # methods by the position of the argument that is put in


def mutation(sweep: TangentSweep, statement: Assign | Effect) -> Mutation | None:
    """Return the call by which a statement updates a list or dict."""
    found = None if statement.new is None else mutation_of(statement.value)
    if found is None or not updates(sweep.tangents.infer(found.owner), found):
        return None
    return found


def update(sweep: TangentSweep, statement: Effect, found: Mutation) -> None:
    """Write a call that updates a list or dict, and that of its tangent."""
    sweep.emit(Effect(sweep.tangents.printable(statement.value), statement.source))
    if statement.new in sweep.tangents.carried:
        value = sweep.tangents.printable(of_tangent(sweep, statement.value, found))
        sweep.emit(Effect(value, statement.source))


def taken(sweep: TangentSweep, statement: Assign, found: Mutation) -> None:
    """Write a call that takes an item out of a list or dict, and that of its tangent, which is taken out with it."""
    tangents = sweep.tangents
    version = statement.target.id
    sweep.emit(sweep.primal(statement, version))
    if statement.new not in tangents.carried:
        if version in tangents.carried:
            sweep.bind(PREFIX + version, tangents.zero(gast.Name(version, gast.Load(), None, None)), statement.source)
        return
    value = tangents.printable(of_tangent(sweep, statement.value, found))
    if version in tangents.carried:
        target = store_name(tangents.variable_of(PREFIX + version))
        sweep.emit(Assign(target, value, statement.source, impure=True))
    else:
        sweep.emit(Effect(value, statement.source))


def of_tangent(sweep: TangentSweep, value: gast.Call, found: Mutation) -> gast.expr:
    """Return the call of the same method of the tangent; what is put in is the tangent of what the primal puts in."""
    arguments = list(found.arguments)
    if found.method in PUT_IN:
        place = PUT_IN[found.method]
        arguments[place] = sweep.tangents.read(arguments[place])
    elif found.method == "extend":
        arguments = [tangent_items(sweep, argument) for argument in arguments]
    owner = gast.Name(PREFIX + found.owner.id, gast.Load(), None, None)
    return gast.Call(gast.Attribute(owner, found.method, gast.Load()), arguments, [])
