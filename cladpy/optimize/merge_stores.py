"""Write a region of an adjoint once instead of twice, and in place where its old content is an operand.

before: ``d_x[i] = 0``, ``d_x[i] += e``      ``d_x[1:] = d_x[1:] * y``      ``d_x[i] += e``, ``d_x[i] += e``
after:  ``d_x[i] = e``                       ``d_x[1:] *= y``               ``d_x[i] += 2 * e``

before: ``d_x = np.zeros(x.shape, x.dtype)``, ``d_x[1:] += e``      after: the second ``d_x[1:] = e``

Between the two statements nothing may look at the region, write it, or change what the index is made of; other regions
of the array may be written, if they are certainly apart. The sum of 0
and a number is the number, but for the sign of a zero. What one statement of the primal adds to a single number is
added at once, while the line stays short. Requires nothing. Guarantees: linear.
"""

from dataclasses import dataclass, replace

import gast

from cladpy.analyses.expression_walk import names_in
from cladpy.analyses.storage import Storage
from cladpy.ir import statements as ir
from cladpy.ir.expressions import dotted, negative, same
from cladpy.optimize.analysed import analysed
from cladpy.optimize.context import Context
from cladpy.optimize.effects import EffectsOf
from cladpy.optimize.fold_back import WIDEST
from cladpy.optimize.merge_adds import total_of
from cladpy.optimize.products import factors, number, number_value, product, without_minus
from cladpy.optimize.regions import Regions
from cladpy.optimize.width import width

LONGEST = 40  # statements between zeros and what is first added to them; reverse sweeps of one line have ten
IN_PLACE = (gast.Add, gast.Sub, gast.Mult, gast.Div)


def run(function: ir.Function, context: Context) -> ir.Function:
    """Return the function with stores merged.

    Examples
    --------
    >>> from cladpy.ir.expressions import constant, parse, store_name
    >>> from cladpy.ir.fact import Fact
    >>> made = ir.Assign(store_name("d_x"), parse("2.0 * e"))
    >>> body = (made, ir.Assign(parse("d_x[0]"), constant(0)), ir.Update(parse("d_x[0]"), gast.Add(), constant(3.0)))
    >>> context = Context({}, lambda call: True, lambda call: True, True, lambda expression: Fact("array"))
    >>> [type(statement).__name__ for statement in run(ir.Function("f", ("e",), body), context).body]
    ['Assign', 'Assign']
    """
    known = analysed(function, context)
    merge = _Merge(context, known.storage, known.effects)
    body = merge.block(function.body)
    return function if body == function.body else replace(function, body=body)


@dataclass(slots=True)
class _Cleared:
    """A region that was set to 0, at this place of the statements written so far."""

    target: gast.Subscript
    index: int


