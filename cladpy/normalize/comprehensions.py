"""Comprehensions of active values, written as the loops that they are.

before: ``y = [f(v) for v in x if v > 0]``
after: ``v@1 = []``, ``for v@2 in x: if v@2 > 0: v@1.append(f(v@2))``, ``y = v@1``

before: ``d = {k: x, **e}``, of keys that no literal stands for
after: ``v@1 = {}``, ``v@1[k] = x``, ``v@1.update(e)``, ``d = v@1``

A comprehension or dict that holds nothing active stays as it is; facts tell, so this is done when the function is
brought into the normal form again.
"""

from typing import TYPE_CHECKING

import gast

from cladpy.ir.expressions import LOAD
from cladpy.ir.statements import Assign, Effect
from cladpy.normalize.closures import rename_comprehension
from cladpy.normalize.owned_calls import OwnedCalls
from cladpy.normalize.reductions import Reductions
from cladpy.normalize.streams import Streams

if TYPE_CHECKING:
    from cladpy.normalize.flatten_expressions import ExpressionFlattener

CONSUMERS = frozenset({"list", "tuple", "sorted"})
"""Builtins that take everything that a generator gives, at once."""


def write_comprehension(flattener: "ExpressionFlattener", node: gast.ListComp | gast.DictComp) -> gast.expr:
    """Write the loops of a comprehension; return the list or dict that they fill."""
    recorder = flattener.recorder
    renamed = rename_comprehension(node, recorder.fresh, flattener.local)
    is_list = isinstance(renamed, gast.ListComp)
    found = recorder.bind(gast.List([], LOAD) if is_list else gast.Dict([], []))
    flattener.local.add(found.id)

    def step() -> None:
        if is_list:
            item = flattener.atom(renamed.elt)
            recorder.emit(Effect(gast.Call(gast.Attribute(found, "append", LOAD), [item], []), recorder.current))
            return
        key, value = flattener.atoms([renamed.key, renamed.value])
        recorder.emit(Assign(gast.Subscript(found, key, gast.Store()), value, recorder.current))

    Reductions(flattener).loops(renamed.generators, step)
    return found


def write_dict(flattener: "ExpressionFlattener", node: gast.Dict) -> gast.expr:
    """Write the stores that fill a dict; return it."""
    recorder = flattener.recorder
    found = recorder.bind(gast.Dict([], []))
    flattener.local.add(found.id)
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            OwnedCalls(recorder, flattener).merged(found, flattener.atom(value))
            continue
        place, item = flattener.atoms([key, value])
        recorder.emit(Assign(gast.Subscript(found, place, gast.Store()), item, recorder.current))
    return found


def with_lists(node: gast.Call) -> gast.Call:
    """Return a call of ``list``, ``tuple`` or ``sorted`` with a list comprehension in place of a generator."""
    consumes = isinstance(node.func, gast.Name) and node.func.id in CONSUMERS and len(node.args) == 1
    if not consumes or not isinstance(node.args[0], gast.GeneratorExp):
        return node
    generator = node.args[0]
    made = gast.copy_location(gast.ListComp(generator.elt, generator.generators), generator)
    return gast.copy_location(gast.Call(node.func, [made], node.keywords), node)


def is_long(flattener: "ExpressionFlattener", node: gast.ListComp | gast.DictComp) -> bool:
    """Tell whether a comprehension takes its items from what is written as loops, or makes calls that update names."""
    streams = Streams(flattener)
    return bool(flattener.handed(node)) or any(
        streams.kind(generator.iter) is not None for generator in node.generators
    )
