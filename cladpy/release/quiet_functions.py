"""Tell which generated functions write nothing that they are given, and which give nothing of it back.

A function is *quiet* if no statement of it may write memory of others, and it calls only what has no effects and what
is quiet. An item of its result is *new* if the function is quiet and the item shares no memory with what it is given.
The greatest such sets: all functions are taken for both until one is found not to be, so recursion is no obstacle.
Soundness: a function that is not listed may be quiet; one that is listed is.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import gast

from cladpy.analyses.storage import EXTERNAL
from cladpy.ir import statements as ir
from cladpy.ir.expressions import dotted
from cladpy.optimize.analysed import Analysed
from cladpy.optimize.context import Context


@dataclass(frozen=True, slots=True)
class QuietFunctions:
    """Names of generated functions.

    Parameters
    ----------
    quiet : frozenset of str
        They write nothing that they are given.
    old : mapping
        Of those that are quiet and may give back what they are given, the items of the result that may: None for the
        whole.
    """

    quiet: frozenset[str] = frozenset()
    old: Mapping[str, frozenset[int | None]] = field(default_factory=dict)

    def known_to(self, context: Context) -> Context:
        """Return a context that knows of calls of these functions what they do not do."""
        return replace(
            context,
            is_pure=lambda call: _calls_one_of(call, self.quiet) or context.is_pure(call),
            is_fresh=lambda call: self.is_new(call) or context.is_fresh(call),
            kept={},
        )

    def is_new(self, call: gast.expr, item: int | None = None) -> bool:
        """Tell whether the result of a call is new, or an item of it."""
        if not isinstance(call, gast.Call) or not _calls_one_of(call, self.quiet):
            return False
        old = self.old.get(call.func.id, frozenset())
        return not old if item is None else old.isdisjoint({item, None})


def quiet_functions(functions: Sequence[tuple[ir.Function, Context]]) -> QuietFunctions:
    """Return which functions are quiet, given each with the context of its printed names.

    Examples
    --------
    >>> from cladpy.ir.expressions import name, parse, store_name
    >>> from cladpy.ir.fact import UNKNOWN
    >>> adds = ir.Function("adds", ("x",), (ir.Return(parse("reads(x) - 1")),))
    >>> reads = ir.Function("reads", ("x",), (ir.Return(parse("x[0]")),))
    >>> writes = ir.Function("writes", ("x",), (ir.Assign(parse("x[0]"), parse("1")),))
    >>> context = Context({}, lambda call: False, lambda call: False, True, lambda expression: UNKNOWN)
    >>> found = quiet_functions([(each, context) for each in (adds, reads, writes)])
    >>> sorted(found.quiet), dict(found.old)
    (['adds', 'reads'], {'reads': frozenset({None})})
    """
    supposed = QuietFunctions(frozenset(function.name for function, _ in functions))
    while True:
        old = {function.name: _old_items(function, context, supposed) for function, context in functions}
        quiet = frozenset(name for name, items in old.items() if items is not None and name in supposed.quiet)
        found = QuietFunctions(quiet, {name: items for name, items in old.items() if items and name in quiet})
        if found == supposed:
            return found
        supposed = found


def _old_items(function: ir.Function, context: Context, supposed: QuietFunctions) -> frozenset[int | None] | None:
    """Return the items of a function's result that may share memory with what it is given; None if it is not quiet."""
    known = Analysed(function, supposed.known_to(context))
    effects = [known.effects.statement(statement) for statement in function.body]
    external = known.storage.class_of(EXTERNAL)
    if any(each.unknown or external in each.stores for each in effects):
        return None
    results = [item for each in ir.walk(function.body) if isinstance(each, ir.Return) for item in _items(each.value)]
    return frozenset(
        item
        for item, value in results
        if dotted(value) != "no_adjoint"
        and external in {known.storage.class_of(root) for root in known.storage.roots(value)}
    )


def _items(value: gast.expr) -> Iterator[tuple[int | None, gast.expr]]:
    """Yield the items of what a function returns, with their positions."""
    yield from enumerate(value.elts) if isinstance(value, gast.Tuple) else [(None, value)]


def _calls_one_of(call: gast.Call, functions: Collection[str]) -> bool:
    return isinstance(call.func, gast.Name) and call.func.id in functions
