"""Stores into the real or imaginary part of complex arrays, written as stores of numbers that are made of both parts.

before: ``z.imag = v``         after: ``v@1 = z[...].copy()``, ``z[...] = of_parts(v@1.real, v)``
before: ``z.real[i] += v``     after: ``v@1 = z[i].copy()``, ``z[i] = of_parts(v@1.real + v, v@1.imag)``

They apply once facts tell that the owner is a complex array: an object has attributes of its own. The parts of a copy
are views of nothing that is stored into, whatever other names the array has.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import gast

from cladpy.ir.expressions import LOAD, attribute, call, constant, subscript
from cladpy.ir.statements import Assign
from cladpy.normalize.owned_calls import is_part, position_of

if TYPE_CHECKING:
    from cladpy.normalize.flatten_expressions import ExpressionFlattener


@dataclass(frozen=True, slots=True)
class ComplexParts:
    """Writes what is stored into ``z.real`` and ``z.imag``.

    Parameters
    ----------
    flattener : ExpressionFlattener
        Takes expressions apart.
    """

    flattener: "ExpressionFlattener"

    def is_within(self, target: gast.expr) -> bool:
        """Tell whether a target is a part of what is known to be a complex array, or a region of such a part."""
        part = target.value if isinstance(target, gast.Subscript) else target
        owner = self.flattener.owners.get(position_of(part)) if is_part(part) else None
        return owner is not None and owner.kind == "array"

    def store(self, target: gast.expr, value: gast.expr) -> None:
        """Write ``target = value``, the value an atom."""
        place, old, part = self.found(target)
        self.put(place, old, part, value)

    def update(self, node: gast.AugAssign) -> None:
        """Write ``target op= value``."""
        place, old, part = self.found(node.target)
        mine = self.flattener.recorder.bind(gast.Attribute(old, part, LOAD))
        new = gast.BinOp(mine, node.op, self.flattener.atom(node.value))
        self.put(place, old, part, self.flattener.recorder.bind(new))

    def found(self, target: gast.expr) -> tuple[gast.Subscript, gast.expr, str]:
        """Return the place of whole numbers, their name, and which part of them is meant."""
        is_region = isinstance(target, gast.Subscript)
        part = target.value if is_region else target
        array = self.flattener.atom(part.value)
        index = self.flattener.index(target.slice) if is_region else constant(Ellipsis)
        bind = self.flattener.recorder.bind
        old = bind(call(attribute(bind(subscript(array, index)), "copy")))
        return gast.Subscript(array, index, gast.Store()), old, part.attr

    def put(self, place: gast.Subscript, old: gast.expr, part: str, value: gast.expr) -> None:
        """Write the store of numbers of which one part is new."""
        recorder = self.flattener.recorder
        other = recorder.bind(gast.Attribute(old, "imag" if part == "real" else "real", LOAD))
        parts = (value, other) if part == "real" else (other, value)
        recorder.emit(Assign(place, recorder.bind(call("of_parts", *parts)), recorder.current))


def marked(value: gast.expr, node: gast.expr) -> gast.expr:
    """Return an expression, a part that a store goes into as one that is stored: facts then tell of what it is."""
    if not is_part(value):
        return value
    return gast.copy_location(gast.Attribute(value.value, value.attr, gast.Store()), node)
