"""Insert ``del`` behind the last use of what may hold storage.

before: ``d_x = 2 * residual``, ``d_w = x.T @ d_x``, ``return d_w``
after:  ``d_x = 2 * residual``, ``del residual``, ``d_w = x.T @ d_x``, ``return d_w``

Through branches and loops of both sweeps: where one branch reads a name for the last time, the other one deletes it on
entry; what only a loop read is deleted behind it; what an iteration binds and leaves dead is deleted in it. Not deleted
are scalars by facts, literals, parameters, names that may be unbound, names that a lambda or a comprehension mentions,
tapes (they have been emptied), and what the next statement returns past or binds again at once. A view is deleted like
any other name, so that its base can go.

Requires printed names; always the last pass. Guarantees: close to linear. Soundness: no path leads from a ``del`` to a
read without a binding in between.
"""

from dataclasses import dataclass, replace

import gast

from cladpy.analyses.liveness import binds, is_always_true, pinned, reads, target_names, visit_backward
from cladpy.analyses.storage import IMMUTABLE
from cladpy.analyses.tapes import tapes
from cladpy.ir import statements as ir
from cladpy.ir.expressions import UNWANTED
from cladpy.ir.fact import Fact
from cladpy.optimize.context import Context
from cladpy.optimize.name_variables import PrintedFunction
from cladpy.optimize.rewriting import nested_statements

Bound = frozenset[str] | None  # names that are certainly bound; None where no path arrives
HANDED_OVER = "state"  # the caller of a pullback keeps no name for it


