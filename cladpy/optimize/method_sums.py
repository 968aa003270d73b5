"""Ask an array for its sum, rather than a function that finds out first what it was given.

before: ``d_b = np.sum(d_1)``, ``np.sum(d_1, axis=0)``      after: ``d_b = d_1.sum()``, ``d_1.sum(axis=0)``

Both are ``np.add.reduce`` of the array; ``np.sum`` takes as long again to get there, which tells on small arrays. Only
in derivatives, for the primal's lines stay as their author wrote them, and of what is certainly an array. Guarantees:
linear; exact.
"""

import gast

from cladpy.ir import statements as ir
from cladpy.ir.expressions import LOAD, dotted, rebuild
from cladpy.optimize.context import Context
from cladpy.optimize.rewriting import map_expressions, map_statements
from cladpy.optimize.sweeps import reverse_sweep


def run(function: ir.Function, context: Context) -> ir.Function:
    """Return the function with the sums of its reverse sweep as methods.

    Examples
    --------
    >>> import numpy as np
    >>> from cladpy.ir.expressions import parse
    >>> from cladpy.ir.fact import Dim, Fact
    >>> vector = Fact("array", np.dtype(float), (Dim("n", False),))
    >>> context = Context({}, bool, bool, True, lambda expression: vector)
    >>> dotted(method_sum(parse("np.sum(d_1, axis=0)"), context).func)
    'd_1.sum'
    """
    if not context.vector_products:
        return function

    def statement(each: ir.Statement) -> ir.Statement:
        return map_expressions(each, lambda value: rebuild(value, lambda node: method_sum(node, context)))

    return map_statements(function, reverse_sweep(function), statement)


def method_sum(node: gast.AST, context: Context) -> gast.expr | None:
    """Return ``a.sum(...)`` for ``np.sum(a, ...)`` of an array, else None."""
    if not isinstance(node, gast.Call) or not node.args or dotted(node.func) != "np.sum":
        return None
    first, *others = node.args
    if isinstance(first, gast.Starred) or context.infer(first).kind != "array":
        return None
    inner = rebuild(first, lambda part: method_sum(part, context))
    return gast.Call(gast.Attribute(inner, "sum", LOAD), others, node.keywords)
