"""Objects of the user's classes that are iterated over: their ``__iter__`` as a generator function.

before: ``return iter(self.items)``                      after: ``yield from self.items``
before: ``return self``, whose class has ``__next__``    after: a loop around its body, which yields what that returns

There ``return`` stands in place of ``raise StopIteration``.
"""

from collections.abc import Callable
from dataclasses import replace

import gast

from cladpy.normalize.closures import Closure, bound_names
from cladpy.normalize.owned_calls import Owner

BodyOf = Callable[[Owner], Closure | None]


def iterator_of(owner: Owner, body_of: BodyOf) -> Closure | None:
    """Return what iterating over an object does, as a generator function of the object; None if that is not known.

    Parameters
    ----------
    owner : Owner
        The object, with its ``__iter__``.
    body_of : callable
        Returns the text of a method.
    """
    closure = body_of(owner)
    if closure is None or closure.is_generator:
        return closure
    *before, last = closure.body
    if not isinstance(last, gast.Return) or any(map(_returns, before)):
        return None
    value = last.value
    if isinstance(value, gast.Name) and value.id == _this(closure):
        return _by_next(owner, closure, before, body_of)
    is_iter = isinstance(value, gast.Call) and isinstance(value.func, gast.Name) and value.func.id == "iter"
    if is_iter and len(value.args) == 1 and not value.keywords:
        value = value.args[0]
    elif not isinstance(value, gast.Call | gast.GeneratorExp):
        return None
    given = gast.copy_location(gast.Expr(gast.copy_location(gast.YieldFrom(value), last)), last)
    return replace(closure, body=(*before, given))


def _by_next(owner: Owner, closure: Closure, before: list[gast.stmt], body_of: BodyOf) -> Closure | None:
    """Return the loop over what ``__next__`` gives, behind what ``__iter__`` does."""
    member = next((vars(cls)["__next__"] for cls in owner.cls.__mro__ if "__next__" in vars(cls)), None)  # type: ignore[union-attr]
    following = None if member is None else body_of(replace(owner, function=member))
    if following is None or following.is_generator or _this(following) != _this(closure):
        return None
    body = [_yielding(statement) for statement in following.body]
    if None in body:
        return None
    place = closure.body[-1]
    steps = [part for block in body for part in block or ()]
    loop = gast.copy_location(gast.While(gast.copy_location(gast.Constant(True, None), place), steps, []), place)
    bound = frozenset(bound_names([*before, *steps])) | closure.bound | following.bound
    return replace(closure, body=(*before, loop), bound=bound)


def _yielding(statement: gast.stmt) -> list[gast.stmt] | None:
    """Return a statement of ``__next__`` as one of a loop that yields; None where it leaves a loop of its own."""
    if isinstance(statement, gast.Return):
        given = gast.Yield(statement.value or gast.Constant(None, None))
        return [
            gast.copy_location(gast.Expr(gast.copy_location(given, statement)), statement),
            gast.copy_location(gast.Continue(), statement),
        ]
    if isinstance(statement, gast.Raise):
        return [gast.copy_location(gast.Return(None), statement)] if _is_stop(statement.exc) else [statement]
    if isinstance(statement, gast.If):
        sides = [[_yielding(part) for part in block] for block in (statement.body, statement.orelse)]
        if any(None in side for side in sides):
            return None
        body, orelse = ([part for block in side for part in block or ()] for side in sides)
        return [gast.copy_location(gast.If(statement.test, body, orelse), statement)]
    return None if _returns(statement) else [statement]


def _is_stop(raised: gast.expr | None) -> bool:
    called = raised.func if isinstance(raised, gast.Call) else raised
    return isinstance(called, gast.Name) and called.id == "StopIteration"


def _returns(statement: gast.stmt) -> bool:
    """Tell whether a statement holds an exit out of the method, or a ``try`` around one."""
    parts = list(gast.walk(statement))
    return any(isinstance(part, gast.Return | gast.Try) or (isinstance(part, gast.Raise) and _is_stop(part.exc))
               for part in parts)  # fmt: skip


def _this(closure: Closure) -> str:
    """Return the name of a method's object."""
    positional = [*closure.arguments.posonlyargs, *closure.arguments.args]
    return positional[0].id if positional else ""
