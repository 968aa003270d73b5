"""With statements over contexts of the user's own, written out: what they do may concern what has a derivative.

before: ``with scaled(x) as k: A``, ``scaled`` a ``contextmanager``
after:  its body, with ``k = ...``, A in place of ``yield ...``
before: ``with Scaled(x) as k: A``
after:  ``v@1 = Scaled(x)``, ``k = v@1.__enter__()``, A, ``v@1.__exit__(None, None, None)``

What leaves the block by ``break``, ``continue`` or ``return`` does so behind what the context does at its end. Where an
exception leads out, the context is told of it; one that it swallows is an error (C405).
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

import gast

from cladpy.ir.expressions import LOAD, call, constant
from cladpy.ir.statements import Effect, With
from cladpy.normalize.closures import Closure
from cladpy.normalize.generators import generate
from cladpy.normalize.leaving import Leaving
from cladpy.normalize.owned_calls import position_of

if TYPE_CHECKING:
    from cladpy.normalize.flatten_statements import StatementFlattener

Write = Callable[[gast.expr], None]
"""Writes the block of a with statement, given what entering its context gave."""


def write_own_context(flattener: "StatementFlattener", expression: gast.expr, block: Write, *, is_named: bool) -> bool:
    """Write a context of the user's own; tell whether it is one that is known and matters."""
    generator = flattener.expressions.context(expression.func) if isinstance(expression, gast.Call) else None
    if generator is not None and isinstance(expression, gast.Call):
        owner = flattener.expressions.owners.get(position_of(expression))
        if is_named or (owner is not None and owner.kind == "iteration"):
            _leaving(flattener, lambda step: generate(flattener, generator, expression, step, is_context=True), block)
            return True
    if position_of(entering(expression, expression)) not in flattener.expressions.owners:
        return False
    manager = flattener.recorder.bind(flattener.expressions.value(expression))
    _leaving(flattener, lambda step: _entered(flattener, manager, expression, step), block)
    return True


def entering(manager: gast.expr, expression: gast.expr) -> gast.expr:
    """Return the method that enters a context, at the context's place in the text."""
    return gast.copy_location(gast.Attribute(manager, "__enter__", LOAD), expression)


def _leaving(flattener: "StatementFlattener", around: Callable[[Write], None], block: Write) -> None:
    Leaving(flattener.recorder, goes_on=True).write(around, block)


def _entered(flattener: "StatementFlattener", manager: gast.Name, expression: gast.expr, block: Write) -> None:
    recorder, source = flattener.recorder, flattener.recorder.current
    enter = gast.copy_location(gast.Call(entering(manager, expression), [], []), expression)
    value = flattener.expressions.atom(enter)
    with recorder.nested() as inner:
        block(value)
    recorder.emit(With(call("told_of_exceptions", manager), tuple(inner), source))
    leave = gast.Attribute(manager, "__exit__", LOAD)
    nothing = [constant(None), constant(None), constant(None)]
    left = gast.copy_location(gast.Call(leave, nothing, []), expression)
    owner = flattener.expressions.owners.get(position_of(left))
    closure = None if owner is None else flattener.expressions.body_of(owner)
    if closure is None:
        recorder.emit(Effect(left, source))
    else:
        bound = gast.copy_location(gast.Call(leave, [manager, *nothing], []), expression)
        flattener.expressions.inline(closure, bound)


def is_written_once(closure: Closure) -> bool:
    """Tell whether a generator yields at one place, outside of loops, as that of a ``contextmanager`` does."""
    yields = [part for statement in closure.body for part in gast.walk(statement) if isinstance(part, gast.Yield)]
    loops = [
        part for statement in closure.body for part in gast.walk(statement) if isinstance(part, gast.For | gast.While)
    ]
    inside = [part for loop in loops for part in gast.walk(loop) if isinstance(part, gast.Yield)]
    return len(yields) == 1 and not inside
