"""Building, comparing and rewriting gast expressions without editing any."""

import operator
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import gast

LOAD = gast.Load()
STORE = gast.Store()
WITHOUT_NODES = frozenset({"ctx", "kind", "type_comment", "attr", "id", "arg", "conversion", "is_async", "level"})
_fields_with_nodes: dict[type, tuple[str, ...]] = {}
UNWANTED = "_"  # the name of what a target binds and nothing reads


def name(identifier: str) -> gast.Name:
    """Return the expression that reads a name."""
    return gast.Name(identifier, LOAD, None, None)


def store_name(identifier: str) -> gast.Name:
    """Return the target that binds a name."""
    return gast.Name(identifier, STORE, None, None)


def constant(value: object) -> gast.Constant:
    """Return a literal."""
    return gast.Constant(value, None)


def call(function: gast.expr | str, *arguments: gast.expr, **keywords: gast.expr) -> gast.Call:
    """Return a call; a function given as text is a dotted name."""
    callee = parse(function) if isinstance(function, str) else function
    return gast.Call(callee, list(arguments), [gast.keyword(key, value) for key, value in keywords.items()])


def attribute(value: gast.expr, *names: str) -> gast.expr:
    """Return ``value.a.b`` for the names a, b."""
    for member in names:
        value = gast.Attribute(value, member, LOAD)
    return value


def subscript(value: gast.expr, index: gast.expr) -> gast.Subscript:
    """Return ``value[index]``."""
    return gast.Subscript(value, index, LOAD)


def binary(left: gast.expr, operator: gast.operator, right: gast.expr) -> gast.BinOp:
    """Return ``left op right``."""
    return gast.BinOp(left, operator, right)


def negative(value: gast.expr) -> gast.expr:
    """Return ``-value``; a double negation cancels."""
    if isinstance(value, gast.UnaryOp) and isinstance(value.op, gast.USub):
        return value.operand
    return gast.UnaryOp(gast.USub(), value)


def tuple_of(items: list[gast.expr]) -> gast.Tuple:
    """Return a tuple display."""
    return gast.Tuple(list(items), LOAD)


def parse(text: str) -> gast.expr:
    """Return the expression that a text denotes."""
    return gast.parse(text, mode="eval").body


def fields_with_nodes(kind: type) -> tuple[str, ...]:
    """Return the fields of a class of nodes that may hold nodes, contexts left out; looked up once a class."""
    found = _fields_with_nodes.get(kind)
    if found is None:
        names: tuple[str, ...] = () if issubclass(kind, gast.Constant) else getattr(kind, "_fields", ())
        found = _fields_with_nodes[kind] = tuple(each for each in names if each not in WITHOUT_NODES)
    return found


def children(node: gast.AST) -> list[Any]:
    """Return the direct child nodes, contexts left out.

    Examples
    --------
    >>> [type(child).__name__ for child in children(parse("f(a, b=c)"))]
    ['Name', 'Name', 'keyword']
    """
    found: list[Any] = []
    for field in fields_with_nodes(type(node)):
        value = getattr(node, field, None)
        if type(value) is list:
            found += [part for part in value if isinstance(part, gast.AST)]
        elif isinstance(value, gast.AST):
            found.append(value)
    return found


def nodes_of(node: gast.AST) -> Iterator[Any]:
    """Yield a node and all that are below it, contexts left out, those nearer to the root first.

    Several times as fast as :func:`gast.walk`, which asks each node for every field.
    """
    todo = [node]
    for each in todo:  # grows while it is walked
        yield each
        todo += children(each)


def names_in(node: gast.AST) -> Iterator[str]:
    """Yield the names that an expression mentions, in source order, repeats included."""
    if isinstance(node, gast.Name):
        yield node.id
        return
    for child in children(node):
        yield from names_in(child)


def mentions(node: gast.AST, identifier: str) -> bool:
    """Tell whether an expression mentions a name."""
    return any(identifier == found for found in names_in(node))


def rebuild(node: gast.AST, change: Callable[[gast.AST], gast.AST | None]) -> gast.AST:
    """Return a copy in which ``change`` has replaced the nodes for which it gives another, from the root down.

    A replacement is not looked into again. Contexts are not asked for. Parts without any change are shared with the
    original.
    """
    replacement = change(node)
    if replacement is not None:
        return replacement
    changed: dict[str, object] = {}
    for field in fields_with_nodes(type(node)):
        value = getattr(node, field, None)
        if type(value) is list:
            parts = [rebuild(item, change) if isinstance(item, gast.AST) else item for item in value]
            if any(map(operator.is_not, parts, value)):
                changed[field] = parts
        elif isinstance(value, gast.AST):
            part = rebuild(value, change)
            if part is not value:
                changed[field] = part
    if not changed:
        return node
    fields = {field: getattr(node, field, None) for field in node._fields} | changed
    return gast.copy_location(type(node)(**fields), node)


def substitute(node: gast.expr, values: Mapping[str, gast.expr]) -> gast.expr:
    """Return the expression with names replaced by expressions."""

    def change(part: gast.AST) -> gast.AST | None:
        if isinstance(part, gast.Name) and part.id in values:
            return values[part.id]
        return None

    return rebuild(node, change)


def same(left: gast.AST | None, right: gast.AST | None) -> bool:
    """Tell whether two expressions are written alike."""
    if left is None or right is None:
        return left is right
    return fingerprint(left) == fingerprint(right)


def fingerprint(node: gast.AST) -> str:
    """Return a text that is equal for expressions that are written alike, whatever their context."""
    if isinstance(node, gast.Name):
        return node.id
    if isinstance(node, gast.Constant):
        return f"{type(node.value).__name__}:{node.value!r}"
    parts = []
    for field, value in gast.iter_fields(node):
        if field in ("ctx", "kind", "type_comment"):
            continue
        if isinstance(value, gast.AST):
            parts.append(fingerprint(value))
        elif isinstance(value, list):
            parts.append("[" + ",".join(fingerprint(v) if isinstance(v, gast.AST) else repr(v) for v in value) + "]")
        else:
            parts.append(repr(value))
    return f"{type(node).__name__}({','.join(parts)})"


def dotted(node: gast.expr) -> str | None:
    """Return ``a.b.c`` for a chain of attributes on a name, else None."""
    if isinstance(node, gast.Name):
        return node.id
    if isinstance(node, gast.Attribute):
        base = dotted(node.value)
        return None if base is None else f"{base}.{node.attr}"
    return None


def root_of(node: gast.expr) -> str | None:
    """Return the name that a chain of attributes starts from, else None."""
    while isinstance(node, gast.Attribute):
        node = node.value
    return node.id if isinstance(node, gast.Name) else None


def is_atom(node: gast.expr) -> bool:
    """Tell whether an expression is a name or a literal."""
    return isinstance(node, gast.Name | gast.Constant)
