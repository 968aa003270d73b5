"""Loops that what is done with an item leaves all at once: those of a generator, of ``product``, of nested generators.

before: ``for p in x: for q in y:`` a step with ``break``      after: the step sets ``left`` in place of it, and returns
before: ``return v`` in the step                               after: ``left = 2``, the value is kept

The loops are structured as a function of their own, so that ``Return`` leaves all of them; ``return`` of the step is
carried out behind them.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import gast

from cladpy.ir.expressions import constant, name, store_name
from cladpy.ir.statements import Assign, Block, Break, Continue, For, If, Return, Statement, While, With
from cladpy.normalize.exits import leaves, structure_exits, structure_step
from cladpy.normalize.recorder import Recorder

Step = Callable[[gast.expr], None]

_BROKEN, _RETURNED, _CONTINUED = 1, 2, 3


@dataclass(slots=True)
class Leaving:
    """Writes such loops.

    Parameters
    ----------
    recorder : Recorder
    left : str
        Says by which way the loops were left.
    result : str
        Holds what the step returns.
    breaks, returns, continues : bool
        Whether a step was found to do so.
    goes_on : bool
        What stands behind the step is carried out nonetheless, and ``continue`` is one of the loop around it all.
    """

    recorder: Recorder
    left: str = ""
    result: str = ""
    breaks: bool = False
    returns: bool = False
    continues: bool = False
    goes_on: bool = False

    def write(self, loops: Callable[[Step], None], step: Step) -> None:
        """Write loops around a step."""
        recorder = self.recorder
        self.left, self.result = recorder.fresh("left"), recorder.fresh("result")
        source = recorder.current
        with recorder.nested() as block:
            loops(lambda item: self.step(item, step))
        if self.breaks or self.returns or self.continues:
            recorder.emit(Assign(store_name(self.left), constant(0), source))
            if not self.goes_on:
                block = list(structure_exits(tuple(block), recorder, recorder.fresh("result")))
        for statement in block:
            recorder.emit(statement)
        if self.returns:
            self.carry_out(_RETURNED, Return(name(self.result), source))
        if self.goes_on and self.breaks:
            self.carry_out(_BROKEN, Break(source))
        if self.continues:
            self.carry_out(_CONTINUED, Continue(source))

    def carry_out(self, way: int, leave: Return | Break | Continue) -> None:
        """Write an exit that a step has asked for."""
        asked = gast.Compare(name(self.left), [gast.Eq()], [constant(way)])
        self.recorder.emit(If(asked, (leave,), (), leave.source))

    def step(self, item: gast.expr, step: Step) -> None:
        """Write a step, whose exits leave the loops or go on with the next item."""
        recorder, source = self.recorder, self.recorder.current
        with recorder.nested() as block:
            step(item)
        ways = leaves(tuple(block))
        if not ways:
            for statement in block:
                recorder.emit(statement)
            return
        self.breaks |= "break" in ways
        self.returns |= "return" in ways
        self.continues |= self.goes_on and "continue" in ways
        marked = self.marked(tuple(block), in_loop=False)
        for statement in structure_step(marked, recorder, self.result):
            recorder.emit(statement)
        if ways & {"break", "return"} and not self.goes_on:
            is_left = gast.Compare(name(self.left), [gast.NotEq()], [constant(0)])
            recorder.emit(If(is_left, (Return(constant(None), source),), (), source))

    def marked(self, block: Block, *, in_loop: bool) -> Block:
        """Return a block in which the exits out of the loops say so."""
        out: list[Statement] = []
        for statement in block:
            if isinstance(statement, Return):
                out += [self.sign(_RETURNED, statement), statement]
            elif isinstance(statement, Break) and not in_loop:
                out += [self.sign(_BROKEN, statement), Continue(statement.source)]
            elif isinstance(statement, Continue) and not in_loop and self.goes_on:
                out += [self.sign(_CONTINUED, statement), statement]
            elif isinstance(statement, If):
                body, orelse = (self.marked(part, in_loop=in_loop) for part in (statement.body, statement.orelse))
                out.append(replace(statement, body=body, orelse=orelse))
            elif isinstance(statement, For | While):
                out.append(replace(statement, body=self.marked(statement.body, in_loop=True)))
            elif isinstance(statement, With):
                out.append(replace(statement, body=self.marked(statement.body, in_loop=in_loop)))
            else:
                out.append(statement)
        return tuple(out)

    def sign(self, way: int, statement: Return | Break | Continue) -> Assign:
        """Return the assignment that says how the loops are left."""
        return Assign(store_name(self.left), constant(way), statement.source)
