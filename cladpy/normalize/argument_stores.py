"""Whether a function updates its arguments in place, read off its text.

Such helpers are written out in place of their calls: what they store into belongs to the caller's storage, whose
adjoint is at hand there. May say yes too often, which costs length; a store that it does not see is found by the
analysis of stores and refused.
"""

import gast

from cladpy.normalize.closures import parameters

MUTATING_METHODS = frozenset(
    {"append", "extend", "insert", "pop", "remove", "reverse", "clear", "sort", "fill", "put", "partition", "update",
     "setdefault", "popitem", "resize", "itemset", "setflags", "at"}
)  # fmt: skip


def stores_into_arguments(tree: gast.FunctionDef) -> bool:
    """Tell whether a function may store into an argument, or into what it reaches from one."""
    reached = {parameter.id for parameter in parameters(tree.args)}
    before = -1
    while len(reached) != before:
        before = len(reached)
        for node in gast.walk(tree):
            if isinstance(node, gast.Assign) and _root(node.value) in reached:
                reached |= {name for target in node.targets for name in _names(target)}
            elif isinstance(node, gast.For) and any(_root(part) in reached for part in gast.walk(node.iter)):
                reached |= set(_names(node.target))
    return any(_stores(node, reached) for node in gast.walk(tree))


def _stores(node: gast.AST, reached: set[str]) -> bool:
    if isinstance(node, gast.Assign):
        return any(_is_store(target, reached) for target in node.targets)
    if isinstance(node, gast.AugAssign):
        return _root(node.target) in reached
    if isinstance(node, gast.Call):
        method = isinstance(node.func, gast.Attribute) and node.func.attr in MUTATING_METHODS
        receivers = [node.func.value, *node.args[:1]] if isinstance(node.func, gast.Attribute) else []
        if method and any(_root(receiver) in reached for receiver in receivers):
            return True
        return any(keyword.arg == "out" and _root(keyword.value) in reached for keyword in node.keywords)
    return False


def _is_store(target: gast.expr, reached: set[str]) -> bool:
    if isinstance(target, gast.Tuple | gast.List):
        return any(_is_store(item, reached) for item in target.elts)
    return isinstance(target, gast.Subscript | gast.Attribute) and _root(target) in reached


def _root(node: gast.AST) -> str | None:
    """Return the name that an expression is an item, attribute or method result of."""
    while True:
        if isinstance(node, gast.Subscript | gast.Attribute | gast.Starred):
            node = node.value
        elif isinstance(node, gast.Call) and isinstance(node.func, gast.Attribute):
            node = node.func.value
        elif isinstance(node, gast.IfExp):
            node = node.body
        else:
            return node.id if isinstance(node, gast.Name) else None


def _names(target: gast.AST) -> list[str]:
    return [part.id for part in gast.walk(target) if isinstance(part, gast.Name)]