class _Merge:
    """Goes through the blocks of a function."""

    def __init__(self, context: Context, storage: Storage, effects: EffectsOf) -> None:
        self.context = context
        self.storage = storage
        self.effects = effects
        self.regions = Regions(context, storage, effects)

    def block(self, block: ir.Block) -> ir.Block:
        written: list[ir.Statement | None] = []
        cleared: list[_Cleared] = []
        added: list[_Cleared] = []
        born: dict[str, int] = {}
        for place, original in enumerate(block):
            statement = self.in_place(self.regions.nested(original, self.block))
            birth = born.get(_stored_into(statement))
            if birth is not None:
                statement = self.first(statement, block[birth + 1 : place])
            if _is_made_of_zeros(statement):
                born[statement.target.id] = place  # type: ignore[union-attr]
            found = next((each for each in cleared if self.fills(each, statement)), None)
            if found is not None and isinstance(statement, ir.Update):
                written[found.index] = None
                value = negative(statement.value) if isinstance(statement.operator, gast.Sub) else statement.value
                statement = ir.Assign(statement.target, value, statement.source)
            total = next(filter(None, (self.total(each, written, statement) for each in added)), None)
            if total is not None:
                index, statement = total
                written[index] = None
            cleared = [each for each in cleared if not self.regions.disturbs(original, each.target)]
            added = [each for each in added if not self.regions.disturbs(original, each.target)]
            if self.adds(statement):
                added.append(_Cleared(statement.target, len(written)))  # type: ignore[union-attr]
            if self.regions.clears(statement):
                cleared.append(_Cleared(statement.target, len(written)))  # type: ignore[union-attr]
            written.append(statement)
        merged = tuple(statement for statement in written if statement is not None)
        unchanged = len(merged) == len(block) and all(a is b for a, b in zip(merged, block, strict=True))
        return block if unchanged else merged

    # ---- a region that is cleared and added to ----

    def fills(self, cleared: _Cleared, statement: ir.Statement) -> bool:
        """Tell whether a statement adds to a cleared region what does not come from the same memory."""
        if not isinstance(statement, ir.Update) or not isinstance(statement.operator, gast.Add | gast.Sub):
            return False
        if not same(cleared.target, statement.target) or not self.effects.is_pure(statement.value):
            return False
        return self.regions.memory(cleared.target).isdisjoint(self.storage.classes_read(statement.value))

    # ---- a region of zeros that were made just now ----

    def first(self, statement: ir.Statement, between: ir.Block) -> ir.Statement:
        """Return what is first added to a region of zeros as what is stored there; ``between``: since the zeros."""
        if not isinstance(statement, ir.Update) or statement.at or len(between) > LONGEST:
            return statement
        target = statement.target
        if not self.regions.is_region(target) or not self.fills(_Cleared(target, 0), statement):
            return statement
        value = _stored_value(statement)
        if value is None or any(self.regions.disturbs(each, target) for each in between):
            return statement
        return ir.Assign(target, value, statement.source)

    # ---- a number that is added to twice ----

    def adds(self, statement: ir.Statement) -> bool:
        """Tell whether a statement adds to one number of an array."""
        if not isinstance(statement, ir.Update) or not isinstance(statement.operator, gast.Add | gast.Sub):
            return False
        is_number = self.context.infer(statement.target).is_scalar and self.context.infer(statement.value).is_scalar
        return is_number and self.regions.is_region(statement.target) and self.effects.is_pure(statement.value)

    def total(
        self, first: _Cleared, written: list[ir.Statement | None], statement: ir.Statement
    ) -> tuple[int, ir.Update] | None:
        """Return where the first addition stands and both as one, if they belong to one statement of the primal."""
        before = written[first.index]
        if not isinstance(before, ir.Update) or not isinstance(statement, ir.Update) or not self.adds(statement):
            return None
        if before.source != statement.source or not same(before.target, statement.target):
            return None
        between = [each for each in written[first.index + 1 :] if each is not None]
        if any(self.changes(each, before.value) for each in between):
            return None
        if not self.regions.memory(first.target).isdisjoint(self.storage.classes_read(statement.value)):
            return None
        signs = [1 if isinstance(each.operator, gast.Add) else -1 for each in (before, statement)]
        sign, value = total_of(before.value, signs[0], statement.value, signs[1])
        if width(value) + width(before.target) > WIDEST:
            return None
        return first.index, replace(statement, operator=gast.Add() if sign > 0 else gast.Sub(), value=value)

    def changes(self, statement: ir.Statement, value: gast.expr) -> bool:
        """Tell whether a statement changes what an expression reads."""
        effects = self.effects.statement(statement)
        read = set(names_in(value))
        return (
            effects.unknown
            or not effects.binds.isdisjoint(read)
            or not effects.stores.isdisjoint(self.regions.memory(value))
        )

    # ---- a region that is an operand of its own new content ----

    def in_place(self, statement: ir.Statement) -> ir.Statement:
        """Return ``d[i] = d[i] * e`` as ``d[i] *= e``."""
        if not isinstance(statement, ir.Assign) or statement.impure or not self.regions.is_region(statement.target):
            return statement
        value = statement.value
        if not isinstance(value, gast.BinOp) or not isinstance(value.op, IN_PLACE):
            return statement
        if not _is_same_place(value.left, statement.target) or not self.keeps_dtype(statement):
            return statement
        return ir.Update(statement.target, value.op, value.right, statement.source)

    def keeps_dtype(self, statement: ir.Assign) -> bool:
        """Tell whether the array has the dtype of the result, so that no operand is cast before the operation."""
        whole = self.context.infer(statement.target.value).dtype
        return whole is not None and whole == self.context.infer(statement.value).dtype


def _stored_into(statement: ir.Statement) -> str:
    """Return the variable of the array that an update stores into, "" for another statement."""
    target = statement.target if isinstance(statement, ir.Update) else None
    return target.value.id if isinstance(target, gast.Subscript) and isinstance(target.value, gast.Name) else ""


def _stored_value(statement: ir.Update) -> gast.expr | None:
    """Return what an update makes of 0; None where a step to negate it would cost what is saved."""
    freed = without_minus(statement.value)
    if isinstance(statement.operator, gast.Add) == (freed is None):
        return statement.value if freed is None else freed
    head, *rest = factors(statement.value if freed is None else freed)
    literal = number_value(head)
    return None if literal is None else product([number(-literal), *rest])


def _is_made_of_zeros(statement: ir.Statement) -> bool:
    """Tell whether a statement gives a variable a new array of zeros."""
    if not isinstance(statement, ir.Assign) or not isinstance(statement.target, gast.Name):
        return False
    value = statement.value
    return isinstance(value, gast.Call) and dotted(value.func) in ("np.zeros", "np.zeros_like")


def _is_same_place(expression: gast.expr, target: gast.expr) -> bool:
    """Tell whether an expression reads what a target stores into."""
    if not (isinstance(expression, gast.Subscript) and isinstance(target, gast.Subscript)):
        return False
    return same(expression.value, target.value) and same(expression.slice, target.slice)
