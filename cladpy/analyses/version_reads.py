"""Which versions the statements of a function read, and the joins that none of them needs."""

from collections.abc import Mapping
from dataclasses import replace

import gast

from cladpy.analyses.loop_targets import heads
from cladpy.ir.expressions import names_in
from cladpy.ir.statements import (
    Assert,
    Assign,
    Block,
    Effect,
    For,
    If,
    Phi,
    Raise,
    Return,
    Statement,
    Update,
    While,
    With,
    walk,
)


def used_versions(block: Block, sources: Mapping[str, tuple[str, ...]]) -> set[str]:
    """Return the versions that are read, directly or through joins and stores."""
    todo = [version for statement in walk(block) for version in (*reads(statement), *read_by_iterator(statement))]
    used: set[str] = set()
    while todo:
        version = todo.pop()
        if version in used or version not in sources:
            continue
        used.add(version)
        todo.extend(sources[version])
    return used


def read_by_iterator(statement: Statement) -> tuple[str, ...]:
    """Return what the items of a loop are read from behind its first iteration, if the loop itself changes that."""
    return heads(statement, list(names_in(statement.iterable))) if isinstance(statement, For) else ()


def reads(statement: Statement) -> list[str]:
    """Return the versions that a statement itself reads, its nested blocks apart."""
    if isinstance(statement, Assign):
        inner = [] if isinstance(statement.target, gast.Name) else list(names_in(statement.target))
        return [*names_in(statement.value), *inner]
    if isinstance(statement, Update):
        return [*names_in(statement.value), *names_in(statement.target)]
    if isinstance(statement, If | While):
        return list(names_in(statement.test))
    if isinstance(statement, For):
        return list(names_in(statement.iterable))
    if isinstance(statement, With):
        return list(names_in(statement.context))
    if isinstance(statement, Effect | Return):
        return list(names_in(statement.value))
    if isinstance(statement, Assert):
        message = [] if statement.message is None else list(names_in(statement.message))
        return [*names_in(statement.test), *message]
    if isinstance(statement, Raise):
        return [n for part in (statement.exception, statement.cause) if part is not None for n in names_in(part)]
    return []


def without_unused_joins(block: Block, used: set[str]) -> Block:
    """Return the block without joins that nothing reads."""

    def kept(phis: tuple[Phi, ...]) -> tuple[Phi, ...]:
        return tuple(phi for phi in phis if phi.target in used)

    out: list[Statement] = []
    for statement in block:
        if isinstance(statement, If):
            body, orelse = without_unused_joins(statement.body, used), without_unused_joins(statement.orelse, used)
            out.append(replace(statement, body=body, orelse=orelse, phis=kept(statement.phis)))
        elif isinstance(statement, For | While):
            body = without_unused_joins(statement.body, used)
            out.append(replace(statement, body=body, phis=kept(statement.phis), exits=kept(statement.exits)))
        elif isinstance(statement, With):
            out.append(replace(statement, body=without_unused_joins(statement.body, used)))
        else:
            out.append(statement)
    return tuple(out)
