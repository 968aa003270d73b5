"""Read a value that is there instead of computing it again.

before: ``v@2 = np.exp(x)``, ..., ``d@1 = d_y * np.exp(x)``
after:  ``v@2 = np.exp(x)``, ..., ``d@1 = d_y * v@2``

The first is a whole value of an assignment, which is every operation while the program is in its raw form: calls and
operations on arrays, not sums of scalars; of views only those that temporaries are. The second stands in a statement of
the reverse sweep or binds a variable that cladpy made. An array must be read later anyway, so that nothing lives longer
for it; a scalar is taken wherever it is in force. Guarantees: close to linear. Soundness: an operand bound again,
memory stored into, a call with unknown effects end it; memory that is ever updated keeps one name.
"""

from dataclasses import dataclass, replace
from typing import TypeGuard

import gast

from cladpy.analyses.expression_walk import names_in
from cladpy.analyses.index_kind import is_view_index
from cladpy.analyses.liveness import SCOPES, own_expressions, visit_backward
from cladpy.analyses.storage import IMMUTABLE
from cladpy.ir import statements as ir
from cladpy.ir.expressions import children, fingerprint, is_atom, name, rebuild
from cladpy.optimize.analysed import analysed
from cladpy.optimize.context import Context
from cladpy.optimize.effects import Effects
from cladpy.optimize.rewriting import map_blocks, map_expressions
from cladpy.optimize.sweeps import reverse_sweep
from cladpy.optimize.variables import is_made_here, is_temporary

NOTHING_TO_SAVE = frozenset({"len", "float", "int", "abs", "range", "reversed"})


def run(function: ir.Function, context: Context) -> ir.Function:
    """Return the function without second computations.

    Examples
    --------
    >>> from cladpy.ir.expressions import parse, store_name
    >>> from cladpy.ir.fact import UNKNOWN
    >>> values = (("v@1", "np.exp(x)"), ("v@2", "np.exp(x)"), ("y", "v@1 + v@2"))
    >>> body = [ir.Assign(store_name(target), parse(value.replace("@", ""))) for target, value in values[:2]]
    >>> body.append(ir.Return(gast.Tuple([name("v@1"), name("v@2")], gast.Load())))
    >>> context = Context({}, lambda call: True, lambda call: True, True, lambda expression: UNKNOWN)
    >>> run(ir.Function("f", ("x",), tuple(body)), context).body[1].value.id
    'v@1'
    """
    search = _Search(function, context)
    search.block(function.body, _Available())
    if not search.found:
        return function
    chosen = search.alive_anyway(function)
    if not chosen:
        return function

    def statement(each: ir.Statement) -> ir.Statement:
        variables = chosen.get(id(each))  # by statement: two of them may share a node
        if variables is None:
            return each

        def change(node: gast.AST) -> gast.AST | None:
            return name(variables[id(node)]) if id(node) in variables else None

        return map_expressions(each, lambda value: rebuild(value, change))

    def block(statements: ir.Block) -> ir.Block:
        return tuple(map_blocks(statement(each), block) for each in statements)

    return replace(function, body=block(function.body))


class _Available:
    """Values in force at a point, by their text, and what would end each."""

    def __init__(self) -> None:
        self.variable: dict[str, str] = {}
        self.ended_by: dict[tuple[str, str], set[str]] = {}

    def add(self, text: str, variable: str, clues: set[tuple[str, str]]) -> None:
        self.variable[text] = variable
        for clue in clues:
            self.ended_by.setdefault(clue, set()).add(text)

    def end(self, effects: Effects) -> None:
        if effects.unknown:
            self.variable.clear()
            self.ended_by.clear()
            return
        clues = [("name", each) for each in effects.binds | effects.tapes]
        clues += [("memory", each) for each in effects.stores]
        for clue in clues:
            for text in self.ended_by.pop(clue, ()):
                self.variable.pop(text, None)

    def inside(self) -> "_Available":
        """Return what a nested block begins with; what it adds is not in force behind it."""
        copy = _Available()
        copy.variable = dict(self.variable)
        copy.ended_by = {clue: set(texts) for clue, texts in self.ended_by.items()}
        return copy


@dataclass(slots=True)
class _Again:
    """A value computed again: its node, the variable that holds it already, and whether it is a scalar."""

    node: gast.expr
    variable: str
    scalar: bool


