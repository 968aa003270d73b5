"""Walk expressions fast: the compiler looks at every expression some tens of times.

gast's own walk asks each node for every field; here the fields that can hold expressions are looked up by class.
"""

from typing import Any

import gast

NOT_EXPRESSIONS = frozenset(
    {"ctx", "op", "ops", "kind", "type_comment", "annotation", "attr", "id", "arg", "conversion", "is_async"}
)
_fields: dict[type, tuple[str, ...]] = {}


def nodes_in(node: gast.AST) -> list[Any]:
    """Return a node and all nodes below it that are expressions or parts of calls, an owner before its parts.

    Examples
    --------
    >>> from cladpy.ir.expressions import parse
    >>> [type(node).__name__ for node in nodes_in(parse("a + f(b)"))]
    ['BinOp', 'Name', 'Call', 'Name', 'Name']
    """
    found: list[Any] = []
    todo: list[Any] = [node]
    while todo:
        each = todo.pop()
        found.append(each)
        fields = _fields.get(type(each))
        for field in _fields_of(type(each)) if fields is None else fields:
            value = getattr(each, field)
            if value is None:
                continue
            if type(value) is list:
                todo.extend(part for part in reversed(value) if part is not None)
            else:
                todo.append(value)
    return found


def names_in(node: gast.AST) -> list[str]:
    """Return the names that an expression mentions, in the order of the text, repeats included.

    Examples
    --------
    >>> from cladpy.ir.expressions import parse
    >>> names_in(parse("a + f(b, a)"))
    ['a', 'f', 'b', 'a']
    """
    if isinstance(node, gast.Name):
        return [node.id]
    return [each.id for each in nodes_in(node) if isinstance(each, gast.Name)]


def _fields_of(kind: type) -> tuple[str, ...]:
    """Return the fields of a class of nodes that can hold expressions, the last one first."""
    names: tuple[str, ...] = () if issubclass(kind, gast.Constant) else getattr(kind, "_fields", ())
    fields = tuple(field for field in reversed(names) if field not in NOT_EXPRESSIONS)
    _fields[kind] = fields
    return fields
