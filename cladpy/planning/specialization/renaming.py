"""Copies of a loop's body in which each call that was written out has variables of its own.

before: ``k@1 = k``, ``f = <lambda t: t * k@1>`` of ``f = scaled_by(k)``, in a loop that is written out
after:  the same in the first iteration, ``k@2 = k``, ``f = <lambda t: t * k@2>`` in the second

In Python each call of a function makes new variables, and a function that it returns keeps them. The variables of the
loop itself, and of the function around it, are one and the same in all iterations.
"""

from collections.abc import Mapping
from dataclasses import fields, replace

import gast

from cladpy.ir.callables import LocalFunction
from cladpy.ir.expressions import names_in, rebuild
from cladpy.ir.statements import Assign, Block, Effect, For, Statement, Update, walk
from cladpy.normalize.closures import Closure, renamed
from cladpy.planning.specialization.scene import Scene


def iterations(scene: Scene, loop: For, count: int) -> list[Block]:
    """Return the bodies of a loop's iterations."""
    inner = _own_names(scene, loop) if makes_functions(loop.body) else {}
    if not inner:
        return [loop.body] * count
    copies = [loop.body]
    for _ in range(count - 1):
        new = {name: scene.recorder.fresh(name.partition("@")[0]) for name in inner}
        by_scope: dict[int, list[str]] = {}
        for name, scope in inner.items():
            by_scope.setdefault(scope, []).append(new[name])
        for names in by_scope.values():
            scene.recorder.new_scope(names)
        copies.append(with_names(loop.body, new))
    return copies


def makes_functions(body: Block) -> bool:
    """Tell whether statements make nested functions that are values."""
    values = (statement.value for statement in walk(body) if isinstance(statement, Assign | Effect | Update))
    return any(
        isinstance(part, gast.Constant) and isinstance(part.value, LocalFunction)
        for value in values
        for part in gast.walk(value)
    )


def _own_names(scene: Scene, loop: For) -> dict[str, int]:
    """Return the names of the calls that stand in the body of a loop, with the numbers of their scopes."""
    inside, everywhere = _assigned(loop.body), _assigned(scene.body)
    once = {name for name in inside if inside.count(name) == everywhere.count(name)}
    scopes = scene.recorder.scopes
    around = {scopes[name] for name in everywhere if name in scopes and name not in once}
    around |= {scopes[name] for name in names_in(loop.target) if name in scopes}
    return {name: scopes[name] for name in sorted(once) if name in scopes and scopes[name] not in around}


def _assigned(block: Block) -> list[str]:
    targets = [s.target for s in walk(block) if isinstance(s, Assign | Update | For)]
    return [name for target in targets for name in names_in(target)]


def with_names(block: Block, names: Mapping[str, str]) -> Block:
    """Return a block with other names, in the functions that it makes too."""
    return tuple(_with_names(statement, names) for statement in block)


def _with_names(statement: Statement, names: Mapping[str, str]) -> Statement:
    parts: dict[str, object] = {}
    for field in fields(statement):
        value = getattr(statement, field.name)
        if isinstance(value, gast.AST):
            parts[field.name] = _expression(value, names)
        elif field.name in ("body", "orelse"):
            parts[field.name] = with_names(value, names)
    return replace(statement, **parts)  # type: ignore[arg-type]


def _expression(node: gast.AST, names: Mapping[str, str]) -> gast.AST:
    def change(part: gast.AST) -> gast.AST | None:
        if isinstance(part, gast.Name) and part.id in names:
            return gast.Name(names[part.id], part.ctx, None, None)
        if isinstance(part, gast.Constant) and isinstance(part.value, LocalFunction):
            return gast.Constant(_function(part.value, names), None)
        return None

    return rebuild(node, change)


def _function(function: LocalFunction, names: Mapping[str, str]) -> LocalFunction:
    closure = function.closure
    assert isinstance(closure, Closure)  # noqa: S101 -- the only thing that makes one
    captured = {old: new for old, new in names.items() if old not in closure.bound}
    made = replace(
        closure,
        body=tuple(renamed(statement, captured) for statement in closure.body),
        nonlocals=frozenset(captured.get(name, name) for name in closure.nonlocals),
    )
    return LocalFunction(function.name, made, function.defaults, function.captures)
