"""Leave out a dtype that is asked for and would be the result's anyway.

before: ``v = np.sum(x, axis=0, dtype=out.dtype)``      after: ``v = np.sum(x, axis=0)``, where both are float64

A sum that is written into another array is computed in that array's dtype, which the normal form spells out.
"""

import gast

from cladpy.ir.statements import Block
from cladpy.planning.specialization.rewrite import values_rewritten
from cladpy.planning.specialization.scene import Scene


def without_equal_dtypes(scene: Scene) -> Block:
    """Return the body without such keywords."""

    def change(value: gast.expr, twin: gast.expr, _target: str | None) -> gast.expr | None:
        if not isinstance(value, gast.Call) or not isinstance(twin, gast.Call):
            return None
        if not any(keyword.arg == "dtype" and _is_temporary(keyword.value) for keyword in value.keywords):
            return None
        if scene.inference.infer(_plain(twin)) != scene.inference.infer(twin):
            return None
        return _plain(value)

    return values_rewritten(scene, change)


def _is_temporary(node: gast.expr) -> bool:
    return isinstance(node, gast.Name) and "@" in node.id


def _plain(node: gast.Call) -> gast.Call:
    keywords = [keyword for keyword in node.keywords if keyword.arg != "dtype"]
    return gast.copy_location(gast.Call(node.func, node.args, keywords), node)
