"""Set a region of an adjoint to 0 behind the last reader of what it held, so that this need not be copied.

before: ``d_t = owned(d_u[1:])``, ``d_u[1:] = 0``, ``d_v = 2 * d_t``    after: the second behind the third

Within the statements that belong to one of the primal, and where nothing in between looks at the region or writes it.
Requires requests for storage, which ``own_storage`` grants. Guarantees: linear.
"""

from dataclasses import replace

import gast

from cladpy.analyses.expression_walk import names_in
from cladpy.analyses.liveness import own_expressions
from cladpy.analyses.storage import is_request
from cladpy.ir import statements as ir
from cladpy.ir.expressions import same
from cladpy.optimize.analysed import analysed
from cladpy.optimize.context import Context
from cladpy.optimize.regions import Regions


def run(function: ir.Function, context: Context) -> ir.Function:
    """Return the function with regions cleared late."""
    if not any(_is_copy(each) for each in ir.walk(function.body)):
        return function
    known = analysed(function, context)
    late = _LateClears(Regions(context, known.storage, known.effects), known.occurrences.uses)
    body = late.block(function.body)
    return function if body == function.body else replace(function, body=body)


def _is_copy(statement: ir.Statement) -> bool:
    """Tell whether a variable is given a region, to keep."""
    if not isinstance(statement, ir.Assign) or not isinstance(statement.target, gast.Name):
        return False
    return is_request(statement.value) and isinstance(statement.value.args[0], gast.Subscript)


class _LateClears:
    """Goes through the blocks of a function."""

    def __init__(self, regions: Regions, uses: dict[str, int]) -> None:
        self.regions, self.uses = regions, uses

    def block(self, block: ir.Block) -> ir.Block:
        """Return a block with its clears behind what reads the old content."""
        statements = [self.regions.nested(each, self.block) for each in block]
        for index in range(len(statements) - 2):
            place = self.place(statements, index)
            if place is not None:
                statements.insert(place, statements.pop(index + 1))
        return block if all(a is b for a, b in zip(statements, block, strict=True)) else tuple(statements)

    def place(self, statements: list[ir.Statement], index: int) -> int | None:
        """Return where the clear behind a copy may go, None if it stays."""
        copy, clear = statements[index], statements[index + 1]
        if not _is_copy(copy) or not self.regions.clears(clear) or not same(copy.value.args[0], clear.target):  # type: ignore[union-attr]
            return None
        left = self.uses[copy.target.id]  # type: ignore[union-attr]
        for place, each in enumerate(statements[index + 2 :], index + 2):
            if each.source != copy.source or self.regions.disturbs(each, clear.target):  # type: ignore[union-attr]
                return None
            left -= sum(name == copy.target.id for part in own_expressions(each) for name in names_in(part))  # type: ignore[union-attr]
            if left == 0:
                return place
        return None
