"""The iterators of ``itertools`` that join several iterables, or take parts of one.

before: ``product(x, y)``    after: a loop in a loop, around a step with both items
before: ``islice(x, 1, n)``  after: a loop over ``range(len(x))[1:n]``; of an iterator a loop that counts
before: ``chain(x, y)``      after: a loop over ``list(x) + list(y)``, or one loop behind the other
"""

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING

import gast

from cladpy.ir.expressions import LOAD, call, constant, name, store_name, subscript
from cladpy.normalize.iterator_calls import argument_of, is_none, keyword_of
from cladpy.normalize.loop_counters import all_of, count_on, counter

if TYPE_CHECKING:
    from cladpy.normalize.streams import Step, Streams

Write = Callable[["Streams", gast.Call, "Step"], None]


def _chain(streams: "Streams", node: gast.Call, step: "Step") -> None:
    if not streams.is_eager or any(map(streams.holds_generator, node.args)):

        def loops(write: "Step") -> None:
            for part in node.args:
                streams.items(part, write)

        streams.leaving(loops, step)
        return
    whole, *parts = [streams.listed(part) for part in node.args]
    for part in parts:
        whole = streams.recorder.bind(gast.BinOp(whole, gast.Add(), part))
    streams.items(whole, step)


def _chain_of(streams: "Streams", node: gast.Call, step: "Step") -> None:
    streams.items(node.args[0], lambda part: streams.items(part, step))


def _zip_longest(streams: "Streams", node: gast.Call, step: "Step") -> None:
    fill = streams.held(keyword_of(node, "fillvalue") or constant(None))
    lists = [streams.collected(part) for part in node.args]
    lengths = [streams.recorder.bind(call("len", part)) for part in lists]
    longest = lengths[0] if len(lengths) == 1 else streams.flattener.atom(call("max", *lengths))
    index = streams.fresh("index")

    def write() -> None:
        items = []
        for part, length in zip(lists, lengths, strict=True):
            inside = gast.Compare(name(index), [gast.Lt()], [length])
            items.append(streams.flattener.atom(gast.IfExp(inside, subscript(part, name(index)), fill)))
        step(gast.Tuple(items, LOAD))

    streams.loop(store_name(index), call("range", longest), write)


def _islice(streams: "Streams", node: gast.Call, step: "Step") -> None:
    values, *bounds = node.args
    start, stop, stride = (None, bounds[0], None) if len(bounds) == 1 else (*bounds, *[None] * (3 - len(bounds)))
    if streams.kind(values) is None and streams.is_eager:
        parts = [None if is_none(part) else streams.flattener.atom(part) for part in (start, stop, stride)]
        held, index = streams.indexed(node, 0), streams.fresh("index")
        places = subscript(call("range", streams.recorder.bind(call("len", held))), gast.Slice(*parts))
        over = streams.recorder.bind(places)
        streams.loop(store_name(index), over, lambda: step(subscript(held, name(index))))
        return
    first, last, every = (None if is_none(part) else streams.held(part) for part in (start, stop, stride))
    place, following = counter(streams)
    behind = name(place) if first is None else gast.BinOp(name(place), gast.Sub(), first)
    tests: list[gast.expr] = [] if first is None else [gast.Compare(name(place), [gast.GtE()], [first])]
    if every is not None:
        tests.append(gast.Compare(gast.BinOp(behind, gast.Mod(), every), [gast.Eq()], [constant(0)]))

    def write(item: gast.expr) -> None:
        count_on(streams, place, following)
        held = streams.flattener.atom(item)
        if tests:
            streams.under(all_of(tests), lambda: step(held))
        else:
            step(held)

    def counted(item: gast.expr) -> None:
        inside = gast.Compare(name(following), [gast.Lt()], [last])
        streams.under(inside, lambda: write(item), streams.stop)

    streams.items(values, write if last is None else counted)


# ---- by several loops ----


def _product(streams: "Streams", node: gast.Call, step: "Step") -> None:
    times = keyword_of(node, "repeat") or constant(1)
    pools = [streams.held(part) if streams.is_plain(part) else streams.listed(part) for part in node.args]
    _nested(streams, pools * times.value, [], step)


def _nested(streams: "Streams", pools: list[gast.expr], items: list[gast.expr], step: "Step") -> None:
    if not pools:
        step(gast.Tuple(items, LOAD))
        return
    streams.items(pools[0], lambda item: _nested(streams, pools[1:], [*items, item], step))


def _combinations(streams: "Streams", node: gast.Call, step: "Step") -> None:
    _chosen(streams, node, step, ordered=True)


def _permutations(streams: "Streams", node: gast.Call, step: "Step") -> None:
    _chosen(streams, node, step, ordered=False)


def _chosen(streams: "Streams", node: gast.Call, step: "Step", *, ordered: bool) -> None:
    """Write loops over places: rising ones, or ones that differ."""
    number = argument_of(node, 1, "r")
    pool = streams.listed(node.args[0])
    length = streams.recorder.bind(call("len", pool))

    def choose(left: int, chosen: list[gast.expr]) -> None:
        if not left:
            step(gast.Tuple([streams.recorder.bind(subscript(pool, index)) for index in chosen], LOAD))
            return
        index = streams.fresh("index")
        after = [gast.BinOp(chosen[-1], gast.Add(), constant(1))] if ordered and chosen else []
        bounds = [*[streams.flattener.atom(part) for part in after], length]
        others = [gast.Compare(name(index), [gast.NotEq()], [other]) for other in ([] if ordered else chosen)]

        def go_on() -> None:
            choose(left - 1, [*chosen, name(index)])

        def write() -> None:
            if others:
                streams.under(others[0] if len(others) == 1 else gast.BoolOp(gast.And(), others), go_on)
            else:
                go_on()

        streams.loop(store_name(index), call("range", *bounds), write)

    choose(number.value if isinstance(number, gast.Constant) else 0, [])


WRITERS: dict[object, Write] = {
    itertools.chain: _chain, itertools.chain.from_iterable: _chain_of, itertools.zip_longest: _zip_longest,
    itertools.islice: _islice, itertools.product: _product, itertools.combinations: _combinations,
    itertools.permutations: _permutations,
}  # fmt: skip
"""What writes them."""

SEVERAL_LOOPS = (itertools.product, itertools.combinations, itertools.permutations, itertools.chain.from_iterable)
"""Iterators whose items come from loops in loops."""
