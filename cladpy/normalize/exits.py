"""Give every loop and function one way out per path: exits only at the ends of blocks.

before: ``if a: return x`` + rest                     after: ``if a: result = x`` ``else:`` rest
before: ``for ..: if a: continue`` + rest             after: ``for ..: if a: continue`` ``else:`` rest
before: an exit deep in a branch that may fall through after: a number in ``left``, tested before the rest

A ``return`` in a loop becomes ``result = x``, ``returned = True``, ``break`` and a test behind the loop. In the reverse
sweep an exit costs nothing then: the branches taken say which statements ran.

Requires: Break, Continue, Return anywhere. Guarantees: Break and Continue end their block and are the last thing that
their iteration does; no Return but the last statement of the function.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import gast

from cladpy.ir.expressions import constant, name, store_name
from cladpy.ir.statements import (
    Assign,
    Block,
    Break,
    Continue,
    For,
    If,
    Pass,
    Raise,
    Return,
    Statement,
    While,
    With,
)
from cladpy.normalize.recorder import Recorder

BREAK, CONTINUE, RETURN = "break", "continue", "return"
_NUMBER = {BREAK: 1, CONTINUE: 2, RETURN: 3}


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a block stands: in a loop or not, which name tells that the loop returned, which flag replaces exits."""

    in_loop: bool = False
    returned: str | None = None
    left: str | None = None


def structure_exits(block: Block, recorder: Recorder, result: str, *, tail: bool = False) -> Block:
    """Return the block with structured exits; what it returns is left in the name ``result``.

    With ``tail`` a single return that ends the block stays a Return of its own expression's name.
    """
    returns = list(_walk_returns(block))
    if tail and len(returns) == 1 and block and block[-1] is returns[0]:
        return (*_Structure(recorder, result).block(block[:-1], _Place()), returns[0])
    body = _Structure(recorder, result).block(block, _Place())
    if not _always(block):
        body = (Assign(store_name(result), constant(None)), *body)
    return (*body, Return(name(result))) if tail else body


def _walk_returns(block: Block) -> Sequence[Return]:
    found: list[Return] = []
    for statement in block:
        if isinstance(statement, Return):
            found.append(statement)
        for part in _parts(statement):
            found.extend(_walk_returns(part))
    return found


def _parts(statement: Statement) -> tuple[Block, ...]:
    if isinstance(statement, If):
        return statement.body, statement.orelse
    if isinstance(statement, For | While | With):
        return (statement.body,)
    return ()


def structure_step(block: Block, recorder: Recorder, result: str) -> Block:
    """Return a block that every ``continue`` and ``return`` leaves at its end; what it returns is in ``result``."""
    return _Structure(recorder, result).block(block, _Place())


def leaves(block: Block) -> frozenset[str]:
    """Return the ways in which control may leave a block other than by its end."""
    found: set[str] = set()
    for statement in block:
        if isinstance(statement, Break):
            found.add(BREAK)
        elif isinstance(statement, Continue):
            found.add(CONTINUE)
        elif isinstance(statement, Return):
            found.add(RETURN)
        elif isinstance(statement, For | While):
            found |= leaves(statement.body) & {RETURN}
        else:
            for part in _parts(statement):
                found |= leaves(part)
    return frozenset(found)


def _always(block: Block) -> bool:
    """Tell whether control never reaches the end of a block."""
    for statement in block:
        if isinstance(statement, Break | Continue | Return | Raise):
            return True
        if isinstance(statement, If) and _always(statement.body) and _always(statement.orelse):
            return True
        if isinstance(statement, With) and _always(statement.body):
            return True
        if isinstance(statement, While) and _is_true(statement.test) and BREAK not in leaves(statement.body):
            return True
    return False


def _is_true(test: gast.expr) -> bool:
    return isinstance(test, gast.Constant) and bool(test.value)


