"""Walk expressions fast: the compiler looks at every expression some tens of times.

gast's own walk asks each node for every field; here the fields that can hold expressions are looked up by class, and
what was found in an expression is kept, since expressions are never edited.
"""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, TypeVar

import gast

from cladpy.ir.expressions import fields_with_nodes
from cladpy.ir.statements import Statement

NOT_EXPRESSIONS = frozenset({"op", "ops", "annotation"})
KEPT = 1 << 15  # expressions: more than a function of a thousand lines has
_fields: dict[type, tuple[str, ...]] = {}
_forget: list[Callable[[], None]] = []
Answer = TypeVar("Answer")


def kept_by_expression(find: Callable[[gast.expr], Answer]) -> Callable[[gast.expr], Answer]:
    """Keep what a function finds in each expression, until :func:`forget`: it must depend on nothing else."""
    keeping = lru_cache(maxsize=KEPT)(find)
    _forget.append(keeping.cache_clear)
    return keeping


def kept_by_statement(find: Callable[[Statement], Answer]) -> Callable[[Statement], Answer]:
    """Keep what a function finds in each statement, as :func:`kept_by_expression` does; known by identity alone."""
    known: dict[int, tuple[Statement, Answer]] = {}  # the statement is kept, so that no other one gets its id

    @wraps(find)
    def keeping(statement: Statement) -> Answer:
        found = known.get(id(statement))
        if found is None:
            if len(known) >= KEPT:
                known.clear()
            found = known[id(statement)] = statement, find(statement)
        return found[1]

    _forget.append(known.clear)
    return keeping


@kept_by_expression
def nodes_in(node: gast.AST) -> tuple[Any, ...]:
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
    return tuple(found)


@kept_by_expression
def names_in(node: gast.AST) -> tuple[str, ...]:
    """Return the names that an expression mentions, in the order of the text, repeats included.

    Examples
    --------
    >>> from cladpy.ir.expressions import parse
    >>> names_in(parse("a + f(b, a)"))
    ('a', 'f', 'b', 'a')
    """
    if isinstance(node, gast.Name):
        return (node.id,)
    return tuple(each.id for each in nodes_in(node) if isinstance(each, gast.Name))


def forget() -> None:
    """Let go of the expressions of which something is kept."""
    for clear in _forget:
        clear()


def _fields_of(kind: type) -> tuple[str, ...]:
    """Return the fields of a class of nodes that can hold expressions, the last one first."""
    fields = tuple(field for field in reversed(fields_with_nodes(kind)) if field not in NOT_EXPRESSIONS)
    _fields[kind] = fields
    return fields
