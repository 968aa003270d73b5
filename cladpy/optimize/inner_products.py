"""Write the sum of a product of two arrays as their inner product: one pass, and no array between.

before: ``d_k = d_k + np.sum(d_1 * x)``                  after: ``d_k = d_k + d_1 @ x``, of matrices ``np.vdot(d_1, x)``
before: ``d_k = d_k + np.sum(multiply_guarded(d_1, x))``  after: ``d_k = d_k + sum_guarded(d_1, x)``

before: ``(d_1 * x[:, None]).sum(axis=0)``                after: ``x @ d_1``
before: ``(d_1 * y).sum(axis=1, keepdims=True)``          after: ``(d_1 @ y)[:, None]``

Only in the reverse sweep, for the primal's value stays what NumPy computes; of double precision, where the order of the
sum tells only in the last digits; and of certainly equal shape, for an inner product does not broadcast. Guarantees:
linear.
"""

from dataclasses import replace

import gast
import numpy as np

from cladpy.ir import statements as ir
from cladpy.ir.expressions import call, constant, dotted, rebuild, same, store_name, subscript
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

    def change(node: gast.AST) -> gast.expr | None:
        return inner_product(node, context) or product_with_vector(node, context)

    def statement(each: ir.Statement) -> ir.Statement:
        return _without_new_axis(map_expressions(each, lambda value: rebuild(value, change)))

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


def product_with_vector(node: gast.AST, context: Context) -> gast.expr | None:
    """Return ``x @ a`` for ``(a * x[:, None]).sum(axis=0)``, and its like for the other axis, else None."""
    call_of = node.func if isinstance(node, gast.Call) and not node.args else None
    if not isinstance(call_of, gast.Attribute) or call_of.attr != "sum" or not isinstance(call_of.value, gast.BinOp):
        return None
    options = {each.arg: getattr(each.value, "value", None) for each in node.keywords}
    axis, keeps = options.get("axis"), options.get("keepdims", False)
    if not isinstance(call_of.value.op, gast.Mult) or axis not in (0, 1) or options.keys() - {"axis", "keepdims"}:
        return None
    sides = (call_of.value.left, call_of.value.right)
    for matrix, other in (sides, sides[::-1]):
        vector = _in_new_axis(other) if axis == 0 else other
        if vector is None or not _agree(matrix, vector, axis, context):
            continue
        product = (
            gast.BinOp(vector, gast.MatMult(), matrix) if axis == 0 else gast.BinOp(matrix, gast.MatMult(), vector)
        )
        return subscript(product, NEW_ROW if axis == 0 else NEW_COLUMN) if keeps else product
    return None


NEW_ROW = constant(None)
NEW_COLUMN = gast.Tuple([gast.Slice(None, None, None), constant(None)], gast.Load())


def _in_new_axis(node: gast.expr) -> gast.expr | None:
    """Return x for ``x[:, None]``, else None."""
    return node.value if isinstance(node, gast.Subscript) and same(node.slice, NEW_COLUMN) else None


def _agree(matrix: gast.expr, vector: gast.expr, axis: int, context: Context) -> bool:
    """Tell whether a matrix certainly has as many rows or columns as a vector has elements, all of double precision."""
    one, other = context.infer(matrix), context.infer(vector)
    if not (one.is_array and other.is_array and one.dtype == other.dtype == np.dtype(np.float64)):
        return False
    if one.dims is None or other.dims is None or (len(one.dims), len(other.dims)) != (2, 1):
        return False
    mine, its = one.dims[axis], other.dims[0]
    return mine == its or mine.one is its.one is False


def _without_new_axis(statement: ir.Statement) -> ir.Statement:
    """Return ``x += e`` for ``x[:, None] += e[:, None]``."""
    if not isinstance(statement, ir.Update) or not isinstance(statement.target, gast.Subscript):
        return statement
    target, value = _in_new_axis(statement.target), _in_new_axis(statement.value)
    if not isinstance(target, gast.Name) or value is None or not isinstance(value, gast.BinOp):
        return statement
    return replace(statement, target=store_name(target.id), value=value)


def _dims(left: gast.expr, right: gast.expr, context: Context) -> tuple[Dim, ...] | None:
    """Return the dimensions of two arrays of double precision and certainly equal shape, else None."""
    one, other = context.infer(left), context.infer(right)
    double = one.dtype == other.dtype == np.dtype(np.float64)
    if not (double and one.is_array and other.is_array) or one.dims is None or len(one.dims) != len(other.dims or ()):
        return None
    pairs = zip(one.dims, other.dims or (), strict=True)
    # Sizes that are not 1 are multiplied with one another here, so that they are equal.
    return one.dims if all(mine == its or mine.one is its.one is False for mine, its in pairs) else None
