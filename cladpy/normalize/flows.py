"""Iterators of which each item is made from one item of another iterable: loops over that one.

before: ``for v, k in zip(map(f, x), count(1)): A``
after:  ``next@1 = 1``, ``for item@1 in x:`` ``count@1 = next@1``, ``next@1 = count@1 + 1``, ``v = f(item@1)``, ...

An iterator without an end has no such iterable; beside others in a ``zip`` it takes their end.
"""

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import gast

from cladpy.ir.expressions import LOAD, call, constant, name, store_name, subscript
from cladpy.normalize.closures import Closure, has_star, rename_comprehension
from cladpy.normalize.iterator_calls import argument_of, is_none, keyword_of

if TYPE_CHECKING:
    from cladpy.normalize.streams import Streams


@dataclass(frozen=True, slots=True)
class Flow:
    """A loop that gives the items of an iterator.

    Parameters
    ----------
    iterable : expr or None
        What the loop runs over; None: it does not end.
    target : expr
        The loop's variables.
    item : callable
        Writes what makes the item, in the loop, and returns its expression; called once.
    is_plain : bool
        The items are those of the iterable.
    """

    iterable: gast.expr | None
    target: gast.expr
    item: Callable[[], gast.expr]
    is_plain: bool = False

    def fits(self, target: gast.expr) -> bool:
        """Tell whether a loop over the iterable may have another target in place of this one."""
        return self.is_plain and _fits(target, self.target)


_GIVEN = ((itertools.starmap, 1), (enumerate, 0), (itertools.accumulate, 0), (filter, 1))
"""Iterators that have no end if their argument at that place has none."""


def _goes_on(node: gast.AST) -> bool:
    """Tell whether a statement is, or holds, a loop that only its consumer ends."""
    if isinstance(node, gast.While) and isinstance(node.test, gast.Constant) and node.test.value:
        return not any(isinstance(part, gast.Break | gast.Return) for part in gast.walk(node))
    return any(map(_goes_on, gast.iter_child_nodes(node)))


def _fits(target: gast.expr, pattern: gast.expr) -> bool:
    if isinstance(target, gast.Tuple | gast.List):
        parts = pattern.elts if isinstance(pattern, gast.Tuple) else [store_name("item")] * len(target.elts)
        return len(parts) == len(target.elts) and all(map(_fits, target.elts, parts))
    return isinstance(target, gast.Name) and isinstance(pattern, gast.Name)


