"""What updates a list, written as the making of another one.

before: ``l.append(v)``        after: ``l = [*l, v]``
before: ``l += m``             after: ``l = [*l, *m]``
before: ``v = l.pop()``        after: ``v = l[-1]``, ``l = l[:-1]``
before: ``l[2] = v``           after: ``v@1 = l[:2]``, ``v@2 = l[3:]``, ``l = [*v@1, v, *v@2]``

Requires that no other name sees the update, and indices that are known.
"""

from collections.abc import Callable
from dataclasses import dataclass

import gast

from cladpy.analyses.mutating_calls import mutation_of
from cladpy.ir.expressions import LOAD, call, constant, name, names_in, store_name, subscript
from cladpy.ir.fact import BOTTOM, Fact, element_of
from cladpy.ir.statements import Assign, Block, Effect, If, Raise, Statement, Update
from cladpy.planning.specialization.scene import Scene


@dataclass(frozen=True, slots=True)
class Change:
    """An update of a list.

    Parameters
    ----------
    owner : str
        The name of the list.
    kept : tuple of str
        The names of what it holds from then on.
    facts : tuple of Fact
        What is known of that.
    write : callable
        Writes the statements that take the place of the update.
    """

    owner: str
    kept: tuple[str, ...]
    facts: tuple[Fact, ...]
    write: Callable[[], None]


def change_of(scene: Scene, statement: Statement, twin: Statement) -> Change | None:
    """Return the update that a statement is; None if it is none, or none that can be written so."""
    old = getattr(twin, "old", None)
    if old is None or scene.table.facts.get(old, BOTTOM).kind != "list":
        return None
    return _Changes(scene, statement, twin).found()


def updated_list(statement: Statement) -> str | None:
    """Return the name of the list that a statement may update, by the statement alone."""
    if isinstance(statement, Update):
        return statement.target.id if isinstance(statement.target, gast.Name) else None
    mutation = mutation_of(statement.value) if isinstance(statement, Assign | Effect) else None
    return None if mutation is None else mutation.owner.id


