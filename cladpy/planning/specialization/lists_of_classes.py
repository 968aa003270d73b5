"""Make a longer list where an object of another class is put into one, instead of updating the list.

before: ``shapes.append(plane)``                        after: ``shapes = [*shapes, plane]``

What stands in each place of a list is known as long as nothing updates it. Done for lists of objects of several classes
that are made here, and that have no other name when something is put into them.

Guarantees: each reader meets the items that it met before.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import cast

import gast

from cladpy.analyses.liveness import own_expressions
from cladpy.analyses.mutating_calls import mutation_of
from cladpy.ir.differing import are_of_classes, lose_functions
from cladpy.ir.expressions import children, names_in
from cladpy.ir.fact import Fact
from cladpy.ir.statements import Assign, Block, Effect, For, Statement, Update, While
from cladpy.normalize.closures import Closure
from cladpy.planning.specialization.list_changes import change_of, updated_list, written
from cladpy.planning.specialization.rewrite import rewritten
from cladpy.planning.specialization.scene import Scene, local_functions

LOOKERS = frozenset({"len", "zip", "enumerate", "reversed", "list", "tuple", "sum", "min", "max", "any", "all"})
"""Builtins that look at a list and keep nothing of it, but its items, beyond the loop that they stand in."""
PARTS = ("body", "orelse")


@dataclass(frozen=True, slots=True)
class Event:
    """What a statement does with a list: "bind", "append", "use" it elsewhere, "look" at it, or "other" things.

    ``blocks``: the statements around it with the part that it stands in, from the outermost on. ``fact``: what is known
    of the items that it puts in. ``source``: the name that a list had before, where a "bind" gives it another one.
    """

    kind: str
    blocks: tuple[tuple[Statement, str], ...]
    facts: tuple[Fact, ...] = ()
    source: str = ""

    @property
    def loops(self) -> list[Statement]:
        """The loops around it."""
        return [statement for statement, _ in self.blocks if isinstance(statement, For | While)]


def lists_of_classes(scene: Scene) -> Block:
    """Return the body in which such lists are never updated; itself if there is none."""
    found: dict[str, list[Event]] = {}
    for identifier, event in _events(scene, scene.body, scene.numbered, ()):
        found.setdefault(identifier, []).append(event)
    kept = {*scene.prepared.form.parameters, *_captured(scene)}
    found = {each: [_followed(event, found, kept) for event in events] for each, events in found.items()}
    chosen = {
        each for each, events in found.items() if each not in kept and _is_to_be_made_anew(events, scene.is_sized)
    }
    if not chosen:
        return scene.body
    return rewritten(scene.body, scene.numbered, lambda statement, twin: _anew(scene, statement, twin, chosen))


def _captured(scene: Scene) -> set[str]:
    """Return the names in local functions that are still to be written out."""
    closures = [cast(Closure, function.closure) for function in local_functions(scene.body)]
    return {each for closure in closures for statement in closure.body for each in names_in(statement)}


def _is_to_be_made_anew(events: list[Event], is_sized: bool) -> bool:  # noqa: FBT001 -- of the scene
    kinds = {event.kind for event in events}
    if "append" not in kinds or "bind" not in kinds or "other" in kinds:
        return False
    facts = [fact for event in events for fact in event.facts]
    if not is_sized and not are_of_classes(facts) and not lose_functions(facts):
        return False
    return not any(
        _may_be_seen(events, position, place)
        for position, event in enumerate(events) if event.kind == "append"
        for place, other in enumerate(events) if other.kind == "use"
    )  # fmt: skip


def _followed(event: Event, found: dict[str, list[Event]], kept: set[str]) -> Event:
    """Return what a statement does that gives a list another name: it makes one, if the first is not read again."""
    if not event.source:
        return event
    events = found.get(event.source, []) if event.source not in kept else []
    uses = [place for place, each in enumerate(events) if each.kind == "use"]
    is_last = len(uses) == 1 and all(
        each.kind in ("use", "bind", "look") or (each.kind == "append" and not _may_be_seen(events, place, uses[0]))
        for place, each in enumerate(events)
    )
    if not is_last:
        return replace(event, kind="other")
    used = events[uses[0]]
    made = [
        place
        for place, each in enumerate(events[: uses[0]])
        if each.kind == "bind" and not each.source and _is_around(each, used)
        and [*map(id, each.loops)] == [*map(id, used.loops)]
    ]  # fmt: skip
    first = made[-1] if made and used.loops else 0  # in a loop, what is read before it is that of the iteration before
    looks = (place for place, each in enumerate(events) if each.kind == "look")
    is_new = bool(made) and all(first <= place < uses[0] for place in looks)
    return event if is_new else replace(event, kind="other")


def _may_be_seen(events: list[Event], append: int, use: int) -> bool:
    """Tell whether what has got another name by a use may be what an append updates: no list is made in between."""
    changed, used = events[append], events[use]
    loops = [loop for loop in changed.loops if any(loop is other for other in used.loops)]
    if use > append and not loops:
        return False
    made = [event for event in events[:append] if event.kind == "bind" and _is_around(event, changed)]
    if use > append:
        return not any(any(loop is loops[0] for loop in event.loops) for event in made)
    behind = [event for event in events[use:append] if event.kind == "bind" and _is_around(event, changed)]
    return not behind


def _is_around(outer: Event, inner: Event) -> bool:
    """Tell whether a statement runs whenever another one further on does: it stands in a block around that."""
    pairs = zip(outer.blocks, inner.blocks, strict=False)
    return len(outer.blocks) <= len(inner.blocks) and all(
        mine[0] is theirs[0] and mine[1] == theirs[1] for mine, theirs in pairs
    )


def _events(
    scene: Scene, block: Block, numbered: Block, blocks: tuple[tuple[Statement, str], ...]
) -> Iterator[tuple[str, Event]]:
    for statement, twin in zip(block, numbered, strict=True):
        seen = set()
        for each, kind, facts, source in _done(scene, statement, twin):
            seen.add(each)
            yield each, Event(kind, blocks, facts, source)
        names = (each for expression in own_expressions(statement) for each in names_in(expression))
        yield from ((each, Event("look", blocks)) for each in names if each not in seen)
        for part in PARTS:
            inner = getattr(statement, part, ())
            if inner:
                yield from _events(scene, inner, getattr(twin, part), (*blocks, (statement, part)))
    for around, _ in blocks[-1:]:
        if isinstance(around, For):  # what is iterated over is looked at as long as the loop runs
            iterated = set(names_in(around.iterable))
            changed = {n for each in block for n in _updated_in(each)}
            yield from ((each, Event("other", blocks)) for each in iterated & changed)


def _updated_in(statement: Statement) -> Iterator[str]:
    place = updated_list(statement)
    if place is not None:
        yield place
    for part in PARTS:
        for inner in getattr(statement, part, ()):
            yield from _updated_in(inner)


def _done(scene: Scene, statement: Statement, twin: Statement) -> Iterator[tuple[str, str, tuple[Fact, ...], str]]:
    """Yield what a statement itself does with names: which, what, facts of the items that it puts in, its source."""
    change = change_of(scene, statement, twin)
    if change is not None:
        yield from ((each, "use", (), "") for each in change.kept)
        yield change.owner, "append", change.facts, ""
        if isinstance(statement, Assign) and isinstance(statement.target, gast.Name):
            yield statement.target.id, "other", (), ""
        return
    if isinstance(statement, Assign) and isinstance(statement.target, gast.Name):
        kind = "use" if mutation_of(statement.value) is None else "other"
        yield from ((each, kind, (), "") for each in _used(statement.value))
        is_list = isinstance(statement.value, gast.List) and not any(
            isinstance(item, gast.Starred) for item in statement.value.elts
        )
        facts = tuple(_made(scene, item) for item in twin.value.elts) if is_list else ()  # type: ignore[union-attr]
        is_new = is_list or _is_new_list(scene, twin.value)  # type: ignore[union-attr]
        source = statement.value.id if isinstance(statement.value, gast.Name) else ""
        yield statement.target.id, "bind" if is_new or source else "other", facts, source
        return
    if isinstance(statement, Assign | Update):
        yield from ((each, "other", (), "") for each in names_in(statement.target))
    if isinstance(statement, For):
        yield from ((each, "other", (), "") for each in names_in(statement.target))
        return  # it looks at what it iterates over
    for expression in own_expressions(statement):
        kind = "other" if isinstance(statement, Effect) else "use"
        yield from ((each, kind, (), "") for each in _used(expression))


def _is_new_list(scene: Scene, value: gast.expr) -> bool:
    """Tell whether a value is a list that nothing else holds: a slice, a copy, a sum of lists."""
    if isinstance(value, gast.Subscript):
        return isinstance(value.slice, gast.Slice) and scene.fact(value.value).kind == "list"
    if isinstance(value, gast.BinOp):
        return scene.fact(value).kind == "list"
    return isinstance(value, gast.Call) and scene.inference.function(value.func) is list


def _made(scene: Scene, item: gast.expr) -> Fact:
    """Return the facts of what makes an item, whatever else may be one with it."""
    raw = scene.table.raw.get(item.id) if isinstance(item, gast.Name) else None
    return scene.fact(item) if raw is None else raw


def _used(value: gast.expr) -> Iterator[str]:
    """Yield the names that something may keep: those that a value takes items or the length of it does not."""
    if isinstance(value, gast.Subscript) and isinstance(value.value, gast.Name):
        if isinstance(value.slice, gast.Slice):
            return  # a list of its own
        yield from names_in(value.slice)
    elif isinstance(value, gast.Call) and isinstance(value.func, gast.Name) and value.func.id in LOOKERS:
        return
    elif isinstance(value, gast.Compare | gast.BinOp | gast.BoolOp | gast.UnaryOp):
        for part in children(value):
            yield from _used(part)
    else:
        yield from names_in(value)


def _anew(scene: Scene, statement: Statement, twin: Statement, chosen: set[str]) -> Block | None:
    change = change_of(scene, statement, twin)
    return None if change is None or change.owner not in chosen else written(scene, statement, change)
