"""Fold arithmetic with literals, where the result is the same to the last bit.

before: ``1.0 * e``   ``e / 1``   ``-1.0 * e``   ``a + -e``   ``a if 0.0 is None else e``   ``2 * (3 * n)``
after:  ``e``         ``e``       ``-e``         ``a - e``    ``e``                         stays
before: ``tuple(d * x / z for x in (a, b))``   ``tuple(d * x / z for x in (a, b))[0]``
after:  ``(d * a / z, d * b / z)``             ``d * a / z``

A factor of one goes where what remains is floating and of the same dtype. ``e + 0.0`` (signed zero) and ``0 * e``
(NaN) stay. Literals are computed in derivatives alone: elsewhere they are the user's own text.
Guarantees: linear. Soundness: needs a fact for each fold that could change a type.
"""

import math
import operator
from collections.abc import Callable
from dataclasses import replace

import gast

from cladpy.analyses.expression_walk import nodes_in
from cladpy.analyses.liveness import own_expressions
from cladpy.analyses.storage import IMMUTABLE, is_request
from cladpy.ir import statements as ir
from cladpy.ir.expressions import binary, call, rebuild, substitute
from cladpy.optimize.analysed import analysed
from cladpy.optimize.context import Context
from cladpy.optimize.products import factors, number, number_value, product, without_minus
from cladpy.optimize.rewriting import map_expressions, map_statements
from cladpy.optimize.sweeps import derivative_statements

MOST_ITEMS = 4  # of a tuple, for its items to be written one by one
FOLDED = (gast.BinOp, gast.UnaryOp, gast.Call, gast.IfExp)
COMPUTED: dict[type[gast.operator], Callable[[float, float], float]] = {
    gast.Add: operator.add,
    gast.Sub: operator.sub,
    gast.Mult: operator.mul,
    gast.Div: operator.truediv,
}


def run(function: ir.Function, context: Context) -> ir.Function:
    """Return the function with its constants folded.

    Examples
    --------
    >>> from cladpy.ir.expressions import parse
    >>> from cladpy.ir.fact import FLOAT
    >>> context = Context({"x": FLOAT}, bool, bool, True, lambda expression: FLOAT)
    >>> body = (ir.Comment("---- reverse sweep ----"), ir.Return(parse("1.0 * x")))
    >>> run(ir.Function("f", ("x",), body), context).body[1].value.id
    'x'
    """
    return map_statements(function, derivative_statements(function), _Folder(function, context).statement)


def _items(node: gast.expr) -> list[gast.expr]:
    """Return the items of a tuple of what is computed of each of some names, literals and elements; else nothing."""
    match node:
        case gast.Call(
            func=gast.Name(id="tuple"), args=[gast.GeneratorExp(elt=item, generators=[over])], keywords=[]
        ) if isinstance(over.iter, gast.Tuple) and isinstance(over.target, gast.Name) and not over.ifs:
            items = over.iter.elts
            if len(items) <= MOST_ITEMS and all(map(_is_read, items)):
                return [substitute(item, {over.target.id: each}) for each in items]
    return []


def _is_read(node: gast.expr) -> bool:
    """Tell whether an expression is a name, a literal or an element, which may be written twice."""
    if isinstance(node, gast.Subscript):
        return isinstance(node.value, gast.Name) and isinstance(node.slice, gast.Name | gast.Constant)
    return isinstance(node, gast.Name | gast.Constant)


def flip_updates(function: ir.Function, context: Context) -> ir.Function:
    """Return the function with ``t += -e`` written as ``t -= e``, and the other way round."""
    return map_statements(function, derivative_statements(function), _flipped_update)


def _flipped_update(statement: ir.Statement) -> ir.Statement:
    if not isinstance(statement, ir.Update):
        return statement
    flipped = _flipped(statement.operator)
    freed = without_minus(statement.value)
    return statement if flipped is None or freed is None else replace(statement, operator=flipped, value=freed)


