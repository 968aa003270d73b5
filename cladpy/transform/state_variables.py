"""What a block of generated code binds, binds on every path, and reads: from this follows what a state holds."""

import gast

from cladpy.ir.expressions import names_in
from cladpy.ir.statements import (
    Assign,
    Block,
    Effect,
    For,
    If,
    Return,
    Update,
    While,
    With,
    walk,
)


def bound_variables(block: Block) -> list[str]:
    """Return the variables that a block may bind, in order."""
    found: list[str] = []
    for statement in walk(block):
        if isinstance(statement, Assign | For | Update):
            found += [part.id for part in gast.walk(statement.target) if isinstance(part, gast.Name)]
    return found


def surely_bound(block: Block) -> set[str]:
    """Return the variables that a block assigns on every path."""
    found: set[str] = set()
    for statement in block:
        if isinstance(statement, Assign | Update):
            found |= {part.id for part in gast.walk(statement.target) if isinstance(part, gast.Name)}
        elif isinstance(statement, If):
            found |= surely_bound(statement.body) & surely_bound(statement.orelse)
        elif isinstance(statement, With):
            found |= surely_bound(statement.body)
    return found


def read_variables(block: Block) -> list[str]:
    """Return the variables that a block reads, stored-into ones included."""
    found: list[str] = []
    for statement in walk(block):
        if isinstance(statement, Assign | Update):
            found += names_in(statement.value)
            if not isinstance(statement.target, gast.Name):
                found += names_in(statement.target)
            elif isinstance(statement, Update):
                found.append(statement.target.id)
        elif isinstance(statement, If | While):
            found += names_in(statement.test)
        elif isinstance(statement, For):
            found += names_in(statement.iterable)
        elif isinstance(statement, Effect | Return):
            found += names_in(statement.value)
        elif isinstance(statement, With):
            found += names_in(statement.context)
    return found
