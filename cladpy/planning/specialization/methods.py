"""Write out the calls of methods and classes of which one text stands for several.

before: ``o = ops[0]``, ``v = o.step(v)``, ``o = ops[1]``, ``v = o.step(v)``, where ``step`` updates its object
after: ``o = ops[0]``, the body of one class's ``step``, ``o = ops[1]``, the body of that of another

Where a text calls one method alone, the normal form has its body already. In a loop that was written out the objects
are of several classes, which facts tell apart only now.
"""

import gast

from cladpy.analyses.objects import method_of, plain_constructor
from cladpy.analyses.operations import Opaque
from cladpy.ir.fact import Fact, present
from cladpy.ir.statements import Block
from cladpy.normalize.constructor_calls import constructed
from cladpy.normalize.owned_calls import Owner
from cladpy.planning.specialization.local_functions import is_open
from cladpy.planning.specialization.rewrite import values_rewritten
from cladpy.planning.specialization.scene import Scene

MOST_CALLS = 200  # that are written out in one function: beyond that, one of them calls itself


def methods_written_out(scene: Scene) -> Block:
    """Return the body with such calls written out."""
    operations = scene.table.operations

    def change(value: gast.expr, twin: gast.expr, target: str | None) -> gast.expr | None:
        if not isinstance(value, gast.Call) or is_open(value):
            return None
        owner = _owner(scene, twin)
        if owner is not None and owner.kind == "class" and not isinstance(operations.get(target or ""), Opaque):
            return None  # it stores its arguments, and no more
        if owner is None or len(set(scene.recorder.scopes.values())) > MOST_CALLS:
            return None
        expressions = scene.flattener().expressions
        written = constructed(expressions, value, owner) if owner.kind == "class" else expressions.owned(value, owner)
        if written is not None and owner.function is not None:
            scene.user_names |= {*owner.function.__code__.co_names, *owner.function.__code__.co_varnames}
        return written

    return values_rewritten(scene, change)


def _owner(scene: Scene, twin: gast.Call) -> Owner | None:
    """Return what a call calls, where it is a method of an object or a class of the user's."""
    if isinstance(twin.func, gast.Attribute) and isinstance(twin.func.value, gast.Name):
        fact = present(scene.fact(twin.func.value))
        function = method_of(fact, twin.func.attr) if fact.kind == "object" else None
        if function is not None:
            return Owner("object", function, cls=fact.cls)
    return _class(scene.fact(twin.func))


def _class(fact: Fact) -> Owner | None:
    if fact.kind != "class" or not isinstance(fact.value, type):
        return None
    init = plain_constructor(fact.value)
    return None if init is None else Owner("class", init, cls=fact.value)
