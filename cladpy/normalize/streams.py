"""Iterators that are consumed where they stand, written as loops around what is done with their items.

before: ``for v in map(f, x): A``                after: ``for item@1 in x:`` ``v = f(item@1)``, A
before: ``for a, b in product(p, q): A``         after: two loops, one inside of the other, around A
before: ``for t in accumulate(x): A``            after: a loop that keeps the total, around A
before: ``for v in (w * w for w in x if w): A``  after: ``for w@1 in x: if w@1: v = w@1 * w@1``, A

Items are made one by one, in the order in which Python makes them, and those behind a ``break`` are not made. Where
each item of an iterator stems from one of another iterable, its loop runs over that one (``flows``).
"""

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import gast

from cladpy.ir.expressions import LOAD, call, constant, name, names_in, store_name, subscript, substitute
from cladpy.ir.statements import Break, Effect, For, If, Statement, While
from cladpy.normalize import conditional_iterators, joined_iterators
from cladpy.normalize.closures import Closure, has_star, rename_comprehension
from cladpy.normalize.cursors import Cursor
from cladpy.normalize.flows import Flow, Flows
from cladpy.normalize.iterator_calls import BUILTINS, is_written
from cladpy.normalize.joined_iterators import SEVERAL_LOOPS
from cladpy.normalize.leaving import Leaving
from cladpy.normalize.object_iterators import iterator_of
from cladpy.normalize.owned_calls import position_of, position_of_iterated
from cladpy.normalize.recorder import Recorder

if TYPE_CHECKING:
    from cladpy.normalize.flatten_expressions import ExpressionFlattener

Step = Callable[[gast.expr], None]
"""Writes what is done with an item, given its expression."""

Write = Callable[[], None]

WRITERS = {**conditional_iterators.WRITERS, **joined_iterators.WRITERS}
"""What writes the iterators that are no flows."""


