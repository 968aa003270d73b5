"""Write the sum of two equal terms of a derivative as one.

before: ``t:s = t:s + (t:v * v + t:v * v)``     after: ``t:s = t:s + 2 * (t:v * v)``

Terms are equal where they are written alike, often only when temporaries have been folded back: ``x * x`` has two
operands with one tangent. Requires pure terms. Guarantees: linear; exact, as doubling is.
"""

import gast

from cladpy.ir import statements as ir
from cladpy.ir.expressions import binary, constant, rebuild, same
from cladpy.optimize.analysed import analysed
from cladpy.optimize.context import Context
from cladpy.optimize.rewriting import map_expressions, map_statements
from cladpy.optimize.sweeps import derivative_statements


def run(function: ir.Function, context: Context) -> ir.Function:
    """Return the function with equal terms of its derivative merged."""
    effects = analysed(function, context).effects

    def change(node: gast.AST) -> gast.AST | None:
        is_sum = isinstance(node, gast.BinOp) and isinstance(node.op, gast.Add)
        if is_sum and same(node.left, node.right) and effects.is_pure(node.left) and context.infer(node).is_number:
            return binary(constant(2), gast.Mult(), node.left)
        return None

    def statement(each: ir.Statement) -> ir.Statement:
        return map_expressions(each, lambda value: rebuild(value, change))

    return map_statements(function, derivative_statements(function), statement)
