"""Write an adjoint that is summed up in steps as one expression.

before: ``d = e``, ``d = d + e``      ``d = e1``, ``d = d + e2``      ``d = d + -e``
after:  ``d = 2 * e``                 ``d = e1 + e2``                 ``d = d - e``

Only within the group of one primal statement, and while the line stays short. A sum that goes on from an earlier group
is merged only where it is a scalar, or twice the same: an array takes its contributions one by one, in place.
Requires single versions. Guarantees: linear. Soundness: as folding; the order of a sum of scalars may change.
"""

from dataclasses import replace

import gast

from cladpy.ir import statements as ir
from cladpy.ir.expressions import binary, constant, mentions, names_in, same
from cladpy.optimize.analysed import Analysed, analysed
from cladpy.optimize.context import Context
from cladpy.optimize.fold_back import INDENT, WIDEST
from cladpy.optimize.folding import Folding, Waiting
from cladpy.optimize.products import without_minus
from cladpy.optimize.rewriting import map_blocks
from cladpy.optimize.variables import base_of, is_adjoint, is_temporary
from cladpy.optimize.width import width


def run(function: ir.Function, context: Context) -> ir.Function:
    """Return the function with the steps of sums merged."""
    function = Folding(function, context, _MergeAdds).run()
    known = analysed(function, context)

    def block(statements: ir.Block) -> ir.Block:
        written: list[ir.Statement] = []
        for each in statements:
            doubled = _twice(written[-1], each, known) if written else None
            if doubled is not None:
                written[-1] = doubled
            else:
                written.append(map_blocks(each, block))
        return tuple(written)

    body = block(function.body)
    return function if body == function.body else replace(function, body=body)


def _twice(first: ir.Statement, second: ir.Statement, known: Analysed) -> ir.Statement | None:
    """Return ``d += 2 * e`` for two statements that add one value to an adjoint, else None."""
    if not isinstance(second, ir.Update) or not isinstance(first, ir.Assign | ir.Update):
        return None
    added, again = _added(first), _added(second)
    if added is None or again is None or first.source != second.source or not same(first.target, second.target):
        return None
    is_same = type(added.op) is type(again.op) and same(added.right, again.right)
    if not is_same or not isinstance(again.op, gast.Add | gast.Sub) or not _may_be_doubled(second, known):
        return None
    doubled = binary(constant(2), gast.Mult(), second.value)
    if isinstance(first, ir.Update):
        return replace(first, value=doubled)
    return replace(first, value=binary(added.left, added.op, doubled))


def _may_be_doubled(step: ir.Update, known: Analysed) -> bool:
    """Tell whether what is added is a number or an array, and not made of what it is added to."""
    target = step.target.id
    apart = known.storage.class_of(target) not in known.storage.classes_read(step.value)
    is_number = known.context.infer(step.value).is_floating
    return is_number and apart and target not in names_in(step.value) and known.effects.is_pure(step.value)


def _added(statement: ir.Assign | ir.Update) -> gast.BinOp | None:
    """Return the sum that a statement makes of an adjoint, or of another version of it, and something else."""
    value, target = statement.value, statement.target
    if not isinstance(target, gast.Name) or not is_adjoint(target.id):
        return None
    if isinstance(statement, ir.Update):
        return None if statement.at else binary(target, statement.operator, value)
    if not isinstance(value, gast.BinOp) or not isinstance(value.left, gast.Name):
        return None
    return value if base_of(value.left.id) == base_of(target.id) else None


