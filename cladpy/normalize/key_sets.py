"""Views of the keys of dicts as the sets that they are: in set operations, comparisons and questions.

before: ``a.keys() & b.keys()``           after: ``set(a.keys()) & set(b.keys())``
before: ``d.keys() == {"w", "b"}``        after: ``set(d.keys()) == {"w", "b"}``
before: ``d.keys().isdisjoint(names)``    after: ``set(d.keys()).isdisjoint(names)``
before: ``a.items() == b.items()``        after: ``a == b``, for the order is of no matter

Elsewhere a view of keys stands for the sequence of them.
"""

import gast

from cladpy.ir.expressions import LOAD, call

_OPERATORS = (gast.BitAnd, gast.BitOr, gast.BitXor, gast.Sub)
_COMPARISONS = (gast.Eq, gast.NotEq, gast.Lt, gast.LtE, gast.Gt, gast.GtE)


def with_key_sets(node: gast.expr) -> gast.expr:
    """Return an operation with its views of keys as sets; the node itself if it has none.

    Examples
    --------
    >>> from cladpy.ir.expressions import parse
    >>> gast.dump(with_key_sets(parse("a.keys() - b"))) == gast.dump(parse("set(a.keys()) - b"))
    True
    """
    if isinstance(node, gast.BinOp) and isinstance(node.op, _OPERATORS):
        parts = [node.left, node.right]
        return node if not any(map(_is_view, parts)) else _at(node, gast.BinOp(_set(parts[0]), node.op, _set(parts[1])))
    if isinstance(node, gast.Compare) and _compares_items(node):
        return _at(node, gast.Compare(node.left.func.value, node.ops, [node.comparators[0].func.value]))
    if isinstance(node, gast.Compare) and compares_keys(node):
        return _at(node, gast.Compare(_set(node.left), node.ops, [_set(part) for part in node.comparators]))
    if isinstance(node, gast.Call) and isinstance(node.func, gast.Attribute) and node.func.attr == "isdisjoint":
        owner = node.func.value
        return _at(node, gast.Call(gast.Attribute(_set(owner), "isdisjoint", LOAD), node.args, node.keywords))
    return node


def compares_keys(node: gast.AST) -> bool:
    """Tell whether a condition compares views of keys as sets, itself or in a part of it."""
    if isinstance(node, gast.Compare) and all(isinstance(each, _COMPARISONS) for each in node.ops):
        return any(map(_is_view, [node.left, *node.comparators])) or _compares_items(node)
    parts = node.values if isinstance(node, gast.BoolOp) else [node.operand] if isinstance(node, gast.UnaryOp) else []
    return any(map(compares_keys, parts))


def _set(node: gast.expr) -> gast.expr:
    return _at(node, call("set", node)) if _is_view(node) else node


def _compares_items(node: gast.Compare) -> bool:
    is_equality = len(node.ops) == 1 and isinstance(node.ops[0], gast.Eq | gast.NotEq)
    return is_equality and _is_view(node.left, "items") and _is_view(node.comparators[0], "items")


def _is_view(node: gast.expr, called: str = "keys") -> bool:
    if not isinstance(node, gast.Call) or node.args or node.keywords:
        return False
    return isinstance(node.func, gast.Attribute) and node.func.attr == called


def _at(node: gast.expr, made: gast.expr) -> gast.expr:
    return gast.copy_location(made, node)
