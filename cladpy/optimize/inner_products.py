"""Write the sum of a product of two vectors as their inner product: one pass, and no array between.

before: ``d_k = d_k + np.sum(d_1 * x)``      after: ``d_k = d_k + d_1 @ x``

Only in the reverse sweep, for the primal's value stays what NumPy computes; of double precision, where the order of the
sum tells only in the last digits; and of certainly equal length, for ``@`` does not broadcast. Guarantees: linear.
"""

from dataclasses import replace

import gast
import numpy as np

from cladpy.ir import statements as ir
from cladpy.ir.expressions import dotted, rebuild
from cladpy.ir.fact import ONE
from cladpy.optimize.context import Context
from cladpy.optimize.rewriting import map_blocks, map_expressions
from cladpy.optimize.sweeps import reverse_sweep


def run(function: ir.Function, context: Context) -> ir.Function:
    """Return the function with inner products.

    Examples
    --------
    >>> from cladpy.ir.expressions import parse
    >>> from cladpy.ir.fact import Dim, Fact
    >>> vector = Fact("array", np.dtype(float), (Dim("n", False),))
    >>> context = Context({}, bool, bool, True, lambda expression: vector)
    >>> inner_product(parse("np.sum(d_1 * x)"), context).right.id
    'x'
    """
    if not context.vector_products:
        return function
    reverse = reverse_sweep(function)

    def statement(each: ir.Statement) -> ir.Statement:
        if id(each) not in reverse:
            return each
        return map_expressions(each, lambda value: rebuild(value, lambda node: inner_product(node, context)))

    def block(statements: ir.Block) -> ir.Block:
        return tuple(map_blocks(statement(each), block) for each in statements)

    body = block(function.body)
    return function if body == function.body else replace(function, body=body)


def inner_product(node: gast.AST, context: Context) -> gast.expr | None:
    """Return ``a @ b`` for ``np.sum(a * b)`` of two vectors of one length, else None."""
    if not isinstance(node, gast.Call) or len(node.args) != 1 or node.keywords or dotted(node.func) != "np.sum":
        return None
    product = node.args[0]
    if not isinstance(product, gast.BinOp) or not isinstance(product.op, gast.Mult):
        return None
    left, right = context.infer(product.left), context.infer(product.right)
    double = left.dtype == right.dtype == np.dtype(np.float64)
    vectors = left.is_array and right.is_array and left.ndim == 1 and left.dims == right.dims and left.dims != (ONE,)
    return gast.BinOp(product.left, gast.MatMult(), product.right) if double and vectors else None
