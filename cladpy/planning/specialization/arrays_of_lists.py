"""Make an array of a list of unknown length before a function of arrays takes it.

before: ``m = np.mean(rows, axis=0)``
after:  ``v@1 = np.array(rows)``, ``m = np.mean(v@1, axis=0)``

NumPy does so itself. Written out, the array is what formulas read and what a loop records; the list, which may grow
and shrink, gets its adjoint by the rule of ``np.array`` alone.
"""

import gast

from cladpy.analyses.operations import Apply, array_operands
from cladpy.ir.expressions import call
from cladpy.ir.statements import Block
from cladpy.planning.specialization.rewrite import values_rewritten
from cladpy.planning.specialization.scene import Scene


def arrays_of_lists(scene: Scene) -> Block:
    """Return the body with such lists made arrays."""

    def change(value: gast.expr, twin: gast.expr, target: str | None) -> gast.expr | None:
        operation = scene.table.operations.get(target or "")
        if not isinstance(operation, Apply) or not isinstance(value, gast.Call):
            return None
        lists = _lists(scene, operation)
        if not lists:
            return None
        pairs = zip(value.args, twin.args, strict=True)
        arguments = [_array(scene, part) if _is_one_of(other, lists) else part for part, other in pairs]
        keywords = [
            gast.keyword(part.arg, _array(scene, part.value) if _is_one_of(other.value, lists) else part.value)
            for part, other in zip(value.keywords, twin.keywords, strict=True)
        ]
        return gast.Call(value.func, arguments, keywords)

    return values_rewritten(scene, change)


def _lists(scene: Scene, operation: Apply) -> set[str]:
    """Return the versions of the lists of unknown length that are operands of a rule about arrays."""
    operands = {argument.id: scene.fact(argument) for _parameter, argument in array_operands(operation)}
    return {version for version, fact in operands.items() if fact.kind == "list" and fact.items is None}


def _is_one_of(node: gast.expr, versions: set[str]) -> bool:
    return isinstance(node, gast.Name) and node.id in versions


def _array(scene: Scene, node: gast.expr) -> gast.expr:
    return scene.bind(call("np.array", node))
