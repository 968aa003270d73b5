"""The pairs of functions that are made of checkpoints: what they call is run again in the reverse sweep.

before: ``heat_loop(items, snapshots, u, k)``, which calls ``heat_step(i, u, k)`` for each item
after: ``heat_loop_forward_u`` and ``heat_loop_pullback_u``, which hand the pair of ``heat_step`` to the runtime
before: ``loss_call(x, w)``, which returns ``layer(x, w)``
after: ``loss_call_forward_w``, which keeps ``(x, w)``, and ``loss_call_pullback_w``, which runs the former's part again
"""

from collections.abc import Mapping

import gast

from cladpy.ir.expressions import call, constant, name, store_name, subscript, tuple_of
from cladpy.ir.statements import Assign, Block, Function, Return
from cladpy.planning.callee_plan import CalleePlan
from cladpy.transform.pullback_transformer import Drafted

STATE, SEED = "state", "d_out"


def loop_pair(plan: CalleePlan, step: CalleePlan, carried: int, *, until: bool = False) -> tuple[Drafted, Drafted]:
    """Return the pullback and the forward function of a loop, in the order in which they are written.

    Parameters
    ----------
    plan : CalleePlan
        Of the loop; its parameters are what is iterated over, the number of snapshots, what the loop carries and what
        it only reads.
    step : CalleePlan
        Of an iteration.
    carried : int
        How many variables the loop carries.
    until : bool
        The last of them tells that the loop ends.
    """
    items, snapshots, *rest = map(name, plan.parameters)
    groups = [tuple_of(list(rest[:carried])), tuple_of(list(rest[carried:]))]
    run = call("checkpointed_until" if until else "checkpointed", name(step.forward), items, *groups, snapshots)
    back = call("replayed", name(step.forward), name(step.pullback), name(STATE), name(SEED))
    forward = f"Run the loop of {step.forward} and keep some of its states for {plan.pullback}."
    pullback = f"Run the iterations of {plan.forward} again, from the last one to the first."
    return _drafted(plan, (Return(run),), forward, (Return(back),), pullback)


def call_pair(plan: CalleePlan, called: CalleePlan, arguments: Mapping[str, gast.expr]) -> tuple[Drafted, Drafted]:
    """Return the pullback and the forward function of a call.

    Parameters
    ----------
    plan, called : CalleePlan
        Of the function that calls, and of the one that is called.
    arguments : mapping
        What each parameter of the latter is given, over the parameters of the former.
    """
    own = [name(parameter) for parameter in plan.parameters]
    run = call(name(called.forward), *(arguments[parameter] for parameter in called.parameters))
    kept = Return(tuple_of([subscript(run, constant(0)), tuple_of(list(own))]))
    slots = {each.id: f"d_{parameter}" for parameter, each in arguments.items() if isinstance(each, gast.Name)}
    targets = [store_name(f"d_{parameter}") for parameter in called.parameters]
    body = (
        Assign(gast.Tuple([store_name(each.id) for each in own], gast.Store()), name(STATE)),
        Assign(store_name("record"), subscript(run, constant(1))),
        Assign(gast.Tuple(targets, gast.Store()), call(name(called.pullback), name("record"), name(SEED)), impure=True),
        Return(tuple_of([name(slots.get(each.id, "no_adjoint")) for each in own])),
    )
    forward = f"Run {called.forward} and keep its arguments for {plan.pullback}."
    return _drafted(plan, (kept,), forward, body, f"Run {called.forward} again, and its pullback.")


def _drafted(plan: CalleePlan, forward: Block, text: str, reverse: Block, back: str) -> tuple[Drafted, Drafted]:
    first = Drafted(Function(plan.forward, plan.parameters, forward, text), {}, {})
    return Drafted(Function(plan.pullback, (STATE, SEED), reverse, back), {}, {}), first
