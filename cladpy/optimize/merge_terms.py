"""Write the sum of two equal terms of a derivative as one.

before: ``t:s = t:s + (t:v * v + t:v * v)``     after: ``t:s = t:s + 2 * (t:v * v)``

Terms are equal where they are written alike, often only when temporaries have been folded back: ``x * x`` has two
operands with one tangent. Requires pure terms. Guarantees: linear; exact, as doubling is.
"""

from dataclasses import replace

import gast

from cladpy.ir import statements as ir
from cladpy.ir.expressions import binary, constant, rebuild, same
from cladpy.optimize.analysed import analysed
from cladpy.optimize.context import Context
from cladpy.optimize.rewriting import map_blocks, map_expressions
from cladpy.optimize.sweeps import derivative_statements


def run(function: ir.Function, context: Context) -> ir.Function:
    """Return the function with equal terms of its derivative merged."""
    effects = analysed(function, context).effects
    derivative = derivative_statements(function)

    def change(node: gast.AST) -> gast.AST | None:
        is_sum = isinstance(node, gast.BinOp) and isinstance(node.op, gast.Add)
        if is_sum and same(node.left, node.right) and effects.is_pure(node.left) and context.infer(node).is_number:
            return binary(constant(2), gast.Mult(), node.left)
        return None

    def statement(each: ir.Statement) -> ir.Statement:
        changed = map_expressions(each, lambda value: rebuild(value, change)) if id(each) in derivative else each
        return map_blocks(changed, block)

    def block(statements: ir.Block) -> ir.Block:
        return tuple(statement(each) for each in statements)

    body = block(function.body)
    return function if body == function.body else replace(function, body=body)
