"""How wide an expression will be in print, near enough to decide whether a line still reads well."""

import gast

from cladpy.ir.expressions import children
from cladpy.optimize.variables import base_of, is_numbered

BETWEEN = 2  # ", " and the like
AROUND_OPERATOR = 3
PARENTHESES = 2


def width(node: gast.AST) -> int:
    """Return the number of characters of an expression in print, about.

    Examples
    --------
    >>> from cladpy.ir.expressions import parse
    >>> width(parse("np.sum(x * x)"))
    13
    """
    match node:
        case gast.Name():
            return len(base_of(node.id)) + (2 if is_numbered(node.id) else 0)
        case gast.Constant():
            return len(repr(node.value))
        case gast.Attribute():
            return width(node.value) + 1 + len(node.attr)
        case gast.BinOp():
            return AROUND_OPERATOR + _operand(node.left, node.op) + _operand(node.right, node.op)
        case gast.UnaryOp():
            return 1 + _operand(node.operand, node.op)
        case gast.Slice():
            parts = [part for part in (node.lower, node.upper, node.step) if part is not None]
            return sum(map(width, parts)) + (1 if node.step is None else 2)
        case gast.Subscript():
            return width(node.value) + PARENTHESES + width(node.slice)
        case gast.Call():
            arguments = [*node.args, *node.keywords]
            return width(node.func) + PARENTHESES + sum(map(width, arguments)) + BETWEEN * max(0, len(arguments) - 1)
        case gast.keyword():
            return len(node.arg or "*") + 1 + width(node.value)
    inner = [width(child) for child in children(node) if isinstance(child, gast.expr)]
    return sum(inner) + BETWEEN * len(inner)


def _operand(operand: gast.expr, operation: gast.AST) -> int:
    loose = isinstance(operand, gast.BinOp) and isinstance(operand.op, gast.Add | gast.Sub)
    tight = not isinstance(operation, gast.Add | gast.Sub)
    return width(operand) + (PARENTHESES if loose and tight else 0)


def depth(node: gast.AST) -> int:
    """Return how many levels of operations an expression has."""
    inner = [depth(child) for child in children(node) if isinstance(child, gast.expr)]
    return 1 + max(inner, default=0)