def insert_del(function: ir.Function, context: Context) -> ir.Function:
    """Return the function with its storage released early.

    Parameters
    ----------
    function : Function
        A generated function; what :func:`cladpy.optimize.passes.optimize` returns knows the facts of its names.
    context : Context
        That of its variables; ``early_release`` says whether anything is to be deleted.

    Examples
    --------
    >>> from cladpy.ir.expressions import name, parse, store_name
    >>> from cladpy.ir.fact import UNKNOWN
    >>> texts = (("a", "x @ x"), ("b", "a * a"), ("c", "b @ b"), ("d", "c + 1"))
    >>> body = (*(ir.Assign(store_name(target), parse(text)) for target, text in texts), ir.Return(name("d")))
    >>> context = Context({}, bool, bool, True, lambda expression: UNKNOWN)
    >>> [each.names for each in insert_del(ir.Function("f", ("x",), body), context).body if isinstance(each, ir.Delete)]
    [('a',), ('b',)]
    """
    if not context.early_release:
        return function
    if isinstance(function, PrintedFunction):
        context = function.context(context)
    release = _Release(function, context)
    body, _ = release.block(function.body, frozenset(release.handed_over), _Place(returns_next=False, breaks=[]))
    return replace(function, body=body)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a block stands: whether a ``return`` follows it at once, and what is bound at each break of its loop."""

    returns_next: bool
    breaks: list[frozenset[str]]


class _Release:
    """Goes through a function with the set of the names that are certainly bound, of those that may be deleted."""

    def __init__(self, function: ir.Function, context: Context) -> None:
        self.context = context
        self.kept = pinned(function) | tapes(function)
        self.handed_over = [name for name in function.parameters if name == HANDED_OVER]
        self.order = {name: number for number, name in enumerate(_names_in_order(function))}
        self.dying: dict[int, frozenset[str]] = {}
        self.dead_on: dict[tuple[int, str], frozenset[str]] = {}
        self.mentioned: dict[int, frozenset[str]] = {}
        self.live_at_head: dict[int, frozenset[str]] = {}
        for statement in function.body:
            self._find_mentioned(statement)
        visit_backward(function, self._visit, self._edge)

    # ---- what liveness says ----

    def _find_mentioned(self, statement: ir.Statement) -> frozenset[str]:
        """Find the names that a compound statement mentions, nested statements included."""
        found = {*reads(statement), *binds(statement)}
        nested = nested_statements(statement)
        for each in nested:
            found |= self._find_mentioned(each)
        if nested:
            self.mentioned[id(statement)] = frozenset(found)
        return frozenset(found)

    def _visit(self, statement: ir.Statement, live: set[str]) -> None:
        self.dying[id(statement)] = frozenset({*reads(statement), *binds(statement)} - live)
        if isinstance(statement, ir.For | ir.While):
            self.live_at_head[id(statement)] = frozenset(self._mentioned(statement) & live)

    def _edge(self, statement: ir.Statement, where: str, live: set[str]) -> None:
        self.dead_on[id(statement), where] = frozenset(self._mentioned(statement) - live)

    def _mentioned(self, statement: ir.Statement) -> frozenset[str]:
        return self.mentioned.get(id(statement), frozenset())

    # ---- rebuilding ----

    def block(self, block: ir.Block, bound: Bound, place: _Place) -> tuple[ir.Block, frozenset[str] | None]:
        """Return a block with its deletions, and what is bound behind it; None if nothing gets there."""
        built: list[ir.Statement] = []
        for index, statement in enumerate(block):
            returns_next = _returns_next(block, index, place.returns_next)
            rebuilt, bound = self._statement(statement, bound, replace(place, returns_next=returns_next))
            built.append(rebuilt)
            if bound is None or returns_next:
                continue
            dead = self._dead_behind(statement) & bound
            names = {name for name in dead if not _is_bound_again_at_once(name, block, index)}
            if names:
                _append(built, ir.Delete(self._sorted(names), _last_source(statement)))
                bound -= names
        return tuple(built), bound

    def _dead_behind(self, statement: ir.Statement) -> frozenset[str]:
        """Return what a statement uses for the last time, as far as it is to be deleted behind it."""
        if isinstance(statement, ir.If | ir.For | ir.While):
            return self.dead_on[id(statement), "after"]
        return self.dying.get(id(statement), frozenset())

    def _statement(self, statement: ir.Statement, bound: Bound, place: _Place) -> tuple[ir.Statement, Bound]:
        if bound is None:
            return statement, None
        match statement:
            case ir.If():
                return self._branch(statement, bound, place)
            case ir.For() | ir.While():
                return self._loop(statement, bound)
            case ir.With():
                body, after = self.block(statement.body, bound, replace(place, returns_next=False))
                return replace(statement, body=body), None if after is None else after & bound
            case ir.Break():
                place.breaks.append(bound)
                return statement, None
            case ir.Continue() | ir.Return() | ir.Raise():
                return statement, None
            case ir.Delete():
                return statement, bound - set(statement.names)
        names = binds(statement)
        if isinstance(statement, ir.Assign) and isinstance(statement.value, gast.Constant):
            return statement, bound - set(names)
        return statement, bound | {name for name in names if self._is_worth_it(name)}

    def _branch(self, statement: ir.If, bound: frozenset[str], place: _Place) -> tuple[ir.If, Bound]:
        blocks, ends = [], []
        for where, block in (("body", statement.body), ("orelse", statement.orelse)):
            names = self._dead_on_entry(statement, where, block) & bound
            if place.returns_next and not block:
                names = frozenset()
            built, end = self.block(block, bound - names, place)
            if names:
                first = block[0].source if block else 0
                built = (ir.Delete(self._sorted(names), first), *built)
            blocks.append(built)
            ends.append(end)
        arriving = [end for end in ends if end is not None]
        after = frozenset.intersection(*arriving) if arriving else None
        return replace(statement, body=blocks[0], orelse=blocks[1]), after

    def _dead_on_entry(self, statement: ir.If, where: str, block: ir.Block) -> frozenset[str]:
        """Return what the other branch still reads and this one does not; what neither reads is deleted behind both."""
        other = "orelse" if where == "body" else "body"
        return self.dead_on[id(statement), where] - self.dead_on[id(statement), other]

    def _loop(self, loop: ir.For | ir.While, bound: frozenset[str]) -> tuple[ir.For | ir.While, Bound]:
        # What an iteration binds may be deleted in it, unless it is carried round: then it is bound where it is live.
        carried = self.live_at_head[id(loop)].difference(binds(loop))  # a target is bound by each iteration anew
        rebound = {name for nested in ir.walk((loop,)) for name in binds(nested)}
        head = frozenset(name for name in bound if name not in rebound or name in carried)
        inside = head
        if isinstance(loop, ir.For):
            inside |= {name for name in target_names(loop.target) if self._is_target_worth_it(name)}
        breaks: list[frozenset[str]] = []
        body, _ = self.block(loop.body, inside, _Place(returns_next=False, breaks=breaks))
        endless = isinstance(loop, ir.While) and is_always_true(loop.test)
        arriving = [*([] if endless else [head]), *breaks]
        after = frozenset.intersection(*arriving) if arriving else None
        return replace(loop, body=body), after

    # ---- what is deleted ----

    def _is_worth_it(self, name: str) -> bool:
        """Tell whether a name may hold storage and may be deleted."""
        fact = self.context.fact(name)
        return name not in (*self.kept, UNWANTED) and may_hold_storage(fact)

    def _is_target_worth_it(self, name: str) -> bool:
        """Tell whether the target of a loop certainly holds storage: most hold numbers or indices."""
        return self._is_worth_it(name) and self.context.fact(name).kind in ("array", "list", "tuple", "dict")

    def _sorted(self, names: frozenset[str] | set[str]) -> tuple[str, ...]:
        return tuple(sorted(names, key=lambda name: self.order.get(name, 0)))


def may_hold_storage(fact: Fact) -> bool:
    """Tell whether a value may hold memory worth releasing: not a number, nor a tuple of numbers such as a shape."""
    if fact.kind in IMMUTABLE or fact.is_scalar:
        return False
    if fact.items is not None:
        return any(may_hold_storage(item) for item in fact.items)
    if fact.kind == "tuple" and fact.element is not None:
        return may_hold_storage(fact.element)
    return True


def _append(built: list[ir.Statement], deletion: ir.Delete) -> None:
    """Append a deletion; one that follows another of the same group goes into it."""
    last = built[-1] if built else None
    if isinstance(last, ir.Delete) and last.source == deletion.source:
        built[-1] = replace(last, names=(*last.names, *deletion.names))
    else:
        built.append(deletion)


def _names_in_order(function: ir.Function) -> list[str]:
    names = dict.fromkeys(function.parameters)
    for statement in ir.walk(function.body):
        names.update(dict.fromkeys(binds(statement)))
    return list(names)


def _returns_next(block: ir.Block, index: int, otherwise: bool) -> bool:  # noqa: FBT001 - a fact of the place
    for statement in block[index + 1 :]:
        if not isinstance(statement, ir.Comment | ir.Pass):
            return isinstance(statement, ir.Return)
    return otherwise


def _is_bound_again_at_once(name: str, block: ir.Block, index: int) -> bool:
    """Tell whether the next statement binds a name again without allocating anything before."""
    following = block[index + 1] if index + 1 < len(block) else None
    if not isinstance(following, ir.Assign) or name not in binds(following):
        return False
    return isinstance(following.value, gast.Name | gast.Constant | gast.Subscript)


def _last_source(statement: ir.Statement) -> int:
    """Return the group to which a deletion behind a statement belongs."""
    return statement.source if not isinstance(statement, ir.Comment | ir.Delete) else 0