@dataclass(frozen=True, slots=True)
class _Changes:
    scene: Scene
    statement: Statement
    twin: Statement

    def found(self) -> Change | None:
        statement, twin = self.statement, self.twin
        if isinstance(statement, Update) and isinstance(twin, Update):
            is_longer = isinstance(statement.target, gast.Name) and isinstance(statement.operator, gast.Add)
            return self.extended(statement.target.id, statement.value, twin.value) if is_longer else None
        if isinstance(statement, Assign) and isinstance(twin, Assign) and isinstance(statement.target, gast.Subscript):
            return self.stored(statement, twin)
        if isinstance(statement, Assign | Effect) and isinstance(twin, Assign | Effect):
            return self.called(statement.value, twin.value)
        return None

    def called(self, value: gast.expr, twin: gast.expr) -> Change | None:
        """Return the change that a call of a method makes."""
        mine, known = mutation_of(value), mutation_of(twin)
        if mine is None or known is None:
            return None
        owner, arguments = mine.owner.id, mine.arguments
        counts = {"append": (1,), "extend": (1,), "insert": (2,), "pop": (0, 1), "reverse": (0,), "clear": (0,)}
        if len(arguments) not in counts.get(mine.method, ()):
            return None
        if mine.method == "append":
            return self.holding(owner, arguments[0], known.arguments[0], lambda: [self.whole(owner), arguments[0]])
        if mine.method == "extend":
            return self.extended(owner, arguments[0], known.arguments[0])
        if mine.method in ("reverse", "clear"):
            turned = subscript(name(owner), gast.Slice(None, None, constant(-1)))
            return self.assigning(owner, turned if mine.method == "reverse" else gast.List([], LOAD))
        place = self.place(known.arguments[0]) if arguments else -1
        if place is None:
            return None
        return self.inserted(owner, place, known) if mine.method == "insert" else self.popped(owner, place)

    def holding(self, owner: str, item: gast.expr, twin: gast.expr, items: Callable[[], list[gast.expr]]) -> Change:
        """Return the change that puts one item in."""

        def write() -> None:
            self.assign(owner, gast.List(items(), LOAD))

        return Change(owner, tuple(names_in(item)), (self.made(twin),), write)

    def extended(self, owner: str, value: gast.expr, twin: gast.expr) -> Change | None:
        """Return the change that puts the items of another list or tuple in."""
        fact = self.scene.fact(twin)
        if fact.kind not in ("list", "tuple") or not isinstance(value, gast.Name):
            return None
        held = fact.items if fact.items is not None else (element_of(fact),)

        def write() -> None:
            self.assign(owner, gast.List([self.whole(owner), gast.Starred(name(value.id), LOAD)], LOAD))

        return Change(owner, (), held, write)

    def inserted(self, owner: str, place: int, known: object) -> Change | None:
        """Return the change of ``l.insert(k, v)``."""
        item = mutation_of(self.statement.value).arguments[1]  # type: ignore[union-attr]
        twin = known.arguments[1]  # type: ignore[attr-defined]
        return self.holding(owner, item, twin, lambda: [*self.part(owner, None, place), item, *self.part(owner, place)])

    def popped(self, owner: str, place: int) -> Change:
        """Return the change of ``v = l.pop(k)``."""

        def write() -> None:
            self.check(owner, place)
            if isinstance(self.statement, Assign):
                taken = subscript(name(owner), constant(place))
                self.scene.recorder.emit(Assign(self.statement.target, taken, self.scene.recorder.current))
            self.without(owner, place)

        return Change(owner, (), (), write)

    def without(self, owner: str, place: int) -> None:
        """Write the list without an item."""
        if place in (-1, 0):
            bounds = gast.Slice(None, constant(-1), None) if place else gast.Slice(constant(1), None, None)
            self.assign(owner, subscript(name(owner), bounds))
            return
        self.assign(owner, gast.List([*self.part(owner, None, place), *self.part(owner, place + 1)], LOAD))

    def stored(self, statement: Assign, twin: Assign) -> Change | None:
        """Return the change of ``l[k] = v``."""
        owner = statement.target.value
        place = self.place(twin.target.slice)
        if place is None or not isinstance(owner, gast.Name):
            return None
        given, held = statement.value, self.made(twin.value)

        def write() -> None:
            self.check(owner.id, place)
            behind = [] if place == -1 else self.part(owner.id, place + 1)
            self.assign(owner.id, gast.List([*self.part(owner.id, None, place), given, *behind], LOAD))

        return Change(owner.id, tuple(names_in(given)), (held,), write)

    def assigning(self, owner: str, value: gast.expr) -> Change:
        """Return the change that makes a list of the old one alone."""
        return Change(owner, (), (), lambda: self.assign(owner, value))

    # ---- pieces ----

    def place(self, twin: gast.expr) -> int | None:
        """Return the number of an index, if it is known."""
        fact = self.scene.fact(twin)
        return fact.value if fact.known and type(fact.value) is int else None

    def made(self, twin: gast.expr) -> Fact:
        """Return the facts of what makes an item, whatever else may be one with it."""
        raw = self.scene.table.raw.get(twin.id) if isinstance(twin, gast.Name) else None
        return self.scene.fact(twin) if raw is None else raw

    def check(self, owner: str, place: int) -> None:
        """Write that a list has a place, if that is not known: what nothing reads might be left out later."""
        source, length = self.scene.recorder.current, self.scene.bind(call("len", name(owner)))
        lacks = gast.Compare(length, [gast.Lt()], [constant(-place if place < 0 else place + 1)])
        fails = Raise(gast.Call(name("IndexError"), [constant("list index out of range")], []), None, source)
        self.scene.recorder.emit(If(lacks, (fails,), (), source))

    def whole(self, owner: str) -> gast.expr:
        return gast.Starred(name(owner), LOAD)

    def part(self, owner: str, start: int | None, stop: int | None = None) -> list[gast.expr]:
        """Return a star of some items of the list."""
        bounds = gast.Slice(*(None if each is None else constant(each) for each in (start, stop)), None)
        return [gast.Starred(self.scene.bind(subscript(name(owner), bounds)), LOAD)]

    def assign(self, owner: str, value: gast.expr) -> None:
        self.scene.recorder.emit(Assign(store_name(owner), value, self.scene.recorder.current))


def written(scene: Scene, statement: Statement, change: Change) -> Block:
    """Return the statements that take the place of an update."""
    with scene.writing(statement) as out:
        change.write()
    return tuple(out)
