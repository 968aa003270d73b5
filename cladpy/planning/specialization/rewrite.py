"""Walk a block and its twin over versions, and put other statements in the place of some."""

from collections.abc import Callable
from dataclasses import replace

import gast

from cladpy.ir.statements import Assign, Block, Effect, If, Statement
from cladpy.normalize.owned_calls import position_of
from cladpy.planning.specialization.prune import Truth
from cladpy.planning.specialization.scene import Scene

Rewrite = Callable[[Statement, Statement], Block | None]
"""Returns what takes the place of a statement, None if it stays."""

RewriteValue = Callable[[gast.expr, gast.expr, str | None], gast.expr | None]
"""Returns what takes the place of the value of an assignment, None if it stays.

It is given the value over names, over versions, and the version that is assigned, if it is a name.
"""


def rewritten(block: Block, numbered: Block, rewrite: Rewrite, truth: Truth = lambda _test: None) -> Block:
    """Return a block with every statement replaced that ``rewrite`` gives others for; itself if there is none.

    The sides of branches that are never taken stay as they are.
    """
    out: list[Statement] = []
    changed = False
    for statement, twin in zip(block, numbered, strict=True):
        new = rewrite(statement, twin)
        if new is None:
            new = (_inside(statement, twin, rewrite, truth),)
        changed |= new != (statement,)
        out += new
    return tuple(out) if changed else block


def live_parts(twin: Statement, truth: Truth) -> tuple[str, ...]:
    """Return the parts of a statement that may run."""
    taken = truth(twin.test) if isinstance(twin, If) else None
    return ("body", "orelse") if taken is None else ("body",) if taken else ("orelse",)


def _inside(statement: Statement, twin: Statement, rewrite: Rewrite, truth: Truth) -> Statement:
    parts = {}
    for part in live_parts(twin, truth):
        inner = getattr(statement, part, ())
        if inner:
            new = rewritten(inner, getattr(twin, part), rewrite, truth)
            if new is not inner:
                parts[part] = new
    return replace(statement, **parts) if parts else statement  # type: ignore[arg-type]


def values_rewritten(scene: Scene, rewrite: RewriteValue) -> Block:
    """Return the body of a function with the values of assignments replaced."""

    def change(statement: Statement, twin: Statement) -> Block | None:
        if not isinstance(statement, Assign | Effect) or not isinstance(twin, Assign | Effect):
            return None
        target = twin.target.id if isinstance(twin, Assign) and isinstance(twin.target, gast.Name) else None
        with scene.writing(statement) as block:
            value = rewrite(statement.value, twin.value, target)
            if value is None:
                return None
            if isinstance(statement.value, gast.Call) and hasattr(statement.value, "lineno"):
                scene.apart.add(position_of(statement.value))
            if isinstance(statement, Assign) or isinstance(value, gast.Call):
                scene.recorder.emit(replace(statement, value=value))
            elif not isinstance(value, gast.Name | gast.Constant):
                scene.bind(value)
        return tuple(block)

    return rewritten(scene.body, scene.numbered, change, scene.truth)
