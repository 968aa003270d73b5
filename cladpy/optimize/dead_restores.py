"""Leave out the restoring of a region that is restored again, or all of it, before anything reads it.

before: ``x[i] = tape_1.pop()``, ``d_y += d_x[i]``, ``x[i] = tape_2.pop()``
after:  ``tape_1.pop()``, ``d_y += d_x[i]``, ``x[i] = tape_2.pop()``

What the tape held is then not recorded at all, as dead code. Requires nothing. Guarantees: linear.
"""

from dataclasses import replace

import gast

from cladpy.analyses.tapes import list_method
from cladpy.ir import statements as ir
from cladpy.ir.expressions import same
from cladpy.optimize.analysed import analysed
from cladpy.optimize.context import Context
from cladpy.optimize.regions import Regions


def run(function: ir.Function, context: Context) -> ir.Function:
    """Return the function without restores that nothing reads."""
    if sum(_is_restore(each) for each in ir.walk(function.body)) < 2:
        return function
    known = analysed(function, context)
    regions = Regions(context, known.storage, known.effects)

    def block(statements: ir.Block) -> ir.Block:
        made = [regions.nested(each, block) for each in statements]
        for index, each in enumerate(made):
            if _is_restore(each) and _is_overwritten(each, made[index + 1 :], regions):  # type: ignore[arg-type]
                made[index] = ir.Effect(each.value, each.source)  # type: ignore[union-attr]
        return statements if all(a is b for a, b in zip(made, statements, strict=True)) else tuple(made)

    body = block(function.body)
    return function if body == function.body else replace(function, body=body)


def _is_restore(statement: ir.Statement) -> bool:
    """Tell whether a statement stores what it takes from a list into a region of an array."""
    if not isinstance(statement, ir.Assign) or not isinstance(statement.target, gast.Subscript):
        return False
    method = list_method(statement.value)
    return method is not None and method[1] == "pop"


def _is_overwritten(restore: ir.Assign, following: list[ir.Statement], regions: Regions) -> bool:
    """Tell whether a region is written again before anything reads it."""
    if not regions.is_region(restore.target):
        return False
    for statement in following:
        if isinstance(statement, ir.Assign) and _covers(statement.target, restore.target):
            return regions.memory(restore.target).isdisjoint(regions.memory(statement.value))
        if regions.disturbs(statement, restore.target):
            return False
    return False


def _covers(target: gast.expr, region: gast.expr) -> bool:
    """Tell whether a store writes all elements of a region."""
    if not isinstance(target, gast.Subscript) or not same(target.value, region.value):
        return False
    return same(target.slice, region.slice) or _is_whole(target.slice)


def _is_whole(index: gast.expr) -> bool:
    if isinstance(index, gast.Slice):
        return index.lower is index.upper is index.step is None
    return isinstance(index, gast.Constant) and index.value is Ellipsis
