"""Which variable of a loop takes its values from which operand of the loop's iterable.

``for k, (a, b) in enumerate(zip(x, reversed(w)))``: ``k`` from nothing, ``a`` from ``x``, ``b`` from ``w``.
"""

from collections.abc import Collection, Iterator

import gast

from cladpy.ir.expressions import names_in
from cladpy.ir.statements import For, While


def item_sources(statement: For) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each loop variable with the versions that its values come from.

    An array that the loop updates gives each iteration what it holds by then: the version at the loop's head.
    """
    for target, sources in target_sources(statement.target, statement.iterable):
        yield target, (*sources, *heads(statement, sources))


def heads(statement: For | While, sources: Collection[str]) -> tuple[str, ...]:
    """Return the versions at a loop's head of what goes through the loop from one of the sources."""
    return tuple(phi.target for phi in statement.phis if not set(phi.sources).isdisjoint(sources))


def target_sources(target: gast.expr, iterable: gast.expr) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each loop variable with the names that its values come from."""
    kind = iterable.func.id if isinstance(iterable, gast.Call) and isinstance(iterable.func, gast.Name) else None
    if kind == "zip" and isinstance(target, gast.Tuple) and len(target.elts) == len(iterable.args):
        for part, inner in zip(target.elts, iterable.args, strict=True):
            yield from target_sources(part, inner)
    elif kind == "enumerate" and isinstance(target, gast.Tuple) and len(target.elts) == 2:
        yield from ((name, ()) for name in names_in(target.elts[0]))
        yield from target_sources(target.elts[1], iterable.args[0])
    elif kind == "reversed":
        yield from target_sources(target, iterable.args[0])
    elif kind == "range":
        yield from ((name, ()) for name in names_in(target))
    else:
        sources = tuple(names_in(iterable))
        yield from ((name, sources) for name in names_in(target))
