"""What evaluating an expression or carrying out a statement does to memory and names."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import gast

from cladpy.analyses.expression_walk import kept_by_expression, names_in, nodes_in
from cladpy.analyses.liveness import binds, own_expressions
from cladpy.analyses.storage import EXTERNAL, Storage, is_request
from cladpy.analyses.tapes import list_method
from cladpy.ir import statements as ir
from cladpy.optimize.context import Context
from cladpy.optimize.rewriting import nested_statements

EFFECTFUL = (gast.Yield, gast.YieldFrom, gast.Await, gast.NamedExpr)


@dataclass(slots=True)
class Effects:
    """What a statement, with all that is nested in it, may change.

    Parameters
    ----------
    binds : set of str
        Variables that get another value.
    stores : set of str
        Classes of :class:`Storage` whose memory may be written.
    tapes : set of str
        Tapes that are pushed on or popped from.
    unknown : bool
        Whether something with unknown effects is called.
    """

    binds: set[str] = field(default_factory=set)
    stores: set[str] = field(default_factory=set)
    tapes: set[str] = field(default_factory=set)
    unknown: bool = False

    def add(self, other: "Effects") -> None:
        """Include the effects of another statement."""
        self.binds |= other.binds
        self.stores |= other.stores
        self.tapes |= other.tapes
        self.unknown |= other.unknown


class EffectsOf:
    """The effects of the statements of one function, each found once."""

    def __init__(self, context: Context, storage: Storage) -> None:
        self.context = context
        self.storage = storage
        self._found: dict[int, Effects] = {}

    def statement(self, statement: ir.Statement) -> Effects:
        """Return the effects of a statement and of those nested in it."""
        if id(statement) not in self._found:
            self._found[id(statement)] = self._find(statement)
        return self._found[id(statement)]

    def is_pure(self, expression: gast.AST) -> bool:
        """Tell whether an expression may be dropped, repeated or moved, as far as its calls go."""
        return not any(True for _ in self.impure_calls(expression)) and not _is_effectful(expression)

    def impure_calls(self, expression: gast.AST) -> Iterator[gast.Call]:
        """Yield the calls with effects, pushes and pops of tapes among them."""
        for call in calls_in(expression):
            if not is_request(call) and not self.context.is_pure(call):
                yield call

    def unknown_calls(self, statement: ir.Statement) -> list[gast.Call]:
        """Return the calls of a statement's own expressions whose effects are unknown."""
        return [
            call
            for expression in own_expressions(statement)
            for call in self.impure_calls(expression)
            if not self.storage.is_tape_call(call) and self.storage.written_by(call) is None
        ]

    def _find(self, statement: ir.Statement) -> Effects:
        effects = Effects(binds=set(binds(statement)))
        if isinstance(statement, ir.Assign | ir.Update):
            effects.stores |= self._stored(statement.target, in_place=isinstance(statement, ir.Update))
        if isinstance(statement, ir.Delete):
            effects.binds.update(statement.names)
        for expression in own_expressions(statement):
            self._add_calls(effects, expression)
        if isinstance(statement, ir.With):
            effects.unknown = True
        if isinstance(statement, ir.Assign) and statement.impure and not effects.tapes:
            effects.unknown = True
        for nested in nested_statements(statement):
            effects.add(self.statement(nested))
        return effects

    def _stored(self, target: gast.expr, *, in_place: bool) -> set[str]:
        if isinstance(target, gast.Name):
            changes = in_place and not self.storage.is_immutable(target.id)
            return {self.storage.class_of(target.id)} if changes else set()
        if isinstance(target, gast.Tuple | gast.List):
            return {stored for item in target.elts for stored in self._stored(item, in_place=in_place)}
        if isinstance(target, gast.Starred):
            return self._stored(target.value, in_place=in_place)
        return {self.storage.class_of(name) for name in names_in(target)}

    def _add_calls(self, effects: Effects, expression: gast.expr) -> None:
        for call in self.impure_calls(expression):
            if self.storage.is_tape_call(call):
                effects.tapes.add(list_method(call)[0])  # type: ignore[index]
                continue
            written = self.storage.written_by(call)
            if written is None:
                effects.unknown = True
            else:
                effects.stores |= written


@kept_by_expression
def calls_in(expression: gast.AST) -> tuple[gast.Call, ...]:
    """Return the calls in an expression, an outer one before those in it."""
    return tuple(node for node in nodes_in(expression) if isinstance(node, gast.Call))


@kept_by_expression
def _is_effectful(expression: gast.AST) -> bool:
    return any(isinstance(node, EFFECTFUL) for node in nodes_in(expression))


def stored_classes(function: ir.Function, effects: EffectsOf) -> set[str]:
    """Return the classes of memory that something in a function may write."""
    total = Effects()
    for statement in function.body:
        total.add(effects.statement(statement))
    if total.unknown:
        total.stores.add(effects.storage.class_of(EXTERNAL))
    return total.stores