class _Folder:
    """Folds expressions from the leaves up, products as a whole.

    An expression is *consumed* where only its number matters: as an operand, in the arguments of a call that keeps
    nothing of them. Elsewhere ``1.0 * x`` must not become ``x``, as ``x`` would get a second name; but the request
    ``owned(x)`` makes the same new array, or hands the old one over.
    """

    def __init__(self, function: ir.Function, context: Context) -> None:
        self.context = context
        known = analysed(function, context)
        self.storage, self.stored = known.storage, known.stored

    def statement(self, statement: ir.Statement) -> ir.Statement:
        """Return a statement with its own expressions folded."""
        if not any(isinstance(node, FOLDED) for part in own_expressions(statement) for node in nodes_in(part)):
            return statement
        match statement:
            case ir.Assign(target=gast.Name(id=target)) if not statement.impure:
                consumed = self._may_share(target, statement.value)
                return map_expressions(statement, self.consumed if consumed else self.expression)
            case ir.Update():
                return _flipped_update(map_expressions(statement, self.consumed))
            case ir.If() | ir.While() | ir.Assert():
                return map_expressions(statement, self.consumed)
        return map_expressions(statement, self.expression)

    def _may_share(self, target: str, value: gast.expr) -> bool:
        """Tell whether a variable may become another name for what the value is made of: nothing is stored there."""
        if self.storage.class_of(target) in self.stored:
            return False
        return self.storage.classes_read(value).isdisjoint(self.stored)

    def consumed(self, expression: gast.expr) -> gast.expr:
        """Fold an expression of which only the number matters."""
        return self._fold(expression, consumed=True)

    def expression(self, expression: gast.expr) -> gast.expr:
        """Fold an expression whose value may be kept, or updated in place, by what gets it."""
        return self._fold(expression, consumed=False)

    def _fold(self, expression: gast.expr, *, consumed: bool) -> gast.expr:
        match expression:
            case gast.Subscript(value=gast.Call() as made, slice=gast.Constant(value=int(place))) if (
                0 <= place < len(items := _items(made))
            ):
                return self._fold(items[place], consumed=consumed)
            case gast.Call(func=gast.Name(id="tuple")) if items := _items(expression):
                return gast.Tuple([self._fold(item, consumed=consumed) for item in items], gast.Load())
            case gast.BinOp(op=gast.Mult()):
                return self._product(expression, consumed=consumed)
            case gast.BinOp():
                return self._binary(self._operands(expression), consumed=consumed)
            case gast.UnaryOp(op=gast.USub()):
                return self._negative(expression, consumed=consumed)
            case gast.Call(func=gast.Name(id="owned" | "settled"), args=[value]) if self._is_immutable(value):
                return self.consumed(value)  # nobody can change it, whoever else has it
            case gast.Call() if is_request(expression) or self.context.is_fresh(expression):
                return self._inner(expression, self.consumed)
            case gast.IfExp(test=gast.Compare(ops=[gast.Is() | gast.IsNot()])) if is_never_none(expression.test):
                is_first = isinstance(expression.test.ops[0], gast.IsNot)
                return self._fold(expression.body if is_first else expression.orelse, consumed=consumed)
            case gast.Compare():
                return self._inner(expression, self.consumed)
            case gast.Call() if not self.context.is_pure(expression):
                return self._inner(expression, self.expression)
        return self._inner(expression, self.consumed if consumed else self.expression)

    def _inner(self, expression: gast.expr, fold: Callable[[gast.expr], gast.expr]) -> gast.expr:
        def change(node: gast.AST) -> gast.AST | None:
            return fold(node) if node is not expression and isinstance(node, gast.expr) else None

        return rebuild(expression, change)

    def _operands(self, node: gast.BinOp) -> gast.BinOp:
        left, right = self.consumed(node.left), self.consumed(node.right)
        return node if left is node.left and right is node.right else binary(left, node.op, right)

    def _product(self, whole: gast.BinOp, *, consumed: bool) -> gast.expr:
        parts = factors(whole)
        ones = [part for part in parts if number_value(part) in (1, -1)]
        if ones and len(ones) < len(parts):
            rest = product([part for part in parts if part not in ones])
            sign = -1 if sum(number_value(part) == -1 for part in ones) % 2 else 1
            if self._same_floating(rest, whole):
                folded = self.consumed(rest)
                if sign < 0:
                    return gast.UnaryOp(gast.USub(), folded)
                return folded if consumed or self._is_new(rest) else call("owned", folded)
        return _computed(self._operands(whole))

    def _binary(self, node: gast.BinOp, *, consumed: bool) -> gast.expr:
        left, operation, right = node.left, node.op, node.right
        if isinstance(operation, gast.Div) and number_value(right) == 1 and self._same_floating(left, node):
            return left if consumed or self._is_new(left) else node
        if isinstance(operation, gast.Add | gast.Sub):
            flipped, freed = _flipped(operation), without_minus(right)
            if freed is not None and flipped is not None:
                return binary(left, flipped, freed)
            freed = without_minus(left) if isinstance(operation, gast.Add) else None
            if freed is not None:
                return binary(right, gast.Sub(), freed)
        return _computed(node)

    def _negative(self, node: gast.UnaryOp, *, consumed: bool) -> gast.expr:
        operand = self.consumed(node.operand)
        freed = without_minus(operand)
        literal = number_value(operand)
        if literal is not None and literal < 0:
            return number(-literal)
        if freed is not None and self.context.infer(operand).is_floating and (consumed or self._is_new(freed)):
            return freed
        return node if operand is node.operand else gast.UnaryOp(gast.USub(), operand)

    def _is_new(self, value: gast.expr) -> bool:
        """Tell whether a value is no other name for something: it is computed here, or cannot be changed."""
        return self.storage.owns(value) or self._is_immutable(value)

    def _is_immutable(self, value: gast.expr) -> bool:
        return self.context.infer(value).kind in IMMUTABLE

    def _same_floating(self, part: gast.expr, whole: gast.expr) -> bool:
        """Tell whether a part is floating, and of the kind and dtype of the whole."""
        fact, of_whole = self.context.infer(part), self.context.infer(whole)
        return fact.is_floating and (fact.kind, fact.dtype) == (of_whole.kind, of_whole.dtype)


def is_never_none(test: gast.Compare) -> bool:
    """Tell whether a test asks whether a number that is written out is None."""
    is_none = isinstance(test.comparators[0], gast.Constant) and test.comparators[0].value is None
    return is_none and number_value(test.left) is not None


def _flipped(operation: gast.operator) -> gast.operator | None:
    if isinstance(operation, gast.Add):
        return gast.Sub()
    return gast.Add() if isinstance(operation, gast.Sub) else None


def _computed(node: gast.BinOp) -> gast.expr:
    """Return the literal that two literals make, if it is written no longer than they are."""
    compute = COMPUTED.get(type(node.op))
    left, right = number_value(node.left), number_value(node.right)
    if compute is None or left is None or right is None:
        return node
    try:
        value = compute(left, right)
    except ArithmeticError:
        return node
    short = len(repr(value)) <= len(repr(left)) + len(repr(right)) + 3
    return number(value) if math.isfinite(value) and short else node
