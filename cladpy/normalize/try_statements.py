"""Try statements, on the path on which nothing is raised.

before: ``try: A`` ``except E: B`` ``else: C`` ``finally: D``     after: ``with not_caught(E): A``, ``C``, ``D``

An exception that a handler would catch is an error when it happens (C405): the handler itself is left out, unless it
can be told beforehand whether it is raised (``probes``). The block of ``finally`` is written again on each way out of
the statement: before every ``return``, ``break`` and ``continue`` that leaves it, the value returned being kept first.
What it does where an exception leads out, it does then too.
"""

from typing import TYPE_CHECKING

import gast

from cladpy.ir.expressions import call, dotted
from cladpy.ir.statements import Block, With
from cladpy.normalize.checked_lengths import with_lengths
from cladpy.normalize.probes import as_condition

if TYPE_CHECKING:
    from cladpy.normalize.flatten_statements import StatementFlattener

Finals = list[list[gast.stmt] | None]
"""The ``finally`` blocks around a statement, the innermost last; None stands for a loop between them."""


def write_try(flattener: "StatementFlattener", node: gast.Try) -> None:
    """Write a try statement."""
    checked = with_lengths(flattener, node)
    branch = as_condition(flattener, node) if checked is node else None
    if branch is not None:
        flattener.statement(branch)
        return
    node = checked
    recorder, source = flattener.recorder, flattener.recorder.current
    kinds = [kind for handler in node.handlers for kind in _kinds(flattener, handler)]
    if node.finalbody:
        flattener.finals.append(node.finalbody)
    body = _block(flattener, node.body)
    if kinds:
        body = (With(call("not_caught", *kinds), body, source),)
    if node.orelse:
        body = (*body, *_block(flattener, node.orelse))
    if node.finalbody:
        flattener.finals.pop()
        on_exception = _where_raised(flattener, node.finalbody)
        body = body if on_exception is None else (With(on_exception, body, source),)
    for statement in body:
        recorder.emit(statement)
    flattener.body(node.finalbody)


def leave(flattener: "StatementFlattener", *, function: bool) -> None:
    """Write the ``finally`` blocks that are run where control leaves the loop, or the function."""
    outer = flattener.finals
    for position in reversed(range(len(outer))):
        block = outer[position]
        if block is None and not function:
            break
        if block is not None:
            source = flattener.recorder.current
            flattener.finals = outer[:position]
            flattener.body(block)
            flattener.recorder.current = source
    flattener.finals = outer


def _block(flattener: "StatementFlattener", statements: list[gast.stmt]) -> Block:
    return flattener.nested(statements)


def _kinds(flattener: "StatementFlattener", handler: gast.ExceptHandler) -> list[gast.expr]:
    """Return the exceptions that a handler catches; they are evaluated where the statement starts."""
    kind = handler.type
    if kind is None:
        return [gast.Name("BaseException", gast.Load(), None, None)]
    parts = list(kind.elts) if isinstance(kind, gast.Tuple) else [kind]
    for part in parts:
        if dotted(part) is None:
            raise flattener.recorder.refuse(
                part, "C104", "an except clause computes what it catches", hint="name the classes of exceptions"
            )
    return parts


def _where_raised(flattener: "StatementFlattener", block: list[gast.stmt]) -> gast.expr | None:
    """Return the context that makes the calls of a ``finally`` block where an exception leads out of it."""
    calls = []
    for statement in block:
        if isinstance(statement, gast.Expr) and isinstance(statement.value, gast.Call):
            calls.append(statement.value)
        elif any(isinstance(part, gast.Expr | gast.Raise | gast.Return) for part in gast.walk(statement)):
            raise flattener.recorder.refuse(
                statement,
                "C104",
                "a finally block does this on every way out of its try statement, by an exception too",
                hint="keep to assignments and calls in the finally block, or put the try statement around the function",
            )
    if not calls:
        return None
    done = calls[0] if len(calls) == 1 else gast.Tuple(calls, gast.Load())
    nothing = gast.arguments([], [], None, [], [], None, [])
    return call("on_exception", gast.Lambda(nothing, done))
