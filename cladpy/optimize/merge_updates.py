"""Add once to an element what a block adds to it in several places: an element in memory is read and written once.

before: ``d_x[i] -= 2 * (1.0 - x[i])``, ``d_1 = ...``, ``d_x[i] -= 2 * d_1 * x[i]``
after:  ``d_1 = ...``, ``d_x[i] -= 2 * (1.0 - x[i]) + 2 * d_1 * x[i]``

The same added twice is twice of it.

Requires sums and differences of numbers. Guarantees: the same sum, added in another order. Soundness: an update moves
down to the next one of its element if nothing between them binds what it reads, or may touch the memory that it reads
or writes.
"""

from collections.abc import Callable
from dataclasses import replace

import gast

from cladpy.ir import statements as ir
from cladpy.ir.expressions import binary, constant, names_in, same
from cladpy.ir.fact import Fact
from cladpy.optimize.analysed import analysed
from cladpy.optimize.context import Context
from cladpy.optimize.rewriting import map_blocks
from cladpy.optimize.sweeps import reverse_sweep

SUMS = (gast.Add, gast.Sub)
MayShare = Callable[[str, str], bool]


def run(function: ir.Function, context: Context) -> ir.Function:
    """Return the function with the updates merged that the loops of its reverse sweep make."""
    loops = tuple(each for each in function.body if isinstance(each, ir.For | ir.While))
    if not context.element_lists or not has_updates(loops):
        return function
    reverse = reverse_sweep(function)
    storage = analysed(function, context).storage

    def may_share(left: str, right: str) -> bool:
        numbers = any(storage.is_immutable(each) for each in (left, right))
        return left == right or (not numbers and storage.class_of(left) == storage.class_of(right))

    def block(statements: ir.Block) -> ir.Block:
        return merge_updates(statements, context.fact, may_share)

    body = tuple(
        map_blocks(each, block) if isinstance(each, ir.For | ir.While) and id(each) in reverse else each
        for each in function.body
    )
    return function if body == function.body else replace(function, body=body)


def has_updates(block: ir.Block) -> bool:
    """Tell whether a block adds to an element somewhere."""
    return any(_is_element(statement) for statement in ir.walk(block))


def merge_updates(block: ir.Block, fact: Callable[[str], Fact], may_share: MayShare) -> ir.Block:
    """Return a block with updates of one element in one place.

    Parameters
    ----------
    block : tuple of Statement
    fact : callable
        Gives what is known of a name.
    may_share : callable
        Whether two names may stand for memory that overlaps.
    """
    return _Merger(fact, may_share).block(block)


class _Merger:
    def __init__(self, fact: Callable[[str], Fact], may_share: MayShare) -> None:
        self.fact, self.may_share = fact, may_share

    def block(self, block: ir.Block) -> ir.Block:
        """Return a block, updates that can wait for the next one of their element put together with it."""
        done = [map_blocks(statement, self.block) for statement in block]
        place = 0
        while place < len(done):
            later = self.next_of(done, place) if self.is_movable(done[place]) else None
            if later is None:
                place += 1
                continue
            done[later] = _together(done[place], done[later])  # type: ignore[arg-type]
            del done[place]
        unchanged = len(done) == len(block) and all(a is b for a, b in zip(done, block, strict=True))
        return block if unchanged else tuple(done)

    def is_movable(self, statement: ir.Statement) -> bool:
        """Tell whether a statement adds to an element of an array of numbers what it does not read there, nor calls."""
        if not _is_element(statement):
            return False
        owner = self.fact(statement.target.value.id)  # type: ignore[union-attr]
        indices = names_in(statement.target.slice)  # type: ignore[union-attr]
        is_counted = all(self.fact(each).is_scalar and not self.fact(each).is_array for each in indices)
        calls = any(isinstance(part, gast.Call) for part in gast.walk(statement.value))  # type: ignore[union-attr]
        own = statement.target.value.id  # type: ignore[union-attr]
        reads_it = any(self.may_share(own, each) for each in names_in(statement.value))  # type: ignore[union-attr]
        return owner.is_array and owner.is_floating and is_counted and not calls and not reads_it

    def next_of(self, block: list[ir.Statement], place: int) -> int | None:
        """Return where the element of an update is updated next, if the update can wait for it."""
        first = block[place]
        owner = first.target.value.id  # type: ignore[union-attr]
        read = {*names_in(first.target), *names_in(first.value)}  # type: ignore[union-attr]
        for later in range(place + 1, len(block)):
            statement = block[later]
            if self.is_movable(statement) and same(statement.target, first.target):  # type: ignore[union-attr]
                return later
            if not self.lets_past(statement, owner, read):
                return None
        return None

    def lets_past(self, statement: ir.Statement, owner: str, read: set[str]) -> bool:
        """Tell whether an update may be done behind a statement as well as before it."""
        if not isinstance(statement, ir.Assign | ir.Update) or any(
            isinstance(part, gast.Call) for part in gast.walk(statement.value)
        ):
            return False
        target = statement.target
        if isinstance(target, gast.Subscript) and isinstance(target.value, gast.Name):
            written = target.value.id
            apart = not any(self.may_share(written, each) for each in read)
        elif isinstance(target, gast.Name):
            apart = target.id not in read and not self.fact(target.id).is_array
        else:
            return False
        mentioned = [*names_in(target), *names_in(statement.value)]
        return apart and not any(self.may_share(owner, each) for each in mentioned)


def _is_element(statement: ir.Statement) -> bool:
    if not isinstance(statement, ir.Update) or statement.at or not isinstance(statement.operator, SUMS):
        return False
    target = statement.target
    if not isinstance(target, gast.Subscript) or not isinstance(target.value, gast.Name):
        return False
    return not any(isinstance(part, gast.Slice | gast.Call) for part in gast.walk(target.slice))


def _together(first: ir.Update, second: ir.Update) -> ir.Update:
    """Return the update that does what two of one element do."""
    is_alike = type(first.operator) is type(second.operator)
    if is_alike and same(first.value, second.value):
        return replace(second, value=_doubled(second.value))
    value = binary(first.value, gast.Add() if is_alike else gast.Sub(), second.value)
    return replace(second, operator=first.operator, value=value)


def _doubled(value: gast.expr) -> gast.expr:
    """Return twice a value; of a product, twice its first factor."""
    if isinstance(value, gast.BinOp) and isinstance(value.op, gast.Mult):
        return binary(_doubled(value.left), value.op, value.right)
    return binary(constant(2), gast.Mult(), value)
