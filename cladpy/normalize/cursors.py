"""``iter`` and ``next``: a sequence and the place of its next item.

before: ``it = iter(x)``     after: ``values@1 = x``, ``place@1 = 0``
before: ``a = next(it)``     after: ``if place@1 >= len(values@1): raise StopIteration``, ``a = values@1[place@1]``, ...
before: ``for b in it: A``   after: ``while True: if place@1 < len(values@1): b = values@1[place@1]``, ..., A
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import gast

from cladpy.ir.expressions import call, constant, name, subscript
from cladpy.ir.statements import If, Raise

if TYPE_CHECKING:
    from cladpy.normalize.streams import Step, Streams


@dataclass(frozen=True, slots=True)
class Cursor:
    """A sequence and the name of the place of its next item."""

    values: gast.expr
    place: str

    def take(self, streams: "Streams") -> gast.expr:
        """Write that the next item is taken, and return it."""
        item = streams.recorder.bind(subscript(self.values, name(self.place)))
        streams.set(self.place, gast.BinOp(name(self.place), gast.Add(), constant(1)))
        return item

    def is_left(self, streams: "Streams") -> gast.expr:
        """Return the condition that there is a next item."""
        length = streams.recorder.bind(call("len", self.values))
        return gast.Compare(name(self.place), [gast.Lt()], [length])

    def items(self, streams: "Streams", step: "Step") -> None:
        """Write a step for each item that is left."""

        def body() -> None:
            streams.under(self.is_left(streams), lambda: step(self.take(streams)), streams.stop)

        streams.endless(body)

    def next(self, streams: "Streams", default: gast.expr | None) -> gast.expr:
        """Write ``next(it)`` or ``next(it, default)``."""
        recorder = streams.recorder
        if default is None:
            missing = gast.UnaryOp(gast.Not(), streams.flattener.atom(self.is_left(streams)))
            raised = Raise(call("StopIteration"), None, recorder.current)
            streams.emit(If(missing, (raised,), (), recorder.current))
            return self.take(streams)
        found, other = streams.fresh("found"), streams.flattener.atom(default)
        streams.under(
            self.is_left(streams),
            lambda: streams.set(found, self.take(streams)),
            lambda: streams.set(found, other),
        )
        return name(found)


def first_of(streams: "Streams", node: gast.expr, default: gast.expr | None) -> gast.expr:
    """Write ``next(iterator)`` of an iterator that nobody else asks: a loop that is left with its first item."""
    recorder = streams.recorder
    found, first = streams.fresh("found"), streams.fresh("first")
    other = None if default is None else streams.flattener.atom(default)
    if other is not None:
        streams.set(first, other)
    streams.set(found, constant(value=False))

    def write(item: gast.expr) -> None:
        streams.set(first, item)
        streams.set(found, constant(value=True))
        streams.stop()

    streams.items(node, write)
    if other is None:
        raised = Raise(call("StopIteration"), None, recorder.current)
        streams.emit(If(gast.UnaryOp(gast.Not(), name(found)), (raised,), (), recorder.current))
    return name(first)
