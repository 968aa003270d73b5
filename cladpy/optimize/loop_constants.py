"""Compute before a loop, once, what it records in each iteration though nothing in it changes.

before: ``for i in r:``, ``v = dt * k``, ``tape.append(v)`` ... ``d = d_u * tape.pop()``
after:  ``v = dt * k``, ``for i in r:`` ... ``d = d_u * v``

Sums, differences and products of names that the loop neither binds nor stores into, of numbers and of arrays of one
shape, which raise nothing where the loop has no iteration. Requires nothing. Guarantees: linear.
"""

from collections.abc import Iterator
from dataclasses import replace

import gast

from cladpy.analyses.expression_walk import names_in, nodes_in
from cladpy.analyses.liveness import own_expressions
from cladpy.analyses.tapes import list_method
from cladpy.ir import statements as ir
from cladpy.ir.expressions import name, rebuild
from cladpy.optimize.analysed import analysed
from cladpy.optimize.context import Context
from cladpy.optimize.effects import Effects
from cladpy.optimize.rewriting import map_blocks, map_expressions
from cladpy.optimize.variables import is_temporary


def run(function: ir.Function, context: Context) -> ir.Function:
    """Return the function with constants of loops computed before them."""
    if not any(_appended(each) for each in ir.walk(function.body)):
        return function
    constants = _LoopConstants(function, context)
    if not constants.tapes:
        return function
    body = constants.block(function.body)
    if not constants.moved:
        return function
    return replace(function, body=constants.without_tapes(body))


def _appended(statement: ir.Statement) -> tuple[str, str] | None:
    """Return the list and the variable of ``tape.append(variable)``, else None."""
    method = list_method(statement.value) if isinstance(statement, ir.Effect) else None
    if method is None or method[1] != "append" or not isinstance(statement.value.args[0], gast.Name):  # type: ignore[union-attr]
        return None
    return method[0], statement.value.args[0].id  # type: ignore[union-attr]


class _LoopConstants:
    """Goes through the blocks of a function; ``tapes``: by the variable that alone is recorded there, and once."""

    def __init__(self, function: ir.Function, context: Context) -> None:
        known = analysed(function, context)
        self.context, self.storage = context, known.storage
        self.effects, self.occurrences = known.effects, known.occurrences
        self.moved: dict[str, str] = {}  # variables by the tapes that are no longer needed
        pops = [tape for tape, method in _calls(function) if method == "pop"]
        found = [pair for pair in map(_appended, ir.walk(function.body)) if pair is not None]
        names = [variable for _, variable in found]
        self.tapes = {
            variable: tape
            for tape, variable in found
            if tape in self.storage.tapes and self.occurrences.uses[tape] == 2 and pops.count(tape) == 1
            if names.count(variable) == 1 and self.occurrences.is_single(variable) and is_temporary(variable)
        }
        self.stored = {each for statement in function.body for each in self.effects.statement(statement).stores}

    def block(self, block: ir.Block) -> ir.Block:
        """Return a block that no loop is around, with constants in front of its loops."""
        out: list[ir.Statement] = []
        for original in block:
            in_loop = isinstance(original, ir.For | ir.While)  # what its loops have may change from turn to turn
            statement = original if in_loop else map_blocks(original, self.block)
            if isinstance(statement, ir.For):
                constants, statement = self.taken_out(statement)
                out += constants
            out.append(statement)
        return block if len(out) == len(block) and all(a is b for a, b in zip(out, block, strict=True)) else tuple(out)

    def taken_out(self, loop: ir.For) -> tuple[list[ir.Statement], ir.For]:
        """Return the constants that a loop records in its own body, and the loop without them."""
        effects = self.effects.statement(loop)
        recorded = {pair[1] for pair in map(_appended, loop.body) if pair is not None}
        constants = [
            each
            for each in (() if effects.unknown else loop.body)
            if self.is_constant(each, effects) and each.target.id in recorded  # type: ignore[union-attr]
        ]
        taken = {id(each) for each in constants}
        left = tuple(each for each in loop.body if id(each) not in taken)
        if not constants or len(left) == len(constants):  # nothing but their records
            return [], loop
        self.moved |= {self.tapes[each.target.id]: each.target.id for each in constants}  # type: ignore[union-attr]
        return constants, replace(loop, body=left)

    def is_constant(self, statement: ir.Statement, loop: Effects) -> bool:
        """Tell whether a statement records the same value in each iteration."""
        if not isinstance(statement, ir.Assign) or not isinstance(statement.target, gast.Name) or statement.impure:
            return False
        value, variable = statement.value, statement.target.id
        if variable not in self.tapes or not isinstance(value, gast.BinOp | gast.UnaryOp) or not _is_plain(value):
            return False
        if self.storage.class_of(variable) in self.stored or not loop.binds.isdisjoint(names_in(value)):
            return False
        return self.storage.classes_read(value).isdisjoint(loop.stores) and self.is_of_one_shape(value)

    def is_of_one_shape(self, value: gast.expr) -> bool:
        """Tell whether an expression has operands of one shape, and numbers."""
        facts = [self.context.infer(each) for each in nodes_in(value) if isinstance(each, gast.Name)]
        arrays = [fact for fact in facts if not fact.is_scalar]
        return all(fact.is_array and fact.dims and fact.dims == arrays[0].dims for fact in arrays)

    def without_tapes(self, block: ir.Block) -> ir.Block:
        """Return a block in which the variables are read that the tapes would hold."""

        def change(node: gast.AST) -> gast.AST | None:
            method = list_method(node) if isinstance(node, gast.Call) else None
            return name(self.moved[method[0]]) if method is not None and method[0] in self.moved else None

        def statement(each: ir.Statement) -> ir.Statement:
            made = map_expressions(each, lambda value: rebuild(value, change))
            if isinstance(made, ir.Assign) and made.impure and made.value is not each.value:  # type: ignore[union-attr]
                return replace(made, impure=not self.effects.is_pure(made.value))
            return made

        kept = (each for each in block if (_appended(each) or ("",))[0] not in self.moved)
        return tuple(map_blocks(statement(each), self.without_tapes) for each in kept)


def _calls(function: ir.Function) -> Iterator[tuple[str, str]]:
    """Yield lists and methods of all pushes and pops."""
    for statement in ir.walk(function.body):
        for part in own_expressions(statement):
            for node in nodes_in(part):
                method = list_method(node) if isinstance(node, gast.Call) else None
                if method is not None:
                    yield method


def _is_plain(value: gast.expr) -> bool:
    """Tell whether an expression is a sum, difference or product of names and numbers."""
    operators = (gast.Add, gast.Sub, gast.Mult, gast.USub)
    return all(
        isinstance(node, gast.Name | gast.Constant | gast.expr_context | gast.operator | gast.unaryop)
        or (isinstance(node, gast.BinOp | gast.UnaryOp) and isinstance(node.op, operators))
        for node in gast.walk(value)
    )
