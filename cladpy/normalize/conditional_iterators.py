"""The iterators of Python and of ``itertools`` that give an item, or none, for each item of another.

before: ``filter(f, x)``         after: ``for item@1 in x: if f(item@1):`` a step
before: ``takewhile(f, x)``      after: ``for item@1 in x: if f(item@1):`` a step, ``else: break``
"""

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING

import gast

from cladpy.ir.expressions import LOAD, call, constant, name, subscript
from cladpy.normalize.iterator_calls import argument_of, is_false, is_none, keyword_of
from cladpy.normalize.loop_counters import all_of, count_on, counter

if TYPE_CHECKING:
    from cladpy.normalize.streams import Step, Streams

Write = Callable[["Streams", gast.Call, "Step"], None]


def _map(streams: "Streams", node: gast.Call, step: "Step") -> None:
    function, *given = node.args
    held = streams.function(function)
    if len(given) == 1:
        streams.items(given[0], lambda item: step(streams.applied(held, item)))
    else:
        _together(streams, given, lambda items: step(streams.applied(held, *items.elts)))


def _zip(streams: "Streams", node: gast.Call, step: "Step") -> None:
    if any(not is_false(keyword.value) for keyword in node.keywords):
        raise streams.recorder.refuse(
            node, "C206", "zip() is strict and one of its iterators has no known length", hint="zip lists of them"
        )
    _together(streams, node.args, step)


def _together(streams: "Streams", given: list[gast.expr], step: Callable[[gast.Tuple], None]) -> None:
    """Write a loop over the first iterator that has no flow, which takes the others' items by their places."""
    first = next(position for position, part in enumerate(given) if not streams.is_flow(part))
    others = [part if position == first else streams.collected(part) for position, part in enumerate(given)]
    lengths = [streams.recorder.bind(call("len", part)) for part in others[:first] + others[first + 1 :]]
    place, following = counter(streams)

    def write(item: gast.expr) -> None:
        count_on(streams, place, following)
        items = [item if position == first else subscript(part, name(place)) for position, part in enumerate(others)]
        step(gast.Tuple([streams.recorder.bind(part) for part in items], LOAD))

    def counted(item: gast.expr) -> None:
        inside = [gast.Compare(name(following), [gast.Lt()], [length]) for length in lengths]
        streams.under(all_of(inside), lambda: write(item), streams.stop)

    streams.items(given[first], counted)


def _enumerate(streams: "Streams", node: gast.Call, step: "Step") -> None:
    start = streams.held(argument_of(node, 1, "start") or constant(0))
    place, following = streams.fresh("place"), streams.fresh("next")
    streams.set(following, start)

    def write(item: gast.expr) -> None:
        count_on(streams, place, following)
        step(gast.Tuple([name(place), item], LOAD))

    streams.items(node.args[0], write)


def _starmap(streams: "Streams", node: gast.Call, step: "Step") -> None:
    held = streams.function(node.args[0])
    streams.items(node.args[1], lambda item: step(streams.applied(held, gast.Starred(item, LOAD))))


def _filter(streams: "Streams", node: gast.Call, step: "Step") -> None:
    function = None if is_none(node.args[0]) else streams.function(node.args[0])

    def write(item: gast.expr) -> None:
        held = streams.flattener.atom(item)
        streams.under(held if function is None else streams.applied(function, held), lambda: step(held))

    streams.items(node.args[1], write)


def _filterfalse(streams: "Streams", node: gast.Call, step: "Step") -> None:
    function = None if is_none(node.args[0]) else streams.function(node.args[0])

    def write(item: gast.expr) -> None:
        held = streams.flattener.atom(item)
        kept = held if function is None else streams.flattener.atom(streams.applied(function, held))
        streams.under(gast.UnaryOp(gast.Not(), kept), lambda: step(held))

    streams.items(node.args[1], write)


def _takewhile(streams: "Streams", node: gast.Call, step: "Step") -> None:
    function = streams.function(node.args[0])

    def write(item: gast.expr) -> None:
        held = streams.flattener.atom(item)
        streams.under(streams.applied(function, held), lambda: step(held), streams.stop)

    streams.items(node.args[1], write)


def _dropwhile(streams: "Streams", node: gast.Call, step: "Step") -> None:
    function = streams.function(node.args[0])
    dropping = streams.fresh("dropping")
    streams.set(dropping, constant(value=True))

    def write(item: gast.expr) -> None:
        held = streams.flattener.atom(item)
        streams.under(name(dropping), lambda: streams.set(dropping, call("bool", streams.applied(function, held))))
        streams.under(gast.UnaryOp(gast.Not(), name(dropping)), lambda: step(held))

    streams.items(node.args[1], write)


def _accumulate(streams: "Streams", node: gast.Call, step: "Step") -> None:
    function, initial = argument_of(node, 1, "func"), keyword_of(node, "initial")
    held = None if is_none(function) else streams.function(function)
    total, begun = streams.fresh("total"), streams.fresh("begun")
    streams.set(begun, constant(value=False))

    def write(item: gast.expr) -> None:
        value = streams.flattener.atom(item)
        before = name(total)
        added = gast.BinOp(before, gast.Add(), value) if held is None else streams.applied(held, before, value)

        def begin() -> None:
            streams.set(total, value)
            streams.set(begun, constant(value=True))

        streams.under(name(begun), lambda: streams.set(total, added), begin)
        step(name(total))

    if is_none(initial):
        streams.items(node.args[0], write)
        return
    start = streams.flattener.atom(initial)
    if streams.is_eager and streams.kind(node.args[0]) is None:
        first = gast.List([start], LOAD)
        streams.items(streams.recorder.bind(gast.BinOp(first, gast.Add(), streams.listed(node.args[0]))), write)
        return

    def loops(give: "Step") -> None:
        streams.set(total, start)
        give(name(total))

        def add(item: gast.expr) -> None:
            value, before = streams.flattener.atom(item), name(total)
            added = gast.BinOp(before, gast.Add(), value) if held is None else streams.applied(held, before, value)
            streams.set(total, added)
            give(name(total))

        streams.items(node.args[0], add)

    streams.leaving(loops, step)


def _pairwise(streams: "Streams", node: gast.Call, step: "Step") -> None:
    last, begun = streams.fresh("last"), streams.fresh("begun")
    streams.set(begun, constant(value=False))

    def write(item: gast.expr) -> None:
        held = streams.flattener.atom(item)

        def pair() -> None:
            first = streams.recorder.bind(name(last))
            streams.set(last, held)
            step(gast.Tuple([first, held], LOAD))

        def begin() -> None:
            streams.set(last, held)
            streams.set(begun, constant(value=True))

        streams.under(name(begun), pair, begin)

    streams.items(node.args[0], write)


WRITERS: dict[object, Write] = {
    map: _map, zip: _zip, enumerate: _enumerate, itertools.pairwise: _pairwise, itertools.starmap: _starmap,
    filter: _filter, itertools.filterfalse: _filterfalse, itertools.takewhile: _takewhile,
    itertools.dropwhile: _dropwhile, itertools.accumulate: _accumulate,
}  # fmt: skip
"""What writes them, where they are no flows."""