class _Search:
    """Looks for values computed again, in the order of the text."""

    def __init__(self, function: ir.Function, context: Context) -> None:
        self.context = context
        known = analysed(function, context)
        self.storage, self.effects, self.occurrences = known.storage, known.effects, known.occurrences
        self.stored = known.stored
        self.reverse = reverse_sweep(function)
        self.found: dict[int, list[_Again]] = {}  # by id(statement)

    def block(self, block: ir.Block, available: _Available) -> None:
        for statement in block:
            effects = self.effects.statement(statement)
            if isinstance(statement, ir.If):
                self.block(statement.body, available.inside())
                self.block(statement.orelse, available.inside())
            elif isinstance(statement, ir.For | ir.While | ir.With):
                available.end(effects)  # before it: a loop comes back to its head
                self.block(statement.body, available.inside())
            whole = self._look_up(statement, available)
            available.end(effects)
            if not whole:
                self._enter(statement, available)

    def _look_up(self, statement: ir.Statement, available: _Available) -> bool:
        """Note what a statement computes again, and tell whether that is all that it does."""
        if not available.variable or not self._may_read(statement) or self.effects.unknown_calls(statement):
            return False
        found: list[_Again] = []
        value = own_expressions(statement)[0]
        shared = not isinstance(statement, ir.Assign) or self._may_share(statement.target.id)
        for part in [value] if shared else children(value):
            self._look_into(part, available, found)
        if found:
            self.found[id(statement)] = found
        return isinstance(statement, ir.Assign) and any(each.node is statement.value for each in found)

    def _may_read(self, statement: ir.Statement) -> bool:
        """Tell whether a statement may read variables instead of computing, without giving memory a second name."""
        match statement:
            case ir.Update() | ir.If():
                return id(statement) in self.reverse
            case ir.Assign(target=gast.Name(id=target)):
                made_here = id(statement) in self.reverse or is_made_here(target)
                return made_here and (self._may_share(target) or self._is_part_of_new(statement.value))
        return False

    def _is_part_of_new(self, value: gast.expr) -> bool:
        """Tell whether what a value is computed from cannot be what it shares memory with."""
        if isinstance(value, gast.Call):
            return self.context.is_fresh(value)
        return isinstance(value, gast.BinOp | gast.UnaryOp | gast.Compare) and self.storage.owns(value)

    def _look_into(self, node: gast.AST, available: _Available, found: list[_Again]) -> None:
        if isinstance(node, SCOPES):
            return
        if isinstance(node, gast.BinOp | gast.UnaryOp | gast.Compare | gast.Call | gast.Subscript):
            variable = available.variable.get(fingerprint(node))
            if variable is not None:
                found.append(_Again(node, variable, self.context.infer(node).kind in IMMUTABLE))
                return
        if not isinstance(node, gast.Name | gast.Constant):
            for child in children(node):
                self._look_into(child, available, found)

    def _enter(self, statement: ir.Statement, available: _Available) -> None:
        if not self._is_candidate(statement) or not self._may_share(statement.target.id):
            return
        variable = statement.target.id
        clues = {("name", each) for each in (*names_in(statement.value), variable)}
        clues |= {("memory", each) for each in self.storage.classes_read(statement.value)}
        if variable not in names_in(statement.value):
            available.add(fingerprint(statement.value), variable, clues)

    def _may_share(self, variable: str) -> bool:
        """Tell whether a variable's memory may have a second name: nothing is ever stored into it."""
        return self.storage.is_immutable(variable) or self.storage.class_of(variable) not in self.stored

    def _is_candidate(self, statement: ir.Statement) -> TypeGuard[ir.Assign]:
        if not isinstance(statement, ir.Assign) or not isinstance(statement.target, gast.Name) or statement.impure:
            return False
        if not self.occurrences.is_single(statement.target.id):
            return False
        value = statement.value
        is_view = isinstance(value, gast.Subscript) and is_temporary(statement.target.id) and self._is_view(value)
        return (is_view or self._is_worth_it(value)) and self.effects.is_pure(value)

    def _is_view(self, value: gast.Subscript) -> bool:
        """Tell whether a value is a view of an array that a variable holds."""
        owner = value.value
        is_array = isinstance(owner, gast.Name) and self.context.fact(owner.id).kind == "array"
        return is_array and is_view_index(value.slice, self.context.infer) and self.context.infer(value).kind == "array"

    def _is_worth_it(self, value: gast.expr) -> bool:
        match value:
            case gast.Call(func=gast.Name(id=function)):
                return function not in NOTHING_TO_SAVE
            case gast.Call():
                return True
            case gast.BinOp() | gast.UnaryOp() | gast.Compare():
                operands = [part for part in children(value) if isinstance(part, gast.expr)]
                # One operation on scalars that names hold costs no more than a name; two of them do.
                return any(
                    isinstance(each, gast.BinOp) or (not is_atom(each) and self._is_worth_it(each)) for each in operands
                ) or not all(self.context.infer(each).is_scalar for each in operands)
        return False

    def alive_anyway(self, function: ir.Function) -> dict[int, dict[int, str]]:
        """Return by statement and node what to read, for the values that are scalars or are read later anyway."""
        chosen: dict[int, dict[int, str]] = {}

        def visit(statement: ir.Statement, live: set[str]) -> None:
            for again in self.found.get(id(statement), ()):
                if again.scalar or again.variable in live:
                    chosen.setdefault(id(statement), {})[id(again.node)] = again.variable

        visit_backward(function, visit)
        return chosen
