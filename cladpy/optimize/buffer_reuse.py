"""Update adjoints in place where their memory is their own.

before: ``d_k = d_k + c``   ``d@2 = d_hidden * (hidden > 0)``, ``d_b = d@2.sum(axis=0)``
after:  ``d_k += c``        ``d_hidden *= hidden > 0``, ``d_b = d_hidden.sum(axis=0)``

A scalar is updated by rebinding it. An array takes the result of an elementwise operation in which it dies, if it owns
its memory alone and has the shape and dtype of the result; the result's variable is then renamed to it, which is done
only for temporaries and for versions of one name. Requires single versions where flow allows, and facts. Guarantees:
close to linear. Soundness: never a parameter, a seed, a view, or memory of which something else is still read.
"""

from bisect import bisect_left, bisect_right, insort
from dataclasses import replace

import gast

from cladpy.ir import statements as ir
from cladpy.ir.expressions import store_name
from cladpy.optimize.analysed import analysed
from cladpy.optimize.context import Context
from cladpy.optimize.ownership import Ownership
from cladpy.optimize.rewriting import map_blocks, rename
from cladpy.optimize.variables import base_of, is_derivative, is_temporary

IN_PLACE = (gast.Add, gast.Sub, gast.Mult, gast.Div)
COMMUTATIVE = (gast.Add, gast.Mult)


def run(function: ir.Function, context: Context) -> ir.Function:
    """Return the function with adjoints updated in place."""
    reuse = _Reuse(function, context)
    body = reuse.block(function.body)
    return function if body == function.body else replace(function, body=rename(body, reuse.names))


class _Reuse:
    """Goes through a function from its beginning; ``names`` says which variable now holds another one's value."""

    def __init__(self, function: ir.Function, context: Context) -> None:
        self.context = context
        known = analysed(function, context)
        self.ownership = Ownership(function, context, known.storage)
        self.occurrences = known.occurrences
        self.names: dict[str, str] = {}
        self.bound_at: dict[str, list[int]] = {}  # of variables that others were renamed to

    def block(self, block: ir.Block) -> ir.Block:
        return tuple(
            map_blocks(self._statement(block, index, statement), self.block) for index, statement in enumerate(block)
        )

    def _statement(self, block: ir.Block, index: int, statement: ir.Statement) -> ir.Statement:
        if not isinstance(statement, ir.Assign) or not isinstance(statement.target, gast.Name) or statement.impure:
            return statement
        value = statement.value
        if not isinstance(value, gast.BinOp) or not isinstance(value.op, IN_PLACE):
            return statement
        operands = [(value.left, value.right)]
        if isinstance(value.op, COMMUTATIVE):
            operands.append((value.right, value.left))
        for operand, other in operands:
            if isinstance(operand, gast.Name) and self._may_take(operand.id, block, index, statement):
                return self._update(operand.id, statement, other)
        return statement

    def _update(self, variable: str, statement: ir.Assign, other: gast.expr) -> ir.Update:
        target = statement.target.id
        holder = self.names.get(variable, variable)
        if target != holder:
            self.names[target] = holder
            positions = self._bound_at(holder)
            for position in self.occurrences.definitions[target]:
                insort(positions, position)
        return ir.Update(store_name(holder), statement.value.op, other, statement.source)

    def _may_take(self, variable: str, block: ir.Block, index: int, statement: ir.Assign) -> bool:
        """Tell whether the operand ``variable`` may be updated to become the value of the statement's target."""
        target = statement.target.id
        if not is_derivative(variable) or not is_derivative(target):
            return False
        fits = self._is_scalar_step(variable, target, statement) or self._is_array_step(variable, target, statement)
        holder = self.names.get(variable, variable)  # a version may have come back to the name of the target
        return fits and (holder == target or self._may_be_renamed(variable, block, index, statement))

    def _is_scalar_step(self, variable: str, target: str, statement: ir.Assign) -> bool:
        if base_of(variable) != base_of(target) or (is_temporary(variable) and variable != target):
            return False
        scalars = self.context.fact(variable).is_scalar and self.context.fact(target).is_scalar
        return scalars and self._is_scalar_of_its_own(variable, statement)

    def _is_scalar_of_its_own(self, variable: str, statement: ir.Assign) -> bool:
        """Tell whether an update rebinds a scalar, or changes an array without dimensions that nobody else has."""
        return self.context.fact(variable).kind in ("python", "scalar") or self.ownership.is_unique(variable, statement)

    def _is_array_step(self, variable: str, target: str, statement: ir.Assign) -> bool:
        if not is_temporary(target) and base_of(variable) != base_of(target):
            return False
        own, result = self.context.fact(variable), self.context.infer(statement.value)
        if own.kind != "array" or result.kind != "array" or own.dims is None or own.dtype is None or own.dims == ():
            return False
        if (own.dims, own.dtype) != (result.dims, result.dtype):
            return False
        if variable == target:
            return self.ownership.is_unique(variable, statement)
        return self.ownership.may_be_handed_on(variable, statement)

    def _may_be_renamed(self, variable: str, block: ir.Block, index: int, statement: ir.Assign) -> bool:
        """Tell whether the target may be called like the operand: nothing else is bound to it in the meantime."""
        target = statement.target.id
        occurrences = self.occurrences
        if not occurrences.is_single(target) or variable in occurrences.pinned or target in self.names:
            return False
        if variable not in self.ownership.dying[id(statement)]:
            return False
        stop = occurrences.reach(block, index, target)
        if stop is None:
            return False
        start = occurrences.position[id(statement)]
        positions = self._bound_at(self.names.get(variable, variable))
        return bisect_left(positions, stop) <= bisect_right(positions, start)

    def _bound_at(self, variable: str) -> list[int]:
        if variable not in self.bound_at:
            self.bound_at[variable] = list(self.occurrences.definitions.get(variable, ()))
        return self.bound_at[variable]
