"""Write ``np.einsum`` as the product of matrices that it is, where sums may be taken in any order (``fastmath``).

before: ``z = np.einsum("kij,nkj->nki", q, centred)``
after:  ``z = (centred.transpose(1, 0, 2) @ q.mT).transpose(1, 0, 2)``

``np.einsum`` adds up one by one; BLAS adds up in blocks, several times as fast, and rounds otherwise, also in the
value: hence only where that was asked for. Guarantees: linear. Requires labels and lengths that are known; an einsum
of which they are not stays.
"""

import gast

from cladpy.analyses.expression_walk import nodes_in
from cladpy.analyses.liveness import own_expressions
from cladpy.ir import statements as ir
from cladpy.ir.expressions import dotted, rebuild
from cladpy.optimize.context import Context
from cladpy.optimize.rewriting import map_expressions, map_statements
from cladpy.transform.einsum_products import value

EINSUM = "np.einsum"


def run(function: ir.Function, context: Context) -> ir.Function:
    """Return the function with its sums of two operands as products."""
    if not context.any_order:
        return function
    found = {id(each) for each in ir.walk(function.body) if _has_one(each)}

    def statement(each: ir.Statement) -> ir.Statement:
        return map_expressions(each, lambda node: rebuild(node, lambda part: _product(part, context)))

    return map_statements(function, found, statement) if found else function


def _has_one(statement: ir.Statement) -> bool:
    return any(_is_one(node) for each in own_expressions(statement) for node in nodes_in(each))


def _is_one(node: gast.AST) -> bool:
    """Tell whether a part is the einsum of two operands with labels that are written out, and no more."""
    if not isinstance(node, gast.Call) or dotted(node.func) != EINSUM or node.keywords:
        return False
    return len(node.args) == 1 + 2 and isinstance(getattr(node.args[0], "value", None), str)


def _product(node: gast.AST, context: Context) -> gast.expr | None:
    if not isinstance(node, gast.Call) or not _is_one(node):
        return None
    labels, *operands = node.args
    return value(labels.value, operands, [context.infer(operand) for operand in operands])
