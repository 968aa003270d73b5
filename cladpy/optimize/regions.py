"""What is known of a region of an array, such as ``d_x[i]``, and of statements between two of its uses."""

from collections.abc import Callable

import gast

from cladpy.analyses.expression_walk import names_in
from cladpy.analyses.liveness import binds, own_expressions
from cladpy.analyses.storage import Storage
from cladpy.ir import statements as ir
from cladpy.ir.expressions import same
from cladpy.optimize.apart import are_apart, least_of
from cladpy.optimize.context import Context
from cladpy.optimize.effects import EffectsOf
from cladpy.optimize.rewriting import map_blocks


class Regions:
    """Answers for one function, within the loops that are being gone through.

    Parameters
    ----------
    context : Context
    storage : Storage
    effects : EffectsOf
    """

    def __init__(self, context: Context, storage: Storage, effects: EffectsOf) -> None:
        self.context = context
        self.storage = storage
        self.effects = effects
        self.least: dict[str, int] = {}  # that the counters of the loops around are not less than

    def nested(self, statement: ir.Statement, block: Callable[[ir.Block], ir.Block]) -> ir.Statement:
        """Return a statement with its blocks rewritten; the counter of a loop over a range is known there."""
        if not isinstance(statement, ir.For) or not isinstance(statement.target, gast.Name):
            return map_blocks(statement, block)
        counter, least, outer = statement.target.id, least_of(statement.iterable), dict(self.least)
        self.least.pop(counter, None)
        if least is not None and not any(counter in binds(each) for each in ir.walk(statement.body)):
            self.least[counter] = least
        statement = map_blocks(statement, block)
        self.least = outer
        return statement

    def clears(self, statement: ir.Statement) -> bool:
        """Tell whether a statement sets a region of an array to 0."""
        if not isinstance(statement, ir.Assign) or not isinstance(statement.value, gast.Constant):
            return False
        return statement.value.value == 0 and self.is_region(statement.target)

    def disturbs(self, statement: ir.Statement, region: gast.expr) -> bool:
        """Tell whether a statement looks at a cleared region, writes it, or changes what its index is made of."""
        if isinstance(statement, ir.If | ir.For | ir.While | ir.With | ir.Return | ir.Break | ir.Continue | ir.Raise):
            return True
        effects = self.effects.statement(statement)
        if effects.unknown or not effects.binds.isdisjoint(names_in(region)):
            return True
        if self.is_elsewhere(statement, region):
            return False
        touched = effects.stores | {each for part in own_expressions(statement) for each in self.memory(part)}
        return not self.memory(region).isdisjoint(touched)

    def is_elsewhere(self, statement: ir.Statement, region: gast.expr) -> bool:
        """Tell whether a statement writes a region of the same array that is apart, and reads nothing of the array."""
        target = statement.target if isinstance(statement, ir.Assign | ir.Update) else None
        if not isinstance(target, gast.Subscript) or not same(target.value, region.value):
            return False
        if not are_apart(target.slice, region.slice, self.least):
            return False
        read = self.memory(statement.value) | self.memory(target.slice)  # type: ignore[union-attr]
        return self.memory(region).isdisjoint(read)

    def memory(self, region: gast.expr) -> set[str]:
        """Return the classes of the memory that a region lies in, and of what its index reads."""
        return self.storage.classes_read(region)

    def is_region(self, target: gast.expr) -> bool:
        """Tell whether a target is a region of an array, the same one wherever it is written (no ``d[tape.pop()]``)."""
        if not (isinstance(target, gast.Subscript) and isinstance(target.value, gast.Name)):
            return False
        return self.context.infer(target.value).kind == "array" and self.effects.is_pure(target.slice)
