"""Functions that take everything that an iterable gives, and need to see what it is.

before: ``sorted(x, key=f)``        after: a list of ``x``, the keys of its items, their order, the items in that order
before: ``x.sort(key=f)``         after: the same, stored into ``x``
before: ``reduce(f, x, start)``     after: ``total = start``, ``for item@1 in x: total = f(total, item@1)``
before: ``max(x, key=f)``           after: a loop that keeps the best item and its key
before: ``list(map(f, x))``         after: a loop that appends to a list
"""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import gast

from cladpy.ir.expressions import LOAD, call, constant, name, subscript
from cladpy.ir.statements import Assign, If, Raise
from cladpy.normalize.closures import has_star
from cladpy.normalize.cursors import Cursor, first_of
from cladpy.normalize.iterator_calls import is_false, is_none, keyword_of
from cladpy.normalize.owned_calls import position_of
from cladpy.normalize.streams import Streams

if TYPE_CHECKING:
    from cladpy.normalize.flatten_expressions import ExpressionFlattener

BUILTINS = {"list": list, "tuple": tuple, "sorted": sorted, "max": max, "min": min, "next": next}
KEYWORDS: dict[object, set[str]] = {
    sorted: {"key", "reverse"}, max: {"key", "default"}, min: {"key", "default"},
}  # fmt: skip