@dataclass(frozen=True, slots=True)
class _Structure:
    recorder: Recorder
    result: str

    def block(self, block: Block, place: _Place) -> Block:
        out: list[Statement] = []
        for position, statement in enumerate(block):
            rest = block[position + 1 :]
            if isinstance(statement, Return | Break | Continue):
                return (*out, *self.exit(statement, place))
            if isinstance(statement, If) and leaves((statement,)):
                return (*out, *self.branch(statement, rest, place))
            if isinstance(statement, For | While):
                loop, returned = self.loop(statement)
                out.extend(loop)
                if returned is not None:
                    again = If(name(returned), (Return(name(self.result), statement.source),), (), statement.source)
                    return (*out, *self.branch(again, rest, place))
            elif isinstance(statement, With) and leaves(statement.body):
                return (*out, *self.context(statement, rest, place))
            elif isinstance(statement, If | With):
                out.append(self.plain(statement, place))
            else:
                out.append(statement)
        return tuple(out)

    def plain(self, statement: If | With, place: _Place) -> Statement:
        if isinstance(statement, If):
            return replace(
                statement, body=self.block(statement.body, place), orelse=self.block(statement.orelse, place)
            )
        return replace(statement, body=self.block(statement.body, place))

    def exit(self, statement: Return | Break | Continue, place: _Place) -> Block:
        kind = {Return: RETURN, Break: BREAK, Continue: CONTINUE}[type(statement)]
        out: list[Statement] = []
        if isinstance(statement, Return):
            if not (isinstance(statement.value, gast.Name) and statement.value.id == self.result):
                out.append(Assign(store_name(self.result), statement.value, statement.source))
            if place.returned is not None:
                out.append(Assign(store_name(place.returned), constant(True), statement.source))
        if place.left is not None:
            out.append(Assign(store_name(place.left), constant(_NUMBER[kind]), statement.source))
        elif place.in_loop:
            out.append(Continue(statement.source) if kind == CONTINUE else Break(statement.source))
        return tuple(out) or (Pass(statement.source),)

    def branch(self, statement: If, rest: Block, place: _Place) -> Block:
        if _always(statement.body) or not rest:
            body, orelse = statement.body, statement.orelse + rest
            if not _always(statement.body):
                body, orelse = statement.body, statement.orelse
            return (replace(statement, body=self.block(body, place), orelse=self.block(orelse, place)),)
        if _always(statement.orelse):
            body = self.block(statement.body + rest, place)
            return (replace(statement, body=body, orelse=self.block(statement.orelse, place)),)
        left = self.recorder.fresh("left")
        inner = replace(place, left=left)
        split = replace(statement, body=self.block(statement.body, inner), orelse=self.block(statement.orelse, inner))
        start = Assign(store_name(left), constant(0), statement.source)
        return (start, split, *self.resume(left, leaves((statement,)), rest, place))

    def context(self, statement: With, rest: Block, place: _Place) -> Block:
        left = self.recorder.fresh("left")
        inside = replace(statement, body=self.block(statement.body, replace(place, left=left)))
        start = Assign(store_name(left), constant(0), statement.source)
        return (start, inside, *self.resume(left, leaves(statement.body), rest, place))

    def resume(self, left: str, ways: frozenset[str], rest: Block, place: _Place) -> Block:
        """Return what follows a statement that may have left: the rest if it has not, else the exit itself."""
        unchanged = gast.Compare(name(left), [gast.Eq()], [constant(0)])
        onward = self.onward(left, ways, place)
        return (If(unchanged, self.block(rest, place) or (Pass(),), onward),)

    def onward(self, left: str, ways: frozenset[str], place: _Place) -> Block:
        if place.left is not None:
            return (Assign(store_name(place.left), name(left)),)
        if not place.in_loop or not ways & {BREAK, RETURN}:
            return ()
        if CONTINUE not in ways:
            return (Break(),)
        is_continue = gast.Compare(name(left), [gast.NotEq()], [constant(_NUMBER[CONTINUE])])
        return (If(is_continue, (Break(),)),)

    def loop(self, statement: For | While) -> tuple[Block, str | None]:
        """Return the loop with structured exits, and the name that tells whether it returned."""
        returned = self.recorder.fresh("returned") if RETURN in leaves(statement.body) else None
        body = self.block(statement.body, _Place(in_loop=True, returned=returned))
        loop = replace(statement, body=body)
        if returned is None:
            return (loop,), None
        return (Assign(store_name(returned), constant(False), statement.source), loop), returned
