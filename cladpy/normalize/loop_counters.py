"""What loops over iterators count: the place of an item, kept from one to the next."""

from typing import TYPE_CHECKING

import gast

from cladpy.ir.expressions import constant, name

if TYPE_CHECKING:
    from cladpy.normalize.streams import Streams


def counter(streams: "Streams") -> tuple[str, str]:
    """Return the names of an item's place and of that of the next, which is 0 yet."""
    place, following = streams.fresh("place"), streams.fresh("next")
    streams.set(following, constant(0))
    return place, following


def count_on(streams: "Streams", place: str, following: str) -> None:
    """Write that an item has come: the place of the next one is the next place."""
    streams.set(place, name(following))
    streams.set(following, gast.BinOp(name(following), gast.Add(), constant(1)))


def all_of(tests: list[gast.expr]) -> gast.expr:
    """Return the condition that all tests hold."""
    return tests[0] if len(tests) == 1 else gast.BoolOp(gast.And(), tests)
