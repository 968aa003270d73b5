"""Leave out what nothing reads.

before: ``v@9 = v@6 / v@8`` (the primal's result, unread), ``tape@1 = []`` ... ``tape@1.append(x)`` never popped
after:  nothing

Pure assignments to variables that no needed statement reads, stores into arrays that are made here and never read,
tapes of which no pop is needed, branches and loops that are left empty, a ``continue`` at the end of a loop. Kept are
impure values, effects, assertions, ``raise`` and ``del``. Requires nothing. Guarantees: linear, repeated while
something empties. Soundness: a read anywhere keeps an assignment, then liveness removes assignments that another one
always overwrites.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

import gast

from cladpy.analyses.liveness import binds, pinned, reads, target_names, visit_backward
from cladpy.analyses.storage import EXTERNAL
from cladpy.analyses.tapes import list_method
from cladpy.ir import statements as ir
from cladpy.ir.expressions import UNWANTED, rebuild, store_name
from cladpy.optimize.analysed import analysed
from cladpy.optimize.context import Context
from cladpy.optimize.variables import is_made_here

REPLAYABLE = frozenset({"array", "tuple", "list", "dict", "range", "str"})
ITERATE_THEIR_ARGUMENTS = frozenset({"zip", "enumerate", "reversed"})
AnyFunction = TypeVar("AnyFunction", bound=ir.Function)
AnyLoop = TypeVar("AnyLoop", ir.For, ir.While)
ROUNDS = 50  # each empties at least one level of nesting


def run(function: AnyFunction, context: Context) -> AnyFunction:
    """Return the function without dead code.

    Examples
    --------
    >>> from cladpy.ir.expressions import name, parse, store_name
    >>> from cladpy.ir.fact import UNKNOWN
    >>> body = (ir.Assign(store_name("y"), parse("x * x")), ir.Return(name("x")))
    >>> context = Context({}, bool, bool, True, lambda e: UNKNOWN)
    >>> [type(statement).__name__ for statement in run(ir.Function("f", ("x",), body), context).body]
    ['Return']
    """
    for _ in range(ROUNDS):
        body = _Sweep(function, context).block(function.body)
        if body == function.body:
            break
        function = replace(function, body=body)
    return function


class _Sweep:
    """One mark and sweep over a function."""

    def __init__(self, function: ir.Function, context: Context) -> None:
        known = analysed(function, context)
        self.storage, self.effects = known.storage, known.effects
        self.context = context
        self.overwritten = _overwritten(function)
        self.read: set[str] = set(pinned(function))  # by something that is kept
        self.kept: set[int] = set()
        self._mark(function)

    # ---- marking ----

    def _mark(self, function: ir.Function) -> None:
        todo: list[ir.Statement] = []
        makers: dict[str, list[ir.Statement]] = {}
        for statement in ir.walk(function.body):
            serves = self._serves(statement)
            if serves is None:
                todo.append(statement)
            for key in serves or ():
                makers.setdefault(key, []).append(statement)
        for name in sorted(self.read):
            todo += [maker for key in self._keys(name) for maker in makers.pop(key, ())]
        while todo:
            statement = todo.pop()
            if id(statement) in self.kept:
                continue
            self.kept.add(id(statement))
            for name in set(reads(statement)) - self.read:
                self.read.add(name)
                todo += [maker for key in self._keys(name) for maker in makers.pop(key, ())]

    def _keys(self, name: str) -> tuple[str, str, str]:
        """Return what a read of a variable needs: its values, the stores into its memory, and all of a tape."""
        return name, f"stores into {self.storage.class_of(name)}", f"tape {name}"

    def _serves(self, statement: ir.Statement) -> list[str] | None:
        """Return for which needs a statement is kept; None if it always is."""
        match statement:
            case ir.Assign(target=gast.Subscript() | gast.Attribute()) | ir.Update():
                return self._serves_store(statement)
            case ir.Assign():
                return self._serves_assignment(statement)
            case ir.Effect(value=gast.Call() as call) if self.storage.is_tape_call(call):
                pure = all(self.effects.is_pure(argument) for argument in call.args)
                return [self._tape(call)] if pure else None
            case ir.Effect(value=gast.Call() as call):
                return self._serves_writer(call)
        return None

    def _serves_assignment(self, statement: ir.Assign) -> list[str] | None:
        names = list(target_names(statement.target))
        if any(True for _ in stores_within(statement.target)):
            return None
        if self.storage.is_tape_call(statement.value):
            return [*names, self._tape(statement.value)]
        if statement.impure or not self.effects.is_pure(statement.value):
            return None
        return [] if id(statement) in self.overwritten or _is_its_own_value(statement) else names

    def _serves_store(self, statement: ir.Assign | ir.Update) -> list[str] | None:
        """Return the need that a store serves: a read of the memory, where nobody else reaches it."""
        target = statement.target
        if (isinstance(statement, ir.Assign) and statement.impure) or not self.effects.is_pure(statement.value):
            return None
        if isinstance(target, gast.Name):
            if self.storage.is_immutable(target.id):
                return [] if id(statement) in self.overwritten else [target.id]
            base = target.id
        elif isinstance(target, gast.Subscript) and isinstance(target.value, gast.Name):
            base = target.value.id
        else:
            return None
        if self.storage.is_external(base) or not self.effects.is_pure(target):
            return None
        return [f"stores into {self.storage.class_of(base)}"]

    def _serves_writer(self, call: gast.Call) -> list[str] | None:
        """Return the need that a helper serves which writes into its first argument; None for another call."""
        written = self.storage.written_by(call)
        pure = all(self.effects.is_pure(argument) for argument in call.args)
        if not written or not pure or self.storage.class_of(EXTERNAL) in written:
            return None
        return [f"stores into {each}" for each in sorted(written)]

    def _tape(self, call: gast.expr) -> str:
        method = list_method(call)
        return f"tape {method[0]}" if method is not None else ""

    # ---- sweeping ----

    def block(self, block: ir.Block) -> ir.Block:
        """Return a block without its dead statements."""
        swept = (self._statement(statement) for statement in block)
        return tuple(statement for statement in swept if statement is not None)

    def _statement(self, statement: ir.Statement) -> ir.Statement | None:
        match statement:
            case ir.Assign(target=gast.Tuple()) if id(statement) in self.kept:
                return self._unpacking(statement)
            case ir.Assign() | ir.Update() | ir.Effect():
                return statement if id(statement) in self.kept else None
            case ir.If():
                return self._branch(statement)
            case ir.For():
                loop = self._loop(statement)
                return None if is_empty(loop.body) and self._iterates_in_vain(loop) else loop
            case ir.While():
                return self._loop(statement)
            case ir.With():
                return replace(statement, body=self.block(statement.body))
        return statement

    def _unpacking(self, statement: ir.Assign) -> ir.Assign:
        """Return an unpacking that names nothing of cladpy's which is not read; the user's names stay."""

        def change(node: gast.AST) -> gast.AST | None:
            return store_name(UNWANTED) if isinstance(node, gast.Name) and node.id in unread else None

        unread = {name for name in target_names(statement.target) if is_made_here(name)} - self.read
        return replace(statement, target=rebuild(statement.target, change)) if unread else statement

    def _loop(self, loop: AnyLoop) -> AnyLoop:
        body = self.block(without_last_continue(loop.body))
        return loop if body == loop.body else replace(loop, body=body)

    def _branch(self, statement: ir.If) -> ir.If | None:
        body, orelse = self.block(statement.body), self.block(statement.orelse)
        if is_empty(body) and is_empty(orelse) and self.effects.is_pure(statement.test):
            return None
        if is_empty(body) and not is_empty(orelse):
            return replace(statement, test=gast.UnaryOp(gast.Not(), statement.test), body=orelse, orelse=())
        if body == statement.body and orelse == statement.orelse:
            return statement
        return replace(statement, body=body, orelse=orelse)

    def _iterates_in_vain(self, loop: ir.For) -> bool:
        """Tell whether a loop with an empty body changes nothing, neither by its target nor by iterating."""
        names = set(target_names(loop.target))
        if names & self.read or any(True for _ in stores_within(loop.target)):
            return False
        return self._uses_nothing_up(loop.iterable)

    def _uses_nothing_up(self, iterable: gast.expr) -> bool:
        if not self.effects.is_pure(iterable):
            return False
        if isinstance(iterable, gast.Call) and isinstance(iterable.func, gast.Name):
            if iterable.func.id in ITERATE_THEIR_ARGUMENTS:
                is_strict = bool(iterable.keywords)  # and may raise at its end
                return not is_strict and all(self._uses_nothing_up(argument) for argument in iterable.args)
            if iterable.func.id == "range":
                return True
        return self.context.infer(iterable).kind in REPLAYABLE


def _is_its_own_value(statement: ir.Assign) -> bool:
    """Tell whether an assignment binds a name to what it is bound to: ``x = x``."""
    target, value = statement.target, statement.value
    return isinstance(target, gast.Name) and isinstance(value, gast.Name) and target.id == value.id


def without_last_continue(block: ir.Block) -> ir.Block:
    """Return the body of a loop without a ``continue`` at its end: the end leads there as well."""
    last = block[-1] if block else None
    if isinstance(last, ir.Continue):
        return without_last_continue(block[:-1])
    if isinstance(last, ir.If):
        body, orelse = without_last_continue(last.body), without_last_continue(last.orelse)
        if body is not last.body or orelse is not last.orelse:
            return *block[:-1], replace(last, body=body, orelse=orelse)
    return block


def is_empty(block: ir.Block) -> bool:
    """Tell whether a block does nothing."""
    return all(isinstance(statement, ir.Pass | ir.Comment) for statement in block)


def stores_within(target: gast.expr) -> Iterator[gast.expr]:
    """Yield the items and attributes that a target stores into."""
    if isinstance(target, gast.Subscript | gast.Attribute):
        yield target
    elif isinstance(target, gast.Tuple | gast.List):
        for item in target.elts:
            yield from stores_within(item)
    elif isinstance(target, gast.Starred):
        yield from stores_within(target.value)


def _overwritten(function: ir.Function) -> set[int]:
    """Return the ids of the assignments of which no target is live behind them."""
    found: set[int] = set()

    def visit(statement: ir.Statement, live: set[str]) -> None:
        names = binds(statement)
        if names and isinstance(statement, ir.Assign | ir.Update) and live.isdisjoint(names):
            found.add(id(statement))

    visit_backward(function, visit)
    return found
