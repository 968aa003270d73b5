"""Leave out the branches that no call with the signature takes.

before: ``if isinstance(tree, Leaf): A`` ``else: B``    after, for a Leaf: ``A``

Requires facts that are final: a condition that they decide has the same value in every call.
"""

from collections.abc import Callable
from dataclasses import replace

import gast

from cladpy.ir.statements import Block, Break, Continue, For, If, Pass, Raise, Return, Statement, While, With

Truth = Callable[[gast.expr], bool | None]
"""Returns whether a condition over versions holds; None where that is not known."""


def prune(block: Block, numbered: Block, truth: Truth) -> Block:
    """Return a block without the branches that are never taken.

    Parameters
    ----------
    block : Block
        Statements of the normal form.
    numbered : Block
        The same statements over versions.
    truth : callable
    """
    out: list[Statement] = []
    for statement, twin in zip(block, numbered, strict=True):
        for kept in _kept(statement, twin, truth):
            out.append(kept)
            if leaves((kept,)):
                return tuple(out)
    return tuple(out)


def _kept(statement: Statement, twin: Statement, truth: Truth) -> Block:
    if isinstance(statement, If) and isinstance(twin, If):
        taken = truth(twin.test)
        if taken is not None:
            side, numbered = (statement.body, twin.body) if taken else (statement.orelse, twin.orelse)
            return prune(side, numbered, truth)
        body, orelse = prune(statement.body, twin.body, truth), prune(statement.orelse, twin.orelse, truth)
        return (_changed(statement, body=body or (Pass(statement.source),), orelse=orelse),)
    if isinstance(statement, For | While | With) and isinstance(twin, For | While | With):
        body = prune(statement.body, twin.body, truth)
        return (_changed(statement, body=body or (Pass(statement.source),)),)
    return (statement,)


def _changed(statement: Statement, **parts: Block) -> Statement:
    """Return a statement with other blocks; itself if they are the same."""
    if all(getattr(statement, name) == block for name, block in parts.items()):
        return statement
    return replace(statement, **parts)  # type: ignore[arg-type]


def leaves(block: Block) -> bool:
    """Tell whether control never reaches the end of a block."""
    last = block[-1] if block else None
    if isinstance(last, If):
        return leaves(last.body) and leaves(last.orelse)
    if isinstance(last, With):
        return leaves(last.body)
    return isinstance(last, Break | Continue | Raise | Return)
