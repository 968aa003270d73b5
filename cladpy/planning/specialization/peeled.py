"""Write out the iterations of a ``while`` whose condition is known before each of them.

before: ``while len(nodes) > 1: nodes = joined(nodes)``, of three nodes
after:  ``nodes = joined(nodes)``, ``while len(nodes) > 1: nodes = joined(nodes)``, of two nodes; then none is left

A loop without a condition is left by what is known at run time, as a rule, and stays. Done where facts hold for the
sizes of one call, for loops that build something, one iteration at a time.
Requires structured exits. Guarantees: the same statements run in the same order.
"""

from collections.abc import Mapping
from dataclasses import replace

import gast

from cladpy.ir.expressions import constant, name, rebuild, store_name
from cladpy.ir.statements import Assign, Block, If, Statement, While, walk
from cladpy.planning.specialization.renaming import makes_functions
from cladpy.planning.specialization.rewrite import live_parts
from cladpy.planning.specialization.scene import Scene
from cladpy.planning.specialization.unroll import MOST_BUILT, Unroll, has_break, straight


def peeled(scene: Scene) -> Block:
    """Return the body with one iteration of its first such loop written out; itself if there is none."""
    if not scene.is_sized or sum(1 for _ in walk(scene.body)) > MOST_BUILT:
        return scene.body
    return _block(scene, scene.body, scene.numbered)


def _block(scene: Scene, block: Block, numbered: Block) -> Block:
    for position, (statement, twin) in enumerate(zip(block, numbered, strict=True)):
        new = _statement(scene, statement, twin)
        if new is not None:
            return (*block[:position], *new, *block[position + 1 :])
    return block


def _statement(scene: Scene, statement: Statement, twin: Statement) -> Block | None:
    if isinstance(statement, While) and isinstance(twin, While) and Unroll(scene).builds(twin):
        holds = None if isinstance(twin.test, gast.Constant) else scene.truth(_at_entry(twin))
        if holds is False:
            return ()
        if holds is True and not makes_functions(statement.body):
            return _one_by_one(scene, statement)
    for part in live_parts(twin, scene.truth):
        inner = getattr(statement, part, ())
        new = _block(scene, inner, getattr(twin, part)) if inner else inner
        if new is not inner:
            return (replace(statement, **{part: new}),)  # type: ignore[arg-type]
    return None


def _at_entry(twin: While) -> gast.expr:
    """Return the condition of a loop as it is asked first."""
    first: Mapping[str, str] = {phi.target: phi.sources[0] for phi in twin.phis}

    def change(part: gast.AST) -> gast.AST | None:
        return name(first[part.id]) if isinstance(part, gast.Name) and part.id in first else None

    return rebuild(twin.test, change)


def _one_by_one(scene: Scene, loop: While) -> Block:
    """Return the first iteration, and the loop behind it; a ``break`` sets a flag that is asked in between."""
    if not has_break(loop.body):
        return (*straight(loop.body, None), loop)
    left = scene.recorder.fresh("left")
    begun = Assign(store_name(left), constant(value=False), loop.source)
    goes_on = If(gast.UnaryOp(gast.Not(), name(left)), (loop,), (), loop.source)
    return (begun, *straight(loop.body, left), goes_on)
