"""Calls of methods that update a list or dict in place: which they are, and what they do.

``y = l.pop()`` and ``l.append(v)`` make a new version of ``l``, as a store does. Whether the owner is a list or a dict,
and not an object of a class with a method of that name, is known from facts only.
"""

from dataclasses import dataclass

import gast

from cladpy.ir.expressions import constant
from cladpy.ir.fact import Fact
from cladpy.ir.statements import Assign, Effect, Statement

MUTATORS = {
    "list": frozenset({"append", "extend", "insert", "pop", "reverse", "clear", "__delitem__"}),
    "dict": frozenset({"pop", "clear", "__delitem__"}),
}
NAMES = frozenset(name for names in MUTATORS.values() for name in names)


@dataclass(frozen=True, slots=True)
class Mutation:
    """A call ``owner.method(*arguments)`` that updates its owner."""

    owner: gast.Name
    method: str
    arguments: tuple[gast.expr, ...]


def mutation_of(value: gast.AST) -> Mutation | None:
    """Return the call that an expression is, if a method of that name would update a list or dict.

    Examples
    --------
    >>> mutation_of(gast.parse("l.append(v)", mode="eval").body).method
    'append'
    """
    if not isinstance(value, gast.Call) or not isinstance(value.func, gast.Attribute) or value.keywords:
        return None
    owner = value.func.value
    if not isinstance(owner, gast.Name) or value.func.attr not in NAMES:
        return None
    return Mutation(owner, value.func.attr, tuple(value.args))


def updates(fact: Fact, mutation: Mutation) -> bool:
    """Tell whether a call updates an owner with these facts."""
    return mutation.method in MUTATORS.get(fact.kind, ())


def statement_mutation(statement: Statement) -> Mutation | None:
    """Return the call that may update a list or dict, if a statement is one."""
    is_call = isinstance(statement, Assign | Effect) and statement.new is not None
    return mutation_of(statement.value) if is_call else None  # type: ignore[union-attr]


def taken_index(mutation: Mutation) -> gast.expr:
    """Return the index of what ``pop`` takes out."""
    return mutation.arguments[0] if mutation.arguments else constant(-1)
