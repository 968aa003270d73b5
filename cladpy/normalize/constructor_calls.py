"""Calls of classes whose constructor does more than store its arguments.

before: ``Sub(a, b)``                                   after: ``o = object.__new__(Sub)``, the body of ``__init__``
before: ``Cell(x)``, ``items`` with the factory ``list``   after: ``v@1 = []``, ``Cell(x, items=v@1)``
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

import gast

from cladpy.ir.expressions import call, name
from cladpy.normalize import dataclass_calls
from cladpy.normalize.owned_calls import Owner

if TYPE_CHECKING:
    from cladpy.normalize.flatten_expressions import ExpressionFlattener


def constructed(flattener: "ExpressionFlattener", node: gast.Call, owner: Owner) -> gast.expr | None:
    """Write the call of a class and return its value; None if it stays as it is."""
    if owner.cls is not None and dataclass_calls.is_generated(owner.cls):
        completed = with_factories(flattener, node, owner.cls)
        if completed is None:
            return None
        if not hasattr(owner.cls, dataclass_calls.POST_INIT):
            return None if completed is node else flattener.as_it_stands(completed, completed.func)
        node = completed
    closure = flattener.constructor(owner)
    if closure is None:
        return None
    for part in (part for statement in closure.body for part in gast.walk(statement)):
        if not hasattr(part, "lineno"):  # written for the class, and nowhere in a file
            gast.copy_location(part, node)
    made = flattener.recorder.bind(call("object.__new__", node.func))
    flattener.inline(closure, gast.copy_location(gast.Call(node.func, [made, *node.args], node.keywords), node))
    return made


def with_factories(flattener: "ExpressionFlattener", node: gast.Call, cls: type) -> gast.Call | None:
    """Return the call of a dataclass with what its default factories give; None if that is not known."""
    factories = dataclass_calls.missing_factories(cls, node)
    if not factories:
        return None if factories is None else node
    atoms = flattener.atoms([*node.args, *(each.value for each in node.keywords)])
    positional, named = atoms[: len(node.args)], atoms[len(node.args) :]
    keywords = [gast.keyword(each.arg, atom) for each, atom in zip(node.keywords, named, strict=True)]
    for field, factory in factories.items():
        made = _made_by(flattener, factory, node)
        if made is None:
            return None
        keywords.append(gast.keyword(field, flattener.recorder.bind(made)))
    return gast.copy_location(gast.Call(node.func, positional, keywords), node)


def _made_by(flattener: "ExpressionFlattener", factory: Callable[..., object], node: gast.Call) -> gast.expr | None:
    """Return what a default factory gives: a display, or the result of its body; None if its text is not known."""
    display = dataclass_calls.display_of(factory)
    if display is not None:
        return display
    key = flattener.factory(factory)
    if key is None:
        return None
    return flattener.inline(flattener.closures[key], gast.copy_location(gast.Call(name(key), [], []), node))
