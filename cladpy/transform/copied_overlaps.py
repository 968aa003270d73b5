"""Where an array may be copied onto itself in a way whose result NumPy leaves to the order of its loop.

before: ``a[::2] = a[:5]``      after (forward sweep): ``check_overlap(a[::2], a[:5])`` in front of it

NumPy buffers such a copy unless both sides have one dimension and run the same way. Then it is right where both have
the same stride, as in ``a[1:] = a[:-1]``; else elements may be read that the copy has already written. Numba buffers.
What a mask of all axes stores is not buffered either: ``a[a > 0] = a[::-1]``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import gast

from cladpy.analyses.index_kind import index_facts, is_view_index
from cladpy.analyses.operations import Item
from cladpy.ir.expressions import call, name, same, subscript
from cladpy.ir.statements import Assign
from cladpy.transform.stored_regions import WHOLE

if TYPE_CHECKING:
    from cladpy.transform.adjoints import Adjoints


def overlap_check(sweep: Adjoints, statement: Assign) -> gast.expr | None:
    """Return the check that a store needs, over versions; None where it certainly needs none."""
    old, value = statement.old, statement.value
    if sweep.is_typed or old is None or not isinstance(value, gast.Name) or not sweep.is_active(statement.new or ""):
        return None
    classes = sweep.analysis.stores.classes
    if value.id not in classes or classes[value.id] != classes.get(old) or not sweep.analysis.fact(old).is_array:
        return None
    if isinstance(statement.target, gast.Subscript) and may_be_whole_mask(statement.target.slice, old, sweep):
        return call("check_mask_overlap", name(old), statement.target.slice, value)
    index = statement.target.slice if isinstance(statement.target, gast.Subscript) else WHOLE
    target = name(old) if index is WHOLE else subscript(name(old), index)
    stored, given = sweep.infer(target), sweep.analysis.fact(value.id)
    is_copied = (stored.dims is not None and len(stored.dims) != 1) or given.dims == ()
    if is_copied or not is_view_index(index, sweep.infer) or _is_parallel(sweep, old, index, value.id):
        return None
    return call("check_overlap", target, value)


def may_be_whole_mask(index: gast.expr, array: str, sweep: Adjoints) -> bool:
    """Tell whether an index may be a mask of all axes of an array: NumPy does not buffer what it stores by one."""
    facts = index_facts(index, sweep.infer)
    if isinstance(index, gast.Tuple) or len(facts) != 1:
        return False
    fact = facts[0]
    if fact.kind not in ("array", "number", "unknown"):
        return False
    if fact.dtype is not None and fact.dtype.kind != "b":
        return False
    dims = sweep.analysis.fact(array).dims
    return fact.dims is None or dims is None or len(fact.dims) == len(dims)


def _is_parallel(sweep: Adjoints, old: str, index: gast.expr, value: str) -> bool:
    """Tell whether a value is a view of the same array with the same step as what it is stored into."""
    made = sweep.analysis.operations.get(value)
    if not isinstance(made, Item) or not isinstance(made.owner, gast.Name):
        return False
    variables = sweep.analysis.variables
    steps, others = _steps(index), _steps(made.index)
    is_same = variables.get(made.owner.id) == variables.get(old)
    return is_same and steps is not None and others is not None and len(steps) == len(others) and all(
        (step is None) == (other is None) and (step is None or same(step, other))
        for step, other in zip(steps, others, strict=True)
    )  # fmt: skip


def _steps(index: gast.expr) -> list[gast.expr | None] | None:
    """Return the step of each axis of an index of slices and numbers, a number's own; None for other indices."""
    parts = index.elts if isinstance(index, gast.Tuple) else [index]
    if sum(isinstance(part, gast.Slice) for part in parts) != 1 or any(_is_new_or_rest(part) for part in parts):
        return None
    one = gast.Constant(1, None)
    return [part.step or one if isinstance(part, gast.Slice) else None for part in parts]


def _is_new_or_rest(part: gast.expr) -> bool:
    return isinstance(part, gast.Constant) and (part.value is None or part.value is Ellipsis)
