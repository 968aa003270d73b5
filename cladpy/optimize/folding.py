"""The machine behind fold_back and merge_adds: put the value of a variable where it is read.

A block is gone through once. An assignment that may be folded waits, until its readers have been met (then it goes) or
something happens that would change its value (then it stays): an operand is bound again or stored into, another
version of an operand's name is bound, something with unknown effects is called, a tape that it pops is used, a loop
begins or ends. The evaluation of pure expressions may move; that of impure ones keeps its order.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeGuard

import gast

from cladpy.analyses.expression_walk import names_in, nodes_in
from cladpy.analyses.liveness import own_expressions
from cladpy.analyses.tapes import list_method
from cladpy.ir import statements as ir
from cladpy.ir.expressions import children, substitute
from cladpy.optimize.analysed import analysed
from cladpy.optimize.context import Context
from cladpy.optimize.effects import Effects
from cladpy.optimize.rewriting import map_blocks, map_expressions
from cladpy.optimize.sweeps import REVERSE, is_mark
from cladpy.optimize.variables import base_of, is_temporary


@dataclass(slots=True)
class Waiting:
    """An assignment whose value may still move down to its readers."""

    variable: str
    statement: ir.Assign
    index: int  # in the statements written so far
    left: int  # readers not yet met
    pops: bool  # the value pops a tape
    clues: set[tuple[str, str]] = field(default_factory=set)  # what ends the waiting


class Policy(Protocol):
    """What one pass folds."""

    def readers(self, statement: ir.Assign, variable: str, uses: int) -> bool:
        """Tell whether the assignment may go into all of its readers."""

    def crosses_sweeps(self, statement: ir.Assign) -> bool:
        """Tell whether the value may be computed in the reverse sweep instead of the forward sweep."""

    def may_be_stored_through(self, waiting: Waiting, reader: ir.Assign | ir.Update) -> bool:
        """Tell whether a reader that stores through the variable may store through its value instead."""

    def accept(self, waiting: Waiting, reader: ir.Statement, folded: ir.Statement, indent: int) -> ir.Statement | None:
        """Return the reader with the value in it, as it shall be; None to leave it."""


class Folding:
    """One run of a policy over a function."""

    def __init__(self, function: ir.Function, context: Context, policy: Callable[["Folding"], Policy]) -> None:
        self.function = function
        self.context = context
        known = analysed(function, context)
        self.storage, self.effects, self.occurrences = known.storage, known.effects, known.occurrences
        self.policy = policy(self)
        self.refused: set[str] = set()  # variables of several readers, one of which could not be reached
        self.counts: Counter[str] = Counter()

    def run(self) -> ir.Function:
        """Return the function after folding."""
        body = self._block(self.function.body, 1)
        partly = {name for name, count in self.counts.items() if count < self.occurrences.uses[name]}
        if partly:  # all of several readers or none
            self.refused = partly
            body = self._block(self.function.body, 1)
        return self.function if body == self.function.body else replace(self.function, body=body)

    def _block(self, block: ir.Block, indent: int) -> ir.Block:
        return _Block(self, indent).run(block)

    def may_start(self, statement: ir.Assign) -> bool:
        """Tell whether an assignment is one that the policy folds, of a value that may be moved at all."""
        if not isinstance(statement.target, gast.Name):
            return False
        variable = statement.target.id
        uses = self.occurrences.uses[variable]
        if uses == 0 or variable in self.refused or not self.occurrences.is_single(variable):
            return False
        impure = list(self.effects.impure_calls(statement.value))
        if impure:
            movable = uses == 1 and all(self.storage.is_tape_call(call) for call in impure)
        else:
            movable = not statement.impure and self.effects.is_pure(statement.value)
        return movable and self.policy.readers(statement, variable, uses)


class _Block:
    """Goes through one block; nothing waits across its ends."""

    def __init__(self, folding: Folding, indent: int) -> None:
        self.folding = folding
        self.indent = indent
        self.written: list[ir.Statement | None] = []
        self.waiting: dict[str, Waiting] = {}
        self.by_clue: dict[tuple[str, str], set[str]] = {}

    def run(self, block: ir.Block) -> ir.Block:
        for original in block:
            if is_mark(original, REVERSE):
                self._end_sweep()
            statement = self._filled(original)
            statement = map_blocks(statement, lambda nested: self.folding._block(nested, self.indent + 1))  # noqa: SLF001
            self._end_waiting(self.folding.effects.statement(original), statement)
            if isinstance(statement, ir.Assign) and self.folding.may_start(statement):
                self._start(statement)
            self.written.append(statement)
        return tuple(statement for statement in self.written if statement is not None)

    # ---- filling a reader ----

    def _filled(self, statement: ir.Statement) -> ir.Statement:
        if not self.waiting or isinstance(statement, ir.While):
            return statement
        names = Counter(name for part in own_expressions(statement) for name in names_in(part))
        for variable, count in names.items():
            waiting = self.waiting.get(variable)
            if waiting is not None and self._may_enter(waiting, statement):
                statement = self._fill(waiting, count, statement)
        return statement

    def _fill(self, waiting: Waiting, count: int, reader: ir.Statement) -> ir.Statement:
        values = {waiting.variable: waiting.statement.value}
        folded = map_expressions(
            reader, lambda e: substitute(e, values), target=lambda e: _substitute_in_target(e, values)
        )
        accepted = self.folding.policy.accept(waiting, reader, folded, self.indent)
        if accepted is None:
            return reader
        waiting.left -= count
        if self.folding.occurrences.uses[waiting.variable] > 1:
            self.folding.counts[waiting.variable] += count
        if waiting.left == 0:
            self.written[waiting.index] = None
            self._stop(waiting.variable)
        return accepted

    def _may_enter(self, waiting: Waiting, statement: ir.Statement) -> bool:
        """Tell whether the value is the same, evaluated where the statement reads the variable."""
        if isinstance(statement, ir.Assign | ir.Update) and not self._may_enter_target(waiting, statement):
            return False
        unknown = self.folding.effects.unknown_calls(statement)
        if _is_impure(statement) and not unknown and not self.folding.storage.is_tape_call(statement.value):
            return False  # what is impure in it is not seen
        if unknown and (len(unknown) > 1 or not _all_inside(waiting.variable, unknown[0], statement)):
            return False
        return not waiting.pops or all(
            _is_always_evaluated(part, waiting.variable) for part in own_expressions(statement)
        )

    def _may_enter_target(self, waiting: Waiting, statement: ir.Assign | ir.Update) -> bool:
        """Tell whether the variable is not stored through, or the policy stores through its value."""
        through = waiting.variable in _stored_bases(statement.target)
        return not through or self.folding.policy.may_be_stored_through(waiting, statement)

    # ---- starting and ending to wait ----

    def _start(self, statement: ir.Assign) -> None:
        variable = statement.target.id
        uses = self.folding.occurrences.uses[variable]
        waiting = Waiting(variable, statement, len(self.written), uses, pops=False)
        for name in names_in(statement.value):
            waiting.clues.add(("name", name))
            if not is_temporary(name) and self.folding.occurrences.is_variable(name):
                waiting.clues.add(("base", base_of(name)))
        waiting.clues.update(("memory", each) for each in self.folding.storage.classes_read(statement.value))
        for node in nodes_in(statement.value):
            method = list_method(node) if isinstance(node, gast.expr) else None
            if method is not None and self.folding.storage.is_tape_call(node):
                waiting.pops = True
                waiting.clues.add(("name", method[0]))
        self.waiting[variable] = waiting
        for clue in waiting.clues:
            self.by_clue.setdefault(clue, set()).add(variable)

    def _stop(self, variable: str) -> None:
        waiting = self.waiting.pop(variable)
        for clue in waiting.clues:
            self.by_clue[clue].discard(variable)

    def _end_waiting(self, effects: Effects, statement: ir.Statement) -> None:
        if effects.unknown or isinstance(statement, ir.Return | ir.Break | ir.Continue | ir.Raise):
            for variable in list(self.waiting):
                self._stop(variable)
            return
        clues = {("name", name) for name in effects.binds | effects.tapes}
        clues |= {("base", base_of(name)) for name in effects.binds if not is_temporary(name)}
        clues |= {("memory", each) for each in effects.stores}
        for clue in clues:
            for variable in list(self.by_clue.get(clue, ())):
                self._stop(variable)

    def _end_sweep(self) -> None:
        """At the end of the forward sweep only what is computed again cheaply goes on waiting."""
        for waiting in list(self.waiting.values()):
            if not self.folding.policy.crosses_sweeps(waiting.statement):
                self._stop(waiting.variable)


def _substitute_in_target(target: gast.expr, values: dict[str, gast.expr]) -> gast.expr:
    """Substitute in the indices of a target; the names that it binds or stores into stay."""
    return target if isinstance(target, gast.Name) else substitute(target, values)


def _stored_bases(target: gast.expr) -> set[str]:
    """Return the names whose items or attributes a target stores into, or that it binds."""
    if isinstance(target, gast.Tuple | gast.List):
        return {base for item in target.elts for base in _stored_bases(item)}
    while isinstance(target, gast.Subscript | gast.Attribute | gast.Starred):
        target = target.value
    return set(names_in(target))


def _is_impure(statement: ir.Statement) -> TypeGuard[ir.Assign]:
    return isinstance(statement, ir.Assign) and statement.impure


def _all_inside(variable: str, call: gast.Call, statement: ir.Statement) -> bool:
    """Tell whether a call contains every read of a variable in a statement: then they come before its effects."""
    arguments = [*call.args, *(keyword.value for keyword in call.keywords), call.func]
    inside = sum(found == variable for part in arguments for found in names_in(part))
    return inside == sum(found == variable for part in own_expressions(statement) for found in names_in(part))


def _is_always_evaluated(node: gast.AST, variable: str) -> bool:
    """Tell whether no read of a variable stands where evaluation depends on a condition."""
    match node:
        case gast.IfExp():
            conditional = [node.body, node.orelse]
        case gast.BoolOp():
            conditional = node.values[1:]
        case gast.Compare():
            conditional = node.comparators[1:]
        case _:
            conditional = []
    if any(variable in names_in(part) for part in conditional):
        return False
    return all(_is_always_evaluated(child, variable) for child in children(node))
