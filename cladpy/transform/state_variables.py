"""What a block of generated code binds, binds on every path, and reads: from this follows what a state holds."""

from collections.abc import Mapping

import gast

from cladpy.analyses.versions import Version
from cladpy.ir.expressions import names_in
from cladpy.ir.fact import Fact
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


def unset(fact: Fact) -> float | None:
    """Return what a variable holds where no path has bound it: a float where it is one, to keep its type."""
    return 0.0 if fact.is_floating and fact.dims == () else None


def may_be_unbound(version: str, table: Mapping[str, Version]) -> bool:
    """Tell whether a version joins paths on one of which its name is not bound."""
    seen: set[str] = set()
    todo = [version]
    while todo:
        info = table.get(todo.pop())
        if info is None:
            continue
        if info.kind == "unbound":
            return True
        if info.kind in ("join", "head", "exit"):
            todo += [source for source in info.sources if source not in seen]
            seen.update(info.sources)
    return False


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
