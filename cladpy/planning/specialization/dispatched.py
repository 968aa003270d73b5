"""Name the function that one under ``functools.singledispatch`` calls for the class of its first argument.

before: ``area(s)``, of functions for ``Square`` and ``Circle``         after: ``area_Square(s)``
before: ``scene.area(s)``, a ``singledispatchmethod`` of the scene's    after: ``area_Square(scene, s)``

Requires that the class is known. Which function it is, is asked again at each call of the derivative.
"""

import functools
import inspect
import types
from typing import Any

import gast

from cladpy.ir.expressions import name
from cladpy.ir.fact import class_of_value, present
from cladpy.ir.statements import Block
from cladpy.planning.specialization.rewrite import values_rewritten
from cladpy.planning.specialization.scene import Scene

_DISPATCHING = functools.singledispatch(len).__code__  # type: ignore[attr-defined]


def dispatched(scene: Scene) -> Block:
    """Return the body in which such calls name their function."""

    def change(value: gast.expr, twin: gast.expr, _target: str | None) -> gast.expr | None:
        if not isinstance(value, gast.Call) or not isinstance(twin, gast.Call) or not twin.args:
            return None
        method = _method(scene, twin.func)
        function: Any = scene.inference.function(twin.func) if method is None else method.dispatcher
        cls = None if isinstance(twin.args[0], gast.Starred) else class_of_value(scene.fact(twin.args[0]))
        if cls is None or getattr(function, "__code__", None) is not _DISPATCHING:
            return None
        found = function.dispatch(cls)
        if not isinstance(found, types.FunctionType):
            return None
        scene.dispatched[function, cls] = found
        called = scene.name_of_value(f"{function.__name__}_{cls.__name__}", found)
        first = [] if method is None else [value.func.value]
        return gast.copy_location(gast.Call(name(called.id), [*first, *value.args], value.keywords), value)

    return values_rewritten(scene, change)


def _method(scene: Scene, node: gast.expr) -> Any:
    """Return the method of this kind that a callee is; None if it is none."""
    if not isinstance(node, gast.Attribute):
        return None
    owner = present(scene.fact(node.value))
    if owner.kind != "object" or owner.cls is None or node.attr in (owner.keys or ()):
        return None
    found = inspect.getattr_static(owner.cls, node.attr, None)
    is_plain = isinstance(found, functools.singledispatchmethod) and isinstance(found.func, types.FunctionType)
    return found if is_plain else None
