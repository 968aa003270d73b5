"""Write whole numbers as floats beside floating numbers, so that none is converted each time.

before: ``d_b = 2 * b``        after: ``d_b = 2.0 * b``

Sums, differences and products of an int and a float take twice as long as those of two floats, of a small array a
quarter longer, and are the same. In loops of the reverse sweep, beside what is certainly floating, and not where a
value of the primal is had again. Guarantees: linear; exact.
"""

import gast

from cladpy.ir import statements as ir
from cladpy.ir.expressions import constant, rebuild
from cladpy.optimize.context import Context
from cladpy.optimize.rewriting import map_expressions, map_statements
from cladpy.optimize.sweeps import reverse_sweep
from cladpy.optimize.variables import is_made_here

OPERATIONS = (gast.Add, gast.Sub, gast.Mult)
LARGEST = 1 << 53  # up to which every int is a float


def run(function: ir.Function, context: Context) -> ir.Function:
    """Return the function with the literals of its reverse loops as floats."""
    loops = [each for each in function.body if isinstance(each, ir.For | ir.While)]
    if not context.element_lists or not loops:
        return function
    reverse = reverse_sweep(function)
    inside = {id(each) for loop in loops if id(loop) in reverse for each in ir.walk(loop.body)}

    def statement(each: ir.Statement) -> ir.Statement:
        if isinstance(each, ir.Assign) and isinstance(each.target, gast.Name) and not is_made_here(each.target.id):
            return each
        return map_expressions(each, lambda value: rebuild(value, lambda node: with_floats(node, context)))

    return map_statements(function, inside, statement)


def with_floats(node: gast.AST, context: Context) -> gast.expr | None:
    """Return ``2.0 * x`` for ``2 * x`` of something floating, else None.

    Examples
    --------
    >>> import numpy as np
    >>> from cladpy.ir.expressions import parse
    >>> from cladpy.ir.fact import FLOAT
    >>> context = Context({}, bool, bool, True, lambda expression: FLOAT)
    >>> with_floats(parse("2 * x"), context).left.value
    2.0
    """
    if not isinstance(node, gast.BinOp) or not isinstance(node.op, OPERATIONS):
        return None
    operands = [node.left, node.right]
    for number, other in (operands, reversed(operands)):
        if _is_whole(number) and _is_floating(other, context):
            return gast.BinOp(*(_as_float(each, number, context) for each in (node.left, node.op, node.right)))
    return None


def _as_float(part: gast.AST, number: gast.expr, context: Context) -> gast.AST:
    if part is number:
        return constant(float(number.value))
    return rebuild(part, lambda node: with_floats(node, context))


def _is_whole(node: gast.expr) -> bool:
    return isinstance(node, gast.Constant) and type(node.value) is int and node.value <= LARGEST


def _is_floating(node: gast.expr, context: Context) -> bool:
    fact = context.infer(node)
    return fact.is_floating and fact.dtype.kind == "f"  # type: ignore[union-attr]