@dataclass(slots=True)
class WholeIterables:
    """Writes such calls.

    Parameters
    ----------
    flattener : ExpressionFlattener
        Takes expressions apart.
    """

    flattener: "ExpressionFlattener"

    def written(self, node: gast.Call) -> gast.expr | None:
        """Return what a call stands for; None if it stands for itself."""
        if has_star(node) or not node.args:
            return None
        meant = self.meant(node)
        if meant is next and len(node.args) <= 2 and not node.keywords:
            return self.next(*node.args)
        if meant in (list, tuple) and len(node.args) == 1 and not node.keywords:
            return self.collected(node, meant)
        owner = self.flattener.owners.get(position_of(node))
        keywords = {keyword.arg for keyword in node.keywords}
        if owner is None or owner.kind != "iteration" or not keywords <= KEYWORDS.get(meant, set()):
            return None
        if meant is sorted and len(node.args) == 1:
            return self.sorted(node)
        if meant is functools.reduce and 2 <= len(node.args) <= 3:
            return self.reduced(node)
        return self.best(node) if meant in (max, min) and keywords else None

    def meant(self, node: gast.Call) -> object:
        """Return the function that is called, if it is one of those."""
        if isinstance(node.func, gast.Name) and node.func.id in BUILTINS:
            return BUILTINS[node.func.id] if self.flattener.is_builtin(node.func.id) else None
        return functools.reduce if self.flattener.class_meant(node.func) is functools.reduce else None

    @property
    def streams(self) -> Streams:
        """Return what writes loops."""
        return Streams(self.flattener)

    def collected(self, node: gast.Call, meant: object) -> gast.expr | None:
        """Write ``list(...)`` or ``tuple(...)`` of an iterator."""
        if self.streams.kind(node.args[0]) is None:
            return None
        found = self.streams.listed(node.args[0])
        return found if meant is list else call("tuple", found)

    def next(self, iterator: gast.expr, default: gast.expr | None = None) -> gast.expr | None:
        """Write ``next(...)`` of a cursor, or of an iterator that is made here."""
        kind = self.streams.kind(iterator)
        if kind is Cursor:
            return self.flattener.cursors[iterator.id].next(self.streams, default)
        return None if kind is None else first_of(self.streams, iterator, default)

    # ---- order ----

    def sorted(self, node: gast.Call) -> gast.expr:
        """Write ``sorted(x, key=f, reverse=r)``."""
        values = self.streams.indexed(node, 0)
        return self.in_order(values, node)

    def sort(self, node: gast.Call) -> gast.expr | None:
        """Write ``l.sort(key=f, reverse=r)``: the items in their order are stored into the list."""
        place = self.flattener.atom(node.func.value)
        if node.args or not isinstance(place, gast.Name):
            return None
        ordered = self.in_order(place, node)
        recorder = self.flattener.recorder
        whole = gast.Subscript(place, gast.Slice(None, None, None), gast.Store())
        recorder.emit(Assign(whole, ordered, recorder.current))
        return constant(None)

    def in_order(self, values: gast.expr, node: gast.Call) -> gast.expr:
        """Write the list of the items of a list in the order that a call asks for."""
        streams = self.streams
        key, reverse = keyword_of(node, "key"), keyword_of(node, "reverse")
        keys = values
        if not is_none(key):
            function = streams.function(key)
            keys = self.filled(values, lambda item: streams.applied(function, item), "keys")
        backwards = {} if reverse is None or is_false(reverse) else {"reverse": self.flattener.atom(reverse)}
        order = self.flattener.recorder.bind(call("order_of", keys, **backwards), "order")
        return self.filled(order, lambda place: subscript(values, place), "ordered")

    def filled(self, values: gast.expr, item: Callable[[gast.expr], gast.expr], base: str) -> gast.Name:
        """Write a loop that fills a list with what is made of the items of another one."""
        streams = self.streams
        found = self.flattener.recorder.bind(gast.List([], LOAD), base)
        self.flattener.local.add(found.id)
        streams.items(values, lambda value: streams.append(found, item(value)))
        return found

    # ---- one by one ----

    def reduced(self, node: gast.Call) -> gast.expr:
        """Write ``reduce(f, x, start)``."""
        streams = self.streams
        function, values = streams.function(node.args[0]), node.args[1]
        total = streams.fresh("total")
        if len(node.args) == 3:
            if streams.kind(values) is None:
                values = self.flattener.iterable(values)
            streams.set(total, self.flattener.atom(node.args[2]))
        else:
            held = streams.indexed(node, 1)
            self.check_not_empty(held, "reduce() of empty iterable with no initial value")
            streams.set(total, subscript(held, constant(0)))
            values = None

        def add(item: gast.expr) -> None:
            streams.set(total, streams.applied(function, name(total), item))

        if values is None:
            streams.places(held, constant(1), add)
        else:
            streams.items(values, add)
        return name(total)

    def check_not_empty(self, values: gast.expr, message: str) -> None:
        """Write the error that Python raises for no items."""
        recorder, streams = self.flattener.recorder, self.streams
        length = recorder.bind(call("len", values))
        raised = Raise(call("TypeError", constant(message)), None, recorder.current)
        test = gast.Compare(length, [gast.Eq()], [constant(0)])
        streams.emit(If(test, (raised,), (), recorder.current))

    def best(self, node: gast.Call) -> gast.expr:
        """Write ``max(x, key=f, default=d)`` or ``min``: the first of the best items."""
        streams = self.streams
        key, default = keyword_of(node, "key"), keyword_of(node, "default")
        values = node.args[0] if len(node.args) == 1 else gast.Tuple(node.args, LOAD)
        function = None if is_none(key) else streams.function(key)
        fallback = None if default is None else self.flattener.atom(default)
        best, best_key, found = streams.fresh("best"), streams.fresh("key"), streams.fresh("found")
        if fallback is not None:
            streams.set(best, fallback)
        streams.set(found, constant(value=False))
        order = gast.Gt() if self.meant(node) is max else gast.Lt()

        def write(item: gast.expr) -> None:
            value = self.flattener.atom(item)
            rank = value if function is None else self.flattener.atom(streams.applied(function, value))
            better = gast.Compare(rank, [order], [name(best_key)])

            def take() -> None:
                streams.set(best, value)
                streams.set(best_key, rank)

            def begin() -> None:
                take()
                streams.set(found, constant(value=True))

            streams.under(name(found), lambda: streams.under(better, take), begin)

        streams.items(values, write)
        if fallback is None:
            text = f"{node.func.id}() iterable argument is empty"
            raised = Raise(call("ValueError", constant(text)), None, self.flattener.recorder.current)
            missing = gast.UnaryOp(gast.Not(), name(found))
            streams.emit(If(missing, (raised,), (), self.flattener.recorder.current))
        return name(best)
