"""Ask an array for its sum, rather than a function that finds out first what it was given.

before: ``d_b = np.sum(d_1)``, ``np.sum(d_1, axis=0)``      after: ``d_b = d_1.sum()``, ``d_1.sum(axis=0)``

Both are ``np.add.reduce`` of the array; ``np.sum`` takes as long again to get there, which tells on small arrays. Only
of what is certainly an array, and no subclass of it. In the forward sweep only of temporaries, which have taken the
author's lines apart anyway; what is written there in one line stays. Guarantees: linear; exact.
"""

import gast

from cladpy.ir import statements as ir
from cladpy.ir.expressions import LOAD, dotted, rebuild
from cladpy.optimize.context import Context
from cladpy.optimize.rewriting import map_expressions, map_statements
from cladpy.optimize.sweeps import reverse_sweep
from cladpy.optimize.variables import is_temporary


def run(function: ir.Function, context: Context) -> ir.Function:
    """Return the function with the sums of its reverse sweep, and those of temporaries, as methods.

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

    reverse = reverse_sweep(function)

    def statement(each: ir.Statement) -> ir.Statement:
        change = method_sum if id(each) in reverse else _method_sum_of_temporary
        return map_expressions(each, lambda value: rebuild(value, lambda node: change(node, context)))

    return map_statements(function, {id(each) for each in ir.walk(function.body)}, statement)


def method_sum(node: gast.AST, context: Context) -> gast.expr | None:
    """Return ``a.sum(...)`` for ``np.sum(a, ...)`` of an array, else None."""
    if not isinstance(node, gast.Call) or not node.args or dotted(node.func) != "np.sum":
        return None
    first, *others = node.args
    if isinstance(first, gast.Starred) or context.infer(first).kind != "array":
        return None
    inner = rebuild(first, lambda part: method_sum(part, context))
    return gast.Call(gast.Attribute(inner, "sum", LOAD), others, node.keywords)


def _method_sum_of_temporary(node: gast.AST, context: Context) -> gast.expr | None:
    """Return ``v_1.sum(...)`` for ``np.sum(v_1, ...)``, else None."""
    arguments = node.args if isinstance(node, gast.Call) else []
    is_of_temporary = bool(arguments) and isinstance(arguments[0], gast.Name) and is_temporary(arguments[0].id)
    return method_sum(node, context) if is_of_temporary else None