@dataclass(slots=True)
class Streams:
    """Writes the loops of iterators.

    Parameters
    ----------
    flattener : ExpressionFlattener
        Takes expressions apart.
    rebound : frozenset of str
        Names that the body of the loop rebinds: what is iterated over is held.
    is_eager : bool
        Nothing that is done with an item updates a list or array: what is iterated over may be copied first.
    """

    flattener: "ExpressionFlattener"
    rebound: frozenset[str] = frozenset()
    is_eager: bool = True
    recorder: Recorder = field(init=False)

    def __post_init__(self) -> None:
        self.recorder = self.flattener.recorder

    # ---- which ----

    def kind(self, node: gast.expr) -> object:
        """Return the function behind an iterator, GeneratorExp, or the text of a generator function; else None."""
        if isinstance(node, gast.GeneratorExp):
            return gast.GeneratorExp
        if isinstance(node, gast.Name) and node.id in self.flattener.cursors:
            return Cursor
        iterated = self.iterated(node)
        if iterated is not None:
            return iterated
        if not isinstance(node, gast.Call):
            return None
        generator = self.generator(node)
        if generator is not None:
            return generator
        owner = self.flattener.owners.get(position_of(node))
        is_known = owner is not None and owner.kind == "iteration"
        if has_star(node) or not (is_known or any(self.kind(part) is not None for part in node.args)):
            return None
        meant = self.flattener.class_meant(node.func)
        if meant is None and isinstance(node.func, gast.Name) and self.flattener.is_builtin(node.func.id):
            meant = BUILTINS.get(node.func.id)
        if not is_written(node, meant):
            return None
        if meant not in (map, filter, enumerate, itertools.starmap) or (meant is map and len(node.args) > 2):
            for part in node.args:
                self.check_no_cursor(part)
        return meant

    def check_no_cursor(self, node: gast.expr) -> None:
        """Refuse what takes another number of items than Python does from an iterator that is asked again later."""
        given = [node.generators[0].iter] if isinstance(node, gast.GeneratorExp) else [node]
        if isinstance(node, gast.Call):
            given = node.args
        for part in given:
            if self.kind(part) is Cursor:
                raise self.recorder.refuse(
                    part, "C206", "an iterator is used other than by next() and by loops over it",
                    hint="make a list of its items",
                )  # fmt: skip
            if part is not node and self.kind(part) is not None:
                self.check_no_cursor(part)

    def iterated(self, node: gast.expr) -> Closure | None:
        """Return the text of what an object of the user's gives when it is iterated over, or None."""
        owner = self.flattener.owners.get(position_of_iterated(node))
        return None if owner is None else iterator_of(owner, self.flattener.body_of)

    def generator(self, made: gast.Call) -> Closure | None:
        """Return the text of the generator function or method that is called, or None."""
        node, owner = made.func, self.flattener.owners.get(position_of(made))
        if owner is not None and owner.kind == "object":
            closure = self.flattener.body_of(owner)
            return closure if closure is not None and closure.is_generator else None
        if isinstance(node, gast.Name) and node.id in self.flattener.closures:
            closure = self.flattener.closures[node.id]
            return closure if closure.is_generator else None
        return self.flattener.generator(node) if self.flattener.is_global(node) else None

    def is_single(self, node: gast.expr) -> bool:
        """Tell whether one loop gives all items, whose ``break`` leaves the iterator."""
        kind = self.kind(node)
        if isinstance(kind, Closure) or kind in SEVERAL_LOOPS:
            return False
        if kind is gast.GeneratorExp:
            return len(node.generators) == 1 and self.is_single(node.generators[0].iter)
        return kind in (None, Cursor) or all(map(self.is_single, node.args))

    def is_flow(self, node: gast.expr) -> bool:
        """Tell whether each item of an iterable is made from one of another."""
        return Flows(self).is_flow(node)

    def is_plain(self, node: gast.expr) -> bool:
        """Tell whether an iterable is no iterator, and stays what it is while its items are taken."""
        return self.is_eager and self.kind(node) is None

    def holds_generator(self, node: gast.expr) -> bool:
        """Tell whether items come from a generator function, which may update what it has given."""
        kind = self.kind(node)
        if isinstance(kind, Closure) or kind is Cursor:
            return True
        given = [node.generators[0].iter] if kind is gast.GeneratorExp else getattr(node, "args", [])
        return kind is not None and any(map(self.holds_generator, given))

    # ---- loops ----

    def each(self, target: gast.expr, node: gast.expr, body: Write) -> None:
        """Write a body for each item of an iterable, bound to a target."""

        def bound(value: gast.expr) -> None:
            self.flattener.assign(target, value)
            body()

        if self.kind(node) is not None:
            self.items(node, bound)
            return
        flow = Flows(self).of(node)
        plain, moved = self.names_only(target)
        if not flow.fits(plain):
            self.flow(flow, bound)
            return

        def inside() -> None:
            for part, held in moved:
                self.flattener.assign(part, name(held))
            body()

        self.loop(plain, flow.iterable, inside)

    def names_only(self, target: gast.expr) -> tuple[gast.expr, list[tuple[gast.expr, str]]]:
        """Return a target of names only, and the assignments that the other targets need in the body."""
        moved: list[tuple[gast.expr, str]] = []

        def simple(part: gast.expr) -> gast.expr:
            if isinstance(part, gast.Name):
                return store_name(part.id)
            if isinstance(part, gast.Tuple | gast.List) and not any(isinstance(p, gast.Starred) for p in part.elts):
                return gast.Tuple([simple(item) for item in part.elts], gast.Store())
            held = self.recorder.fresh()
            moved.append((part, held))
            return store_name(held)

        return simple(target), moved

    def items(self, node: gast.expr, step: Step) -> None:
        """Write a step for each item of an iterable."""
        flows = Flows(self)
        kind = self.kind(node)
        if flows.is_flow(node):
            self.flow(flows.of(node), step)
        elif isinstance(kind, Closure):
            self.leaving(lambda write: self.flattener.generate(kind, self.bound(node), write), step)
        elif kind is Cursor:
            self.flattener.cursors[node.id].items(self, step)
        elif kind is gast.GeneratorExp:
            self.comprehended(node, step)
        elif kind in SEVERAL_LOOPS:
            self.leaving(lambda write: WRITERS[kind](self, node, write), step)
        else:
            WRITERS[kind](self, node, step)

    def bound(self, node: gast.Call) -> gast.Call:
        """Return the call of a method with its object as first argument; any other call as it is."""
        if position_of_iterated(node) in self.flattener.owners:
            this = self.flattener.atom(node)
            return gast.copy_location(gast.Call(gast.Attribute(this, "__iter__", LOAD), [this], []), node)
        if not isinstance(node.func, gast.Attribute) or self.flattener.is_global(node.func):
            return node
        return gast.copy_location(gast.Call(node.func, [node.func.value, *node.args], node.keywords), node)

    def leaving(self, loops: Callable[[Step], None], step: Step) -> None:
        """Write loops, around what may leave all of them at once."""
        Leaving(self.recorder).write(loops, step)

    def comprehended(self, node: gast.GeneratorExp, step: Step) -> None:
        """Write the loops of a generator expression."""
        made = rename_comprehension(node, self.recorder.fresh, self.flattener.local)

        def loops(write: Step) -> None:
            self.generators(made.generators, lambda: write(made.elt))

        if self.is_single(node):
            loops(step)
        else:
            self.leaving(loops, step)

    def generators(self, generators: list[gast.comprehension], body: Write) -> None:
        """Write nested loops over generators, with their conditions, around a body."""
        if not generators:
            body()
            return
        first, *rest = generators

        def conditions(tests: list[gast.expr]) -> None:
            if tests:
                self.under(tests[0], lambda: conditions(tests[1:]))
            else:
                self.generators(rest, body)

        self.each(first.target, first.iter, lambda: conditions(list(first.ifs)))

    def flow(self, flow: Flow, step: Step) -> None:
        """Write the loop of a flow."""

        def body() -> None:
            step(flow.item())

        if flow.iterable is None:
            self.endless(body)
        else:
            self.loop(flow.target, flow.iterable, body)

    def endless(self, body: Write) -> None:
        """Write a loop that only ``break`` ends."""
        self.emit(While(constant(value=True), self.block(body), self.recorder.current))

    def loop(self, target: gast.expr, iterable: gast.expr, body: Write) -> None:
        """Write a loop; what it iterates over is held, should its body rebind the name."""
        held = {n: self.recorder.bind(name(n)) for n in sorted(set(names_in(iterable)) & self.rebound)}
        over = substitute(iterable, held) if held else iterable
        source = self.recorder.current
        self.emit(For(target, over, self.block(body), source))

    def places(self, values: gast.expr, first: gast.expr, step: Step) -> None:
        """Write a step for each item of a list from a place on."""
        index, length = self.fresh("index"), self.recorder.bind(call("len", values))
        self.loop(store_name(index), call("range", first, length), lambda: step(subscript(values, name(index))))

    def block(self, write: Write) -> tuple[Statement, ...]:
        """Return what is written as a block of its own."""
        with self.recorder.nested() as block:
            write()
        return tuple(block)

    def under(self, test: gast.expr, body: Write, orelse: Write | None = None) -> None:
        """Write a body under a condition."""
        condition, source = self.flattener.test(test), self.recorder.current
        inner = self.block(body)
        outer = () if orelse is None else self.block(orelse)
        self.emit(If(condition, inner, outer, source))

    def stop(self) -> None:
        """Write that the iterator gives nothing more."""
        self.emit(Break(self.recorder.current))

    # ---- values ----

    def function(self, node: gast.expr) -> gast.expr:
        """Return what is called for each item: a text, a method of an atom, or a name that stays what it is."""
        if isinstance(node, gast.Lambda) and not (node.args.defaults or node.args.kw_defaults):
            return node
        if isinstance(node, gast.Name) and node.id in self.flattener.closures:
            return node
        if isinstance(node, gast.Attribute) and not self.flattener.is_global(node):
            made = gast.Attribute(self.held(node.value), node.attr, LOAD)
            return gast.copy_location(made, node)
        held = self.held(node)
        return gast.copy_location(name(held.id), node) if isinstance(held, gast.Name) else held

    def applied(self, function: gast.expr, *arguments: gast.expr) -> gast.expr:
        """Return the call of a function, at its place in the text."""
        made = gast.Call(function, list(arguments), [])
        return gast.copy_location(made, function) if isinstance(function, gast.Attribute | gast.Name) else made

    def held(self, node: gast.expr) -> gast.expr:
        """Return an atom that the body of the loop does not rebind."""
        atom = self.flattener.atom(node)
        return self.recorder.bind(atom) if isinstance(atom, gast.Name) and atom.id in self.rebound else atom

    def listed(self, node: gast.expr) -> gast.expr:
        """Write the list of what an iterable gives, and return its name; of no iterator ``list(node)``."""
        if Flows(self).is_endless(node):
            raise self.recorder.refuse(
                node, "C206", "all items of an iterator are taken, and it has no end", hint="islice(iterator, count)"
            )
        if self.kind(node) is None:
            if isinstance(node, gast.ListComp | gast.List):
                return self.flattener.atom(node)
            return self.recorder.bind(call("list", self.flattener.atom(node)))
        found = self.recorder.bind(gast.List([], LOAD), "values")
        self.flattener.local.add(found.id)
        inner = Streams(self.flattener)
        inner.items(node, lambda value: inner.append(found, value))
        return found

    def indexed(self, node: gast.Call, position: int) -> gast.expr:
        """Return an argument of an iterator whose items are read by their places: a list of them, if it must be."""
        argument, owner = node.args[position], self.flattener.owners.get(position_of(node))
        kinds = owner.keys or () if owner is not None else ()
        if self.is_plain(argument) and kinds[position : position + 1] in (("list",), ("tuple",), ("array",)):
            return self.held(argument)
        return self.listed(argument)

    def collected(self, node: gast.expr) -> gast.expr:
        """Write the list of what an iterable gives one by one; refuse what may change or have no end meanwhile."""
        if self.holds_generator(node) or Flows(self).is_endless(node) or not self.is_eager:
            raise self.recorder.refuse(
                node, "C206", "this iterator is asked for items in turn with others, and cannot be taken as a whole",
                hint="make a list of its items first",
            )  # fmt: skip
        return self.listed(node)

    def append(self, found: gast.expr, value: gast.expr) -> None:
        """Write ``found.append(value)``."""
        atom = self.flattener.atom(value)
        added = gast.Call(gast.Attribute(found, "append", LOAD), [atom], [])
        self.emit(Effect(added, self.recorder.current))

    # ---- writing ----

    def emit(self, statement: Statement) -> None:
        """Write a statement."""
        self.recorder.emit(statement)

    def set(self, identifier: str, value: gast.expr) -> None:
        """Write an assignment to a name that is made here."""
        self.flattener.assign(store_name(identifier), value)

    def fresh(self, base: str) -> str:
        """Return a new name, which is local."""
        made = self.recorder.fresh(base)
        self.flattener.local.add(made)
        return made