class _MergeAdds:
    """Which version of an adjoint goes into the next one."""

    def __init__(self, folding: Folding) -> None:
        self.context = folding.context

    def readers(self, _statement: ir.Assign, variable: str, uses: int) -> bool:
        return uses == 1 and is_adjoint(variable)

    def crosses_sweeps(self, _statement: ir.Assign) -> bool:
        return False

    def may_be_stored_through(self, _waiting: Waiting, _reader: ir.Assign | ir.Update) -> bool:
        return False

    def accept(self, waiting: Waiting, reader: ir.Statement, _folded: ir.Statement, indent: int) -> ir.Statement | None:
        if not isinstance(reader, ir.Assign) or not isinstance(reader.target, gast.Name):
            return None
        if reader.source != waiting.statement.source or not _is_next(waiting.variable, reader.target.id):
            return None
        value = self._sum(waiting.statement.value, waiting.variable, reader.value)
        if value is None or width(value) > WIDEST - INDENT * indent - width(reader.target):
            return None
        return replace(reader, value=value)

    def _sum(self, first: gast.expr, variable: str, step: gast.expr) -> gast.expr | None:
        """Return ``first + e`` for the step ``variable + e``."""
        match step:
            case gast.BinOp(left=gast.Name(id=name), op=gast.Add() | gast.Sub() as operation, right=added):
                if name != variable or mentions(added, variable):
                    return None
                sign = 1 if isinstance(operation, gast.Add) else -1
            case _:
                return None
        if isinstance(first, gast.BinOp) and _goes_on(first, variable):
            if not self.context.fact(variable).is_scalar:
                is_twice = same(first.right, added) and type(first.op) is type(operation)
                return binary(first.left, operation, binary(constant(2), gast.Mult(), added)) if is_twice else None
            added_before = _terms(first.right, 1 if isinstance(first.op, gast.Add) else -1)
            total = _total(_with_term(added_before, sign, added))
            return binary(first.left, gast.Add() if total[0] > 0 else gast.Sub(), total[1])
        if self.context.fact(variable).is_scalar:
            sign, value = _total(_with_term(_terms(first, 1), sign, added))
            return value if sign > 0 else gast.UnaryOp(gast.USub(), value)
        if sign > 0 and same(first, added):
            return binary(constant(2), gast.Mult(), first)
        freed = without_minus(first) if sign > 0 else None
        return binary(added, gast.Sub(), freed) if freed is not None else binary(first, operation, added)


def total_of(first: gast.expr, first_sign: int, second: gast.expr, second_sign: int) -> tuple[int, gast.expr]:
    """Return sign and value of the sum of two scalars with signs; equal terms are doubled.

    Examples
    --------
    >>> from cladpy.ir.expressions import parse, same
    >>> sign, value = total_of(parse("a * b"), -1, parse("a * b"), -1)
    >>> sign, same(value, parse("2 * (a * b)"))
    (-1, True)
    """
    return _total(_with_term(_terms(first, first_sign), second_sign, second))


Terms = list[tuple[int, gast.expr]]


def _goes_on(first: gast.BinOp, variable: str) -> bool:
    """Tell whether a version of an adjoint is an earlier version and something added to it."""
    if not isinstance(first.op, gast.Add | gast.Sub) or not isinstance(first.left, gast.Name):
        return False
    return base_of(first.left.id) == base_of(variable)


def _terms(value: gast.expr, sign: int) -> Terms:
    """Return the terms of a sum with their signs."""
    if isinstance(value, gast.BinOp) and isinstance(value.op, gast.Add | gast.Sub):
        right = sign if isinstance(value.op, gast.Add) else -sign
        return _terms(value.left, sign) + _terms(value.right, right)
    freed = without_minus(value)
    return [(sign, value)] if freed is None else [(-sign, freed)]


def _with_term(terms: Terms, sign: int, added: gast.expr) -> Terms:
    """Return the terms of a sum of scalars with another one; a term that occurs already is doubled."""
    for each_sign, each in _terms(added, sign):
        for index, (known_sign, known) in enumerate(terms):
            if known_sign == each_sign and same(known, each):
                doubled = (known_sign, binary(constant(2), gast.Mult(), known))
                terms = [*terms[:index], doubled, *terms[index + 1 :]]
                break
        else:
            terms = [*terms, (each_sign, each)]
    return terms


def _total(terms: Terms) -> tuple[int, gast.expr]:
    """Return sign and value of a sum; a positive term stands first, if there is one."""
    lead = next((index for index, (sign, _) in enumerate(terms) if sign > 0), 0)
    sign, value = terms[lead]
    for other_sign, other in terms[:lead] + terms[lead + 1 :]:
        value = binary(value, gast.Add() if other_sign == sign else gast.Sub(), other)
    return sign, value


def _is_next(variable: str, target: str) -> bool:
    """Tell whether a variable is the version of an adjoint that another one goes on from."""
    return base_of(variable) == base_of(target) and (not is_temporary(variable) or variable == target)
