"""Take the literals that stand for functions out of a form in which nothing calls them any more.

before: ``f = <local function>``, ``pair = (f, x)``, ``y = pair[1]``
after:  ``f = None``, ``pair = (f, x)``, ``y = pair[1]``

A function that is handed to what cladpy does not see into is refused (C116): no generated code could hold it.
"""

from collections.abc import Iterator
from dataclasses import replace

import gast

from cladpy.analyses.operations import Chain, Display, Member, Repeat, Shallow
from cladpy.ir.callables import CALLABLES
from cladpy.ir.expressions import constant, names_in, rebuild
from cladpy.ir.fact import CONTAINERS, Fact, holds_capturing, holds_local_function
from cladpy.ir.statements import (
    Assert,
    Assign,
    Block,
    Effect,
    For,
    If,
    Raise,
    Return,
    Statement,
    Update,
    While,
    With,
    walk,
)
from cladpy.normalize.closures import has_star
from cladpy.planning.specialization.rewrite import rewritten
from cladpy.planning.specialization.scene import Scene


def erased(scene: Scene) -> Block:
    """Return the body without such literals.

    Raises
    ------
    CladpyError
        C116 where one is still read.
    """
    last = scene.numbered[-1]
    if isinstance(last, Return) and holds_local_function(scene.fact(last.value)):
        return scene.body  # it will be written out in place of its calls
    for statement in walk(scene.numbered):
        if not isinstance(statement, Assign) or not (
            _is_made(scene, statement) or _takes_apart(scene, statement.value)
        ):
            _check(scene, statement)
    return rewritten(scene.body, scene.numbered, lambda statement, _twin: _without_literals(statement))


def _is_made(scene: Scene, statement: Assign) -> bool:
    """Tell whether a container is made of what it is given, or of others, or an attribute is read."""
    target = statement.target.id if isinstance(statement.target, gast.Name) else ""
    return isinstance(scene.table.operations.get(target), Display | Member | Chain | Repeat | Shallow)


def _takes_apart(scene: Scene, value: gast.expr) -> bool:
    """Tell whether a value is only handed on, or counted: a name, a literal, a display, an item, a length."""
    if isinstance(value, gast.Call) and scene.inference.function(value.func) is len:
        return not has_star(value) and all(isinstance(part, gast.Name) for part in value.args)
    return isinstance(value, gast.Name | gast.Constant | gast.Tuple | gast.List | gast.Dict | gast.Subscript)


def _check(scene: Scene, statement: Statement) -> None:
    for node in _read(statement):
        if _only_looks(scene, statement, node):
            continue
        literal = any(isinstance(p, gast.Constant) and isinstance(p.value, CALLABLES) for p in gast.walk(node))
        held = any(map(holds_local_function, _facts(scene, node)))
        if (literal or held) and isinstance(node, gast.Call) and has_star(node):
            raise scene.refuse(
                statement,
                "C119",
                "a * or ** stands for a number of arguments that is not known",
                hint="pass a tuple or dict of known length, or the arguments one by one",
            )
        if literal or held:
            raise scene.refuse(
                statement,
                "C116",
                "a function that is defined here is handed to what cladpy does not see into",
                hint="define it at the top of the file, and pass what it captures as arguments",
            )


def _only_looks(scene: Scene, statement: Statement, node: gast.expr) -> bool:
    """Tell whether a statement updates, goes through or asks a container of functions that capture nothing.

    Which functions such a container holds is known wherever it is read, so that none of them is called as it stands.
    Whatever a container holds may be counted.
    """
    node = rebuild(node, lambda part: constant(None) if _is_length(part) else None)
    holders = [fact for fact in _facts(scene, node) if holds_local_function(fact)]
    if not holders:
        return not any(isinstance(p, gast.Constant) and isinstance(p.value, CALLABLES) for p in gast.walk(node))
    if any(map(holds_capturing, holders)):
        return False
    if isinstance(statement, For | If | While):
        return all(fact.kind in CONTAINERS for fact in holders)
    if isinstance(statement, Update):
        return isinstance(statement.operator, gast.Add) and statement.old is not None
    if isinstance(node, gast.Call) and isinstance(node.func, gast.Attribute) and node.func.attr != "sort":
        return scene.fact(node.func.value).kind in ("list", "tuple", "dict")
    return False


def _is_length(node: gast.AST) -> bool:
    return isinstance(node, gast.Call) and isinstance(node.func, gast.Name) and node.func.id == "len"


def _facts(scene: Scene, node: gast.expr) -> Iterator[Fact]:
    return (scene.table.facts[each] for each in names_in(node) if each in scene.table.facts)


def _read(statement: Statement) -> Iterator[gast.expr]:
    match statement:
        case Assign() | Update() | Effect():
            yield statement.value
        case If() | While() | Assert():
            yield statement.test
        case For():
            yield statement.iterable
        case With():
            yield statement.context
        case Raise():
            yield from (part for part in (statement.exception, statement.cause) if part is not None)
        case Return():
            return


def _without_literals(statement: Statement) -> Block | None:
    if not isinstance(statement, Assign | Effect | Update):
        return None

    def change(part: gast.AST) -> gast.AST | None:
        return constant(None) if isinstance(part, gast.Constant) and isinstance(part.value, CALLABLES) else None

    value = rebuild(statement.value, change)
    return None if value is statement.value else (replace(statement, value=value),)
