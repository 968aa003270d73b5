"""Tangents of objects: objects of the same class whose fields are tangents.

before: ``p.1 = Pair(a.0, b.0)``, a named tuple or plain dataclass    after: ``t_p = Pair(t_a, t_b)``
before: ``v.1 = Vec3(a.0, b.0)``, a class with an ``__init__``        after: ``t_v = object_of(Vec3, x=t_a, y=t_b)``
"""

import dataclasses

import gast

from cladpy.analyses.operations import Display
from cladpy.ir.expressions import dotted, name


def constructed(value: gast.Call, operation: Display, items: list[gast.expr]) -> gast.expr:
    """Return the tangent of an object, given the call that constructs it and the tangents of its fields."""
    if not items:  # its fields are stored one by one, and so are their tangents
        return value
    cls = operation.cls
    fields = getattr(cls, "_fields", operation.keys)
    count = 0 if not _is_transparent(cls) else len(value.args)
    named = [gast.keyword(str(key), item) for key, item in zip(fields[count:], items[count:], strict=True)]
    if _is_transparent(cls):
        return gast.Call(value.func, items[:count], named)
    made_bare = dotted(value.func) == "object.__new__"  # with the literals that its class gives alone
    return gast.Call(name("object_of"), [value.args[0] if made_bare else value.func], named)


def _is_transparent(cls: type | None) -> bool:
    """Tell whether a class's constructor does nothing but store what it is given under the names of its fields."""
    return hasattr(cls, "_fields") or (
        dataclasses.is_dataclass(cls) and cls.__init__.__code__.co_filename.startswith("<")
    )
