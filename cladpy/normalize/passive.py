"""Expressions that carry no derivative and have no effects: kept whole in the normal form.

before: ``if i < n and x[i] > 0:``  -> after: the same, one atom-like test; its operands are not evaluated apart, so
that short circuits stay as written.
"""

from collections.abc import Callable

import gast

_PARTS = (
    gast.Name,
    gast.Constant,
    gast.Compare,
    gast.BoolOp,
    gast.UnaryOp,
    gast.BinOp,
    gast.Subscript,
    gast.Slice,
    gast.Tuple,
    gast.List,
    gast.Attribute,
    gast.expr_context,
    gast.operator,
    gast.unaryop,
    gast.boolop,
    gast.cmpop,
    gast.keyword,
)

PREDICATES = frozenset({"isinstance", "issubclass", "callable", "hasattr", "matches_sequence", "matches_mapping"})
"""Functions that give True or False, whatever their argument depends on."""


def is_test(node: gast.expr, is_library: Callable[[gast.expr], bool]) -> bool:
    """Tell whether an expression only compares, and may be evaluated in one piece."""
    if isinstance(node, gast.Compare):
        return is_simple(node, is_library)
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.Not):
        return is_simple(node, is_library)
    if isinstance(node, gast.BoolOp):
        return all(is_test(value, is_library) for value in node.values)
    if isinstance(node, gast.Call) and isinstance(node.func, gast.Name) and node.func.id in PREDICATES:
        return is_simple(node, is_library)
    return False


def is_simple(node: gast.AST, is_library: Callable[[gast.expr], bool]) -> bool:
    """Tell whether an expression has no effects: no call but of a library's function, no binding."""
    if isinstance(node, gast.Call):
        if not is_library(node.func):
            return False
        return all(is_simple(part, is_library) for part in [*node.args, *node.keywords])
    return isinstance(node, _PARTS) and all(is_simple(part, is_library) for part in gast.iter_child_nodes(node))
