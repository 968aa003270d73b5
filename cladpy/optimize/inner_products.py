"""Write the sum of a product of two arrays as their inner product: one pass, and no array between.

before: ``d_k = d_k + np.sum(d_1 * x)``                  after: ``d_k = d_k + d_1 @ x``, of matrices ``np.vdot(d_1, x)``
before: ``d_k = d_k + np.sum(multiply_guarded(d_1, x))``  after: ``d_k = d_k + sum_guarded(d_1, x)``

Only in the reverse sweep, for the primal's value stays what NumPy computes; of double precision, where the order of the
sum tells only in the last digits; and of certainly equal shape, for an inner product does not broadcast. Guarantees:
linear.
"""

import gast
import numpy as np

from cladpy.ir import statements as ir
from cladpy.ir.expressions import call, dotted, rebuild
from cladpy.ir.fact import ONE, Dim
from cladpy.optimize.context import Context
from cladpy.optimize.rewriting import map_expressions, map_statements
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

    def statement(each: ir.Statement) -> ir.Statement:
        return map_expressions(each, lambda value: rebuild(value, lambda node: inner_product(node, context)))

    return map_statements(function, reverse_sweep(function), statement)


def inner_product(node: gast.AST, context: Context) -> gast.expr | None:
    """Return ``a @ b`` for ``np.sum(a * b)`` of two vectors of one length, its like for other arrays, else None."""
    if not isinstance(node, gast.Call) or len(node.args) != 1 or node.keywords or dotted(node.func) != "np.sum":
        return None
    product = node.args[0]
    guarded = isinstance(product, gast.Call) and dotted(product.func) == "multiply_guarded"
    if guarded:
        left, right = product.args
    elif isinstance(product, gast.BinOp) and isinstance(product.op, gast.Mult):
        left, right = product.left, product.right
    else:
        return None
    dims = _dims(left, right, context)
    if not dims:
        return None
    if guarded:
        return call("sum_guarded", left, right)
    if len(dims) > 1:
        return call("np.vdot", left, right)
    return None if dims == (ONE,) else gast.BinOp(left, gast.MatMult(), right)


def _dims(left: gast.expr, right: gast.expr, context: Context) -> tuple[Dim, ...] | None:
    """Return the dimensions of two arrays of double precision and certainly equal shape, else None."""
    one, other = context.infer(left), context.infer(right)
    double = one.dtype == other.dtype == np.dtype(np.float64)
    if not (double and one.is_array and other.is_array) or one.dims is None or len(one.dims) != len(other.dims or ()):
        return None
    pairs = zip(one.dims, other.dims or (), strict=True)
    # Sizes that are not 1 are multiplied with one another here, so that they are equal.
    return one.dims if all(mine == its or mine.one is its.one is False for mine, its in pairs) else None
