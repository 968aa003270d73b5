"""Exits from checkpointed loops: the step returns, behind what it carries, a number that tells how it ended.

before: ``for i in checkpoint(range(n)): u = u * x; if u > 9: break``
after: ``u = u * x; if u > 9: return u, 2``, and ``return u, 0`` at the end: the loop goes on as long as it is 0

before: ``return e`` in the loop    after: ``return u, 3`` in the step, and ``if ended == 3: return e`` behind the loop
"""

from collections.abc import Callable, Sequence

import gast

from cladpy.ir.expressions import constant, name, nodes_of, rebuild

GOES_ON, IS_FALSE, IS_LEFT, RETURNS = 0, 1, 2, 3  # the condition of a while, a break, the first return of the loop


def has_exits(node: gast.For | gast.While) -> bool:
    """Tell whether a loop may end by other than its last item, or does something when it ends so."""
    return isinstance(node, gast.While) or bool(node.orelse) or any(map(_leaves, node.body))


def _leaves(node: gast.stmt, *, in_loop: bool = False) -> bool:
    """Tell whether a statement may leave the loop that it is in."""
    if isinstance(node, gast.Return) or (isinstance(node, gast.Break) and not in_loop):
        return True
    if isinstance(node, gast.FunctionDef | gast.ClassDef):
        return False
    deeper = in_loop or isinstance(node, gast.For | gast.While)
    blocks: list[gast.stmt] = [each for part in ("body", "finalbody") for each in getattr(node, part, [])]
    parts = [*getattr(node, "handlers", []), *getattr(node, "cases", [])]
    return (
        any(_leaves(each, in_loop=deeper) for each in blocks)
        or any(_leaves(each, in_loop=in_loop) for each in getattr(node, "orelse", []))
        or any(_leaves(each, in_loop=in_loop) for part in parts for each in part.body)
    )


def returned_by(body: Sequence[gast.stmt]) -> list[gast.Return]:
    """Return the statements in a loop that leave the function, those of nested functions apart."""
    found: list[gast.Return] = []
    todo: list[gast.AST] = list(reversed(body))
    while todo:
        node = todo.pop()
        if isinstance(node, gast.Return):
            found.append(node)
        elif not isinstance(node, gast.FunctionDef | gast.ClassDef | gast.Lambda):
            todo += reversed(list(gast.iter_child_nodes(node)))
    return found


def with_exits(
    node: gast.stmt, state: Callable[[int], gast.expr], returned: Sequence[gast.Return], condition: gast.stmt | None
) -> gast.stmt:
    """Return a statement of a loop as one of its step.

    Parameters
    ----------
    state : callable
        What the step returns, from the number that tells how it ends.
    returned : sequence of Return
        What leaves the function in this loop, in order.
    condition : Break, optional
        The one that stands for a condition that is false.
    """

    def change(part: gast.AST, *, in_loop: bool = False) -> gast.AST | None:
        if isinstance(part, gast.Return):
            return ended(part, RETURNS + next(i for i, each in enumerate(returned) if each is part))
        if isinstance(part, gast.FunctionDef | gast.Lambda):
            return part
        if in_loop:
            return None
        if isinstance(part, gast.Continue):
            return ended(part, GOES_ON)
        if isinstance(part, gast.Break):
            return ended(part, IS_FALSE if part is condition else IS_LEFT)
        if isinstance(part, gast.For | gast.While):
            return rebuild_parts(part)
        return None

    def rebuild_parts(loop: gast.For | gast.While) -> gast.AST:
        fields = dict(gast.iter_fields(loop))
        fields["body"] = [rebuild(each, lambda part: change(part, in_loop=True)) for each in loop.body]
        fields["orelse"] = [rebuild(each, change) for each in loop.orelse]
        return gast.copy_location(type(loop)(**fields), loop)

    def ended(part: gast.stmt, number: int) -> gast.stmt:
        return gast.copy_location(gast.Return(state(number)), part)

    return rebuild(node, change)


def behind(ended: str, returned: Sequence[gast.Return], orelse: list[gast.stmt], place: gast.AST) -> list[gast.stmt]:
    """Return the statements behind a loop that do what its exits did."""

    def when(operator: gast.cmpop, number: int, body: list[gast.stmt], at: gast.AST) -> gast.stmt:
        test = gast.Compare(name(ended), [operator], [constant(number)])
        return gast.copy_location(gast.If(test, body, []), at)

    made = [when(gast.Eq(), RETURNS + i, [each], each) for i, each in enumerate(returned)]
    return [*made, *([when(gast.Lt(), IS_LEFT, orelse, place)] if orelse else [])]


def names_returned(returned: Sequence[gast.Return]) -> frozenset[str]:
    """Return the names that values read which leave the function."""
    return frozenset(part.id for each in returned for part in nodes_of(each) if isinstance(part, gast.Name))
