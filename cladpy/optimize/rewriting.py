"""Rewriting the expressions and the blocks of statements, without editing any."""

from collections.abc import Callable, Container, Mapping
from dataclasses import replace
from typing import TypeVar

import gast

from cladpy.analyses.expression_walk import names_in
from cladpy.ir import statements as ir
from cladpy.ir.expressions import rebuild

Change = Callable[[gast.expr], gast.expr]
AnyStatement = TypeVar("AnyStatement", bound=ir.Statement)
AnyFunction = TypeVar("AnyFunction", bound=ir.Function)


def map_expressions(statement: AnyStatement, change: Change, *, target: Change | None = None) -> AnyStatement:
    """Return a statement with its own expressions changed; targets only if ``target`` is given.

    A statement of which nothing changes is returned as it is.
    """
    fields = {field: change(value) for field, value in _values(statement).items()}
    if target is not None and isinstance(statement, ir.Assign | ir.Update | ir.For):
        fields["target"] = target(statement.target)
    if all(new is getattr(statement, field) for field, new in fields.items()):
        return statement
    return replace(statement, **fields)


def _values(statement: ir.Statement) -> dict[str, gast.expr]:
    match statement:
        case ir.Assign() | ir.Update() | ir.Effect() | ir.Return():
            return {"value": statement.value}
        case ir.If() | ir.While():
            return {"test": statement.test}
        case ir.For():
            return {"iterable": statement.iterable}
        case ir.With():
            return {"context": statement.context}
        case ir.Assert():
            return {"test": statement.test} | ({} if statement.message is None else {"message": statement.message})
        case ir.Raise():
            parts = {"exception": statement.exception, "cause": statement.cause}
            return {field: part for field, part in parts.items() if part is not None}
    return {}


def map_blocks(statement: ir.Statement, change: Callable[[ir.Block], ir.Block]) -> ir.Statement:
    """Return a statement with its nested blocks changed."""
    if isinstance(statement, ir.If):
        body, orelse = change(statement.body), change(statement.orelse)
        if body is not statement.body or orelse is not statement.orelse:
            return replace(statement, body=body, orelse=orelse)
    elif isinstance(statement, ir.For | ir.While | ir.With):
        body = change(statement.body)
        if body is not statement.body:
            return replace(statement, body=body)
    return statement


def map_statements(
    function: AnyFunction, among: Container[int], change: Callable[[ir.Statement], ir.Statement]
) -> AnyFunction:
    """Return a function with the statements of these ids changed, an owner before those in it; itself if none is."""

    def block(statements: ir.Block) -> ir.Block:
        return tuple(map_blocks(change(each) if id(each) in among else each, block) for each in statements)

    body = block(function.body)
    return function if body == function.body else replace(function, body=body)


def rename_expression(expression: gast.expr, names: Mapping[str, str]) -> gast.expr:
    """Return an expression with variables renamed, wherever they occur: loaded, stored or bound in a lambda."""
    if names.keys().isdisjoint(names_in(expression)):
        return expression

    def change(node: gast.AST) -> gast.AST | None:
        if isinstance(node, gast.Name) and node.id in names:
            return gast.Name(names[node.id], node.ctx, node.annotation, node.type_comment)
        return None

    return rebuild(expression, change)


def rename(block: ir.Block, names: Mapping[str, str]) -> ir.Block:
    """Return a block with variables renamed throughout."""
    if not names:
        return block

    def change(expression: gast.expr) -> gast.expr:
        return rename_expression(expression, names)

    def renamed(statement: ir.Statement) -> ir.Statement:
        if isinstance(statement, ir.Delete):
            return replace(statement, names=tuple(names.get(name, name) for name in statement.names))
        return map_blocks(map_expressions(statement, change, target=change), inner)

    def inner(nested: ir.Block) -> ir.Block:
        return tuple(renamed(statement) for statement in nested)

    return inner(block)


def nested_statements(statement: ir.Statement) -> ir.Block:
    """Return the statements directly inside a compound one, branch after branch."""
    if isinstance(statement, ir.If):
        return (*statement.body, *statement.orelse)
    if isinstance(statement, ir.For | ir.While | ir.With):
        return statement.body
    return ()
