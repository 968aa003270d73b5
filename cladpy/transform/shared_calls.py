"""Compute once what several operands of one operation receive alike.

before: ``d_x += divide_guarded(d_z, y)``, ``d_y -= multiply_guarded(divide_guarded(d_z, y), z)``
after:  ``d_1 = divide_guarded(d_z, y)``, ``d_x += d_1``, ``d_y -= multiply_guarded(d_1, z)``

Only calls of the runtime's guards count: one costs far more than the arithmetic that it stands for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import gast

from cladpy.analyses.expression_walk import nodes_in
from cladpy.ir.expressions import fingerprint, rebuild

if TYPE_CHECKING:
    from cladpy.transform.adjoints import Adjoints

GUARDS = frozenset({"divide_guarded", "multiply_guarded", "strong_product", "power_adjoint", "masked"})


def share_calls(
    sweep: Adjoints, values: Sequence[gast.expr], is_stable: Callable[[gast.AST], bool] = lambda call: True
) -> list[gast.expr]:
    """Return values in which a call that occurs in several of them stands for a name, which is bound here.

    ``is_stable`` tells of a call whether it gives the same here as where the values are used.
    """
    texts = [{fingerprint(call) for call in nodes_in(value) if _is_guard(call)} for value in values]
    counts = Counter(text for each in texts for text in each)
    names: dict[str, gast.expr] = {}

    def change(node: gast.AST) -> gast.AST | None:
        if not _is_guard(node) or counts[fingerprint(node)] < 2 or not is_stable(node):
            return None
        text = fingerprint(node)
        if text not in names:
            names[text] = sweep.bind(node)
        return names[text]

    return [rebuild(value, change) for value in values]


def _is_guard(node: gast.AST) -> bool:
    return isinstance(node, gast.Call) and isinstance(node.func, gast.Name) and node.func.id in GUARDS
