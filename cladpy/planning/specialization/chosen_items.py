"""Write the choice of a function or object out of a list or dict as branches, where its index is not known before.

before: ``f = steps[i]``, ``y = f(x)``, of a list of two functions
after:  ``v@1 = range(2)``, ``v@2 = v@1[i]``,
        ``if v@2 == 0: f = steps[0]``, ``y = f(x)`` ``else: f = steps[1]``, ``y = f(x)``

The range raises for an index that is outside, and counts one from the end; of a dict its keys are looked up in one that
holds positions. What stands between the choice and its last use goes into the branches; where it is used further on,
the choice alone does, and ``split`` takes apart what follows.

Requires facts that are final. Guarantees: one of the branches runs, with the item that was chosen.
"""

from dataclasses import dataclass, replace

import gast

from cladpy.analyses.liveness import own_expressions
from cladpy.ir.differing import differ
from cladpy.ir.expressions import call, constant, name, names_in, subscript
from cladpy.ir.fact import Fact, as_number, holds_local_function, is_literal_key, present
from cladpy.ir.statements import Assign, Block, If, Statement, walk
from cladpy.planning.specialization.prune import leaves
from cladpy.planning.specialization.rewrite import live_parts
from cladpy.planning.specialization.scene import Scene

MOST_ITEMS = 16
MOST_STATEMENTS = 400  # of all branches together


def chosen_items(scene: Scene) -> Block:
    """Return the body with its first such choice written out; itself if there is none."""
    return _Chosen(scene).block(scene.body, scene.numbered)


@dataclass(frozen=True, slots=True)
class _Choice:
    """What gives the position of an item, given the index or key, and each of the items."""

    table: gast.expr
    items: list[gast.expr]


class _Chosen:
    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    def block(self, block: Block, numbered: Block) -> Block:
        for position, (statement, twin) in enumerate(zip(block, numbered, strict=True)):
            choice = self.choice(statement, twin)
            written = None if choice is None else self.branches(block[position:], choice)
            if written is not None:
                return (*block[:position], *written)
            new = self.inside(statement, twin)
            if new is not statement:
                return (*block[:position], new, *block[position + 1 :])
        return block

    def inside(self, statement: Statement, twin: Statement) -> Statement:
        for part in live_parts(twin, self.scene.truth):
            inner = getattr(statement, part, ())
            new = self.block(inner, getattr(twin, part)) if inner else inner
            if new is not inner:
                return replace(statement, **{part: new})  # type: ignore[arg-type]
        return statement

    def choice(self, statement: Statement, twin: Statement) -> _Choice | None:
        """Return what a statement chooses a function or object by; None if it does not."""
        if not isinstance(statement, Assign) or not isinstance(twin, Assign):
            return None
        value, known = statement.value, twin.value
        if not isinstance(value, gast.Subscript) or not isinstance(statement.target, gast.Name):
            return None
        fact, index = present(self.scene.fact(known.value)), self.scene.fact(known.slice)
        if not isinstance(value.value, gast.Name) or not fact.has_sure_keys or is_literal_key(index) or not fact.items:
            return None
        if len(fact.items) > MOST_ITEMS or not _are_told_apart(fact.items):
            return None
        count = len(fact.items)
        if fact.kind in ("list", "tuple"):
            number = as_number(index)
            is_index = number.is_scalar and number.dtype is not None and number.dtype.kind in "iub"
            items = [subscript(value.value, constant(k)) for k in range(count)]
            return _Choice(call("range", constant(count)), items) if is_index else None
        keys = fact.keys or ()
        if fact.kind != "dict" or not all(
            _is_plain(key) or item.known for key, item in zip(keys, fact.items, strict=True)
        ):
            return None
        written = [self.key(key) for key in keys]
        items = [self.item(value.value, *each) for each in zip(keys, fact.items, strict=True)]
        return _Choice(gast.Dict(written, [constant(k) for k in range(count)]), items)

    def key(self, key: object) -> gast.expr:
        """Return an expression for the key of a dict."""
        return constant(key) if _is_plain(key) else self.scene.name_of_value("key", key)

    def item(self, owner: gast.expr, key: object, fact: Fact) -> gast.expr:
        """Return an expression for an item of a dict: itself, if no literal is its key."""
        if _is_plain(key):
            return subscript(owner, constant(key))
        return self.scene.name_of_value(getattr(fact.value, "__name__", "item").strip("<>"), fact.value)

    def branches(self, rest: Block, choice: _Choice) -> Block | None:
        """Return what takes the place of a choice and of the statements behind it; None if that would be long."""
        first, items = rest[0], choice.items
        assert isinstance(first, Assign)  # noqa: S101 -- `choice` has looked
        count = self.length(rest, first.target.id)
        if sum(1 for _ in walk(rest[:count])) * len(items) > MOST_STATEMENTS:
            return None
        with self.scene.writing(first) as out:
            chosen = self.scene.bind(subscript(self.scene.bind(choice.table), first.value.slice))
        taken = [Assign(first.target, item, first.source) for item in items]
        bodies: list[Block] = [(each, *rest[1:count]) for each in taken]
        whole = bodies[-1]
        for position in range(len(items) - 2, -1, -1):
            test = gast.Compare(name(chosen.id), [gast.Eq()], [constant(position)])
            whole = (If(test, bodies[position], whole, first.source),)
        return (*out, *whole, *rest[count:])

    def length(self, rest: Block, chosen: str) -> int:
        """Return how many statements go into the branches: those up to the last use, if all uses are among them."""
        last = max(position for position, each in enumerate(rest) if _mentions_in((each,), chosen))
        everywhere, inside = _mentions_in(self.scene.body, chosen), _mentions_in(rest[: last + 1], chosen)
        is_whole = everywhere == inside and not any(leaves((statement,)) for statement in rest[: last + 1])
        return last + 1 if is_whole else 1


def _is_plain(key: object) -> bool:
    return type(key) in (str, int, bool)


def _mentions_in(block: Block, identifier: str) -> int:
    """Count how often statements name something."""
    parts = (part for statement in walk(block) for part in own_expressions(statement))
    return sum(each == identifier for part in parts for each in names_in(part))


def _are_told_apart(items: tuple[Fact, ...]) -> bool:
    """Tell whether values are functions or objects of which one is to be known by itself."""
    return differ(list(items)) and all(map(_may_be_called, items))


def _may_be_called(fact: Fact) -> bool:
    return fact.kind in ("function", "class", "object") or holds_local_function(fact)