@dataclass(frozen=True, slots=True)
class Flows:
    """Finds the flow of an iterable."""

    streams: "Streams"

    def is_flow(self, node: gast.expr) -> bool:
        """Tell whether an iterable has a flow."""
        kind = self.streams.kind(node)
        if kind is None:
            return True
        if kind is gast.GeneratorExp:
            generator = node.generators[0]
            return len(node.generators) == 1 and not generator.ifs and self.is_flow(generator.iter)
        if kind is itertools.accumulate:
            return is_none(keyword_of(node, "initial")) and self.is_flow(node.args[0])
        if kind is itertools.pairwise:
            return self.streams.is_eager and self.is_flow(node.args[0])
        if kind in (map, itertools.starmap):
            return all(map(self.is_flow, node.args[1:]))
        if kind in (zip, enumerate):
            return all(map(self.is_flow, node.args[: None if kind is zip else 1]))
        return kind in (reversed, iter, itertools.count, itertools.repeat, itertools.cycle)

    def is_endless(self, node: gast.expr) -> bool:
        """Tell whether an iterator is known to have no end."""
        kind = self.streams.kind(node)
        if kind in (itertools.count, itertools.cycle):
            return True
        if isinstance(kind, Closure):
            return any(map(_goes_on, kind.body))
        if kind is itertools.repeat:
            return argument_of(node, 1, "times") is None
        if kind in (map, zip):
            given = node.args[1:] if kind is map else node.args
            return bool(given) and all(map(self.is_endless, given))
        if kind is gast.GeneratorExp:
            return self.is_endless(node.generators[0].iter)
        inner = [position for function, position in _GIVEN if function is kind]
        return bool(inner) and self.is_endless(node.args[inner[0]])

    def of(self, node: gast.expr) -> Flow:
        """Return the flow of an iterable."""
        streams, kind = self.streams, self.streams.kind(node)
        builtin = self.builtin(node) if kind is None else kind
        if builtin is zip:
            return self.zipped(node.args, node.keywords)
        if builtin is enumerate:
            start = argument_of(node, 1, "start") or constant(0)
            return self.enumerated(node.args[0], start)
        if kind is None:
            return self.plain(streams.flattener.iterable(node))
        if kind is map:
            return self.mapped(node)
        if kind is gast.GeneratorExp:
            return self.comprehended(node)
        made: dict[object, Callable[[gast.Call], Flow]] = {
            itertools.starmap: self.starred, itertools.accumulate: self.accumulated, itertools.pairwise: self.pairs,
            itertools.count: self.counted, itertools.repeat: self.repeated, itertools.cycle: self.cycled,
            reversed: self.turned, iter: lambda made: self.of(made.args[0]),
        }  # fmt: skip
        return made[kind](node)

    def builtin(self, node: gast.expr) -> object:
        """Return zip or enumerate, if a call is one that a loop takes apart."""
        if not isinstance(node, gast.Call) or not isinstance(node.func, gast.Name) or has_star(node) or not node.args:
            return None
        known = {"zip": (zip, {"strict"}), "enumerate": (enumerate, {"start"})}.get(node.func.id)
        if known is None or not self.streams.flattener.is_builtin(node.func.id):
            return None
        return known[0] if {keyword.arg for keyword in node.keywords} <= known[1] else None

    def plain(self, iterable: gast.expr) -> Flow:
        """Return the flow of what a loop runs over as it stands."""
        item = self.streams.fresh("item")
        return Flow(iterable, store_name(item), lambda: name(item), is_plain=True)

    # ---- several together ----

    def zipped(self, parts: list[gast.expr], keywords: list[gast.keyword]) -> Flow:
        """Return the flow of ``zip``."""
        flows = [self.of(part) for part in parts]
        bounded = [flow for flow in flows if flow.iterable is not None]
        keep = [k for k in keywords if not (isinstance(k.value, gast.Constant) and k.value.value is False)]
        if keep and len(bounded) < len(flows):
            raise self.streams.recorder.refuse(
                keep[0].value, "C206", "zip() is strict and one of its iterators has no end", hint="leave out strict"
            )

        def item() -> gast.expr:
            return gast.Tuple([self.streams.recorder.bind(flow.item()) for flow in flows], LOAD)

        def plain_item() -> gast.expr:
            return gast.Tuple([flow.item() for flow in flows], LOAD)

        is_plain = len(bounded) == len(flows) and all(flow.is_plain for flow in flows)
        if not bounded:
            return Flow(None, gast.Tuple([], gast.Store()), item)
        if len(bounded) == 1 and len(flows) > 1:
            return Flow(bounded[0].iterable, bounded[0].target, item)
        strict = [gast.keyword(k.arg, self.streams.flattener.atom(k.value)) for k in keep]
        iterable = gast.Call(name("zip"), [flow.iterable for flow in bounded], strict)
        target = gast.Tuple([flow.target for flow in bounded], gast.Store())
        return Flow(iterable, target, plain_item if is_plain else item, is_plain)

    def enumerated(self, node: gast.expr, start: gast.expr) -> Flow:
        """Return the flow of ``enumerate``."""
        inner = self.of(node)
        first = self.streams.flattener.atom(start)
        if inner.iterable is None:
            return self.both(self.counter(first, constant(1)), inner)
        index = self.streams.fresh("index")
        given = [inner.iterable] if isinstance(first, gast.Constant) and first.value == 0 else [inner.iterable, first]
        iterable = gast.Call(name("enumerate"), given, [])
        target = gast.Tuple([store_name(index), inner.target], gast.Store())
        return Flow(iterable, target, lambda: gast.Tuple([name(index), inner.item()], LOAD), inner.is_plain)

    def both(self, first: Flow, second: Flow) -> Flow:
        """Return the flow of pairs of two that do not end."""
        return Flow(None, second.target, lambda: gast.Tuple([first.item(), second.item()], LOAD))

    # ---- functions of items ----

    def mapped(self, node: gast.Call) -> Flow:
        """Return the flow of ``map(f, x, ...)``."""
        streams = self.streams
        function = streams.function(node.args[0])
        flows = self.of(node.args[1]) if len(node.args) == 2 else self.zipped(node.args[1:], [])

        def item() -> gast.expr:
            value = flows.item()
            return streams.applied(function, *([value] if len(node.args) == 2 else value.elts))

        return Flow(flows.iterable, flows.target, item)

    def starred(self, node: gast.Call) -> Flow:
        """Return the flow of ``starmap(f, x)``."""
        streams = self.streams
        function, inner = streams.function(node.args[0]), self.of(node.args[1])

        def item() -> gast.expr:
            value = inner.item()
            parts = value.elts if isinstance(value, gast.Tuple) else [gast.Starred(value, LOAD)]
            return streams.applied(function, *parts)

        return Flow(inner.iterable, inner.target, item)

    def comprehended(self, node: gast.GeneratorExp) -> Flow:
        """Return the flow of a generator expression."""
        streams = self.streams
        made = rename_comprehension(node, streams.recorder.fresh, streams.flattener.local)
        target, inner = made.generators[0].target, self.of(made.generators[0].iter)
        if inner.fits(target):
            return Flow(inner.iterable, target, lambda: made.elt)

        def item() -> gast.expr:
            streams.flattener.assign(target, inner.item())
            return made.elt

        return Flow(inner.iterable, inner.target, item)

    # ---- what is kept from item to item ----

    def accumulated(self, node: gast.Call) -> Flow:
        """Return the flow of ``accumulate(x, f)``."""
        streams = self.streams
        function = argument_of(node, 1, "func")
        held = None if is_none(function) else streams.function(function)
        inner = self.of(node.args[0])
        total, begun = streams.fresh("total"), streams.fresh("begun")
        streams.set(begun, constant(value=False))

        def item() -> gast.expr:
            value = streams.flattener.atom(inner.item())
            added = (
                gast.BinOp(name(total), gast.Add(), value) if held is None
                else streams.applied(held, name(total), value)
            )  # fmt: skip

            def begin() -> None:
                streams.set(total, value)
                streams.set(begun, constant(value=True))

            streams.under(name(begun), lambda: streams.set(total, added), begin)
            return name(total)

        return Flow(inner.iterable, inner.target, item)

    def counted(self, node: gast.Call) -> Flow:
        """Return the flow of ``count(start, step)``."""
        atom = self.streams.held
        start, step = argument_of(node, 0, "start"), argument_of(node, 1, "step")
        return self.counter(atom(start or constant(0)), atom(step or constant(1)))

    def counter(self, start: gast.expr, step: gast.expr) -> Flow:
        """Return the flow of numbers from a start on."""
        streams = self.streams
        current, following = streams.fresh("count"), streams.fresh("next")
        streams.set(following, start)

        def item() -> gast.expr:
            streams.set(current, name(following))
            streams.set(following, gast.BinOp(name(following), gast.Add(), step))
            return name(current)

        return Flow(None, gast.Tuple([], gast.Store()), item)

    def cycled(self, node: gast.Call) -> Flow:
        """Return the flow of ``cycle(x)``."""
        streams = self.streams
        values = streams.collected(node.args[0])
        length = streams.recorder.bind(gast.Call(name("len"), [values], []))
        place, following = streams.fresh("place"), streams.fresh("next")
        streams.set(following, constant(0))

        def item() -> gast.expr:
            streams.set(place, gast.BinOp(name(following), gast.Mod(), length))
            streams.set(following, gast.BinOp(name(following), gast.Add(), constant(1)))
            return subscript(values, name(place))

        return Flow(None, gast.Tuple([], gast.Store()), item)

    # ---- the rest ----

    def repeated(self, node: gast.Call) -> Flow:
        """Return the flow of ``repeat(value, times)``."""
        streams = self.streams
        value, times = streams.held(node.args[0]), argument_of(node, 1, "times")
        if times is None:
            return Flow(None, gast.Tuple([], gast.Store()), lambda: value)
        index = store_name(streams.fresh("index"))
        return Flow(gast.Call(name("range"), [streams.flattener.atom(times)], []), index, lambda: value)

    def pairs(self, node: gast.Call) -> Flow:
        """Return the flow of ``pairwise(x)``: neighbours in a list."""
        streams = self.streams
        values = streams.indexed(node, 0)
        index, length = streams.fresh("index"), streams.recorder.bind(call("len", values))

        def item() -> gast.expr:
            before = streams.recorder.bind(gast.BinOp(name(index), gast.Sub(), constant(1)))
            pair = [streams.recorder.bind(subscript(values, place)) for place in (before, name(index))]
            return gast.Tuple(pair, LOAD)

        return Flow(call("range", constant(1), length), store_name(index), item)

    def turned(self, node: gast.Call) -> Flow:
        """Return the flow of ``reversed(x)``."""
        return self.plain(self.streams.flattener.iterable(node))
