"""Fold arithmetic with literals, where the result is the same to the last bit.

before: ``1.0 * e``   ``e / 1``   ``-1.0 * e``   ``a + -e``   ``2 * (3 * n)``
after:  ``e``         ``e``       ``-e``         ``a - e``    stays

A factor of one goes where what remains is floating and of the same dtype. ``e + 0.0`` (signed zero) and ``0 * e``
(NaN) stay. Literals are computed in the reverse sweep alone: in the forward sweep they are the user's own text.
Guarantees: linear. Soundness: needs a fact for each fold that could change a type.
"""

import math
import operator
from collections.abc import Callable
from dataclasses import replace

import gast

from cladpy.ir import statements as ir
from cladpy.ir.expressions import binary, rebuild
from cladpy.optimize.context import Context
from cladpy.optimize.products import factors, number, number_value, product, without_minus
from cladpy.optimize.rewriting import map_blocks, map_expressions
from cladpy.optimize.sweeps import reverse_sweep

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
    >>> run(ir.Function("f", ("x",), (ir.Return(parse("1.0 * x")),)), context).body[0].value.id
    'x'
    """
    reverse = reverse_sweep(function)
    folder = _Folder(context)

    def block(statements: ir.Block) -> ir.Block:
        return tuple(statement(each) for each in statements)

    def statement(each: ir.Statement) -> ir.Statement:
        if not isinstance(each, ir.Assign | ir.Update | ir.Effect | ir.Return | ir.If | ir.For | ir.While):
            return map_blocks(each, block)
        changed = map_expressions(each, folder.expression) if id(each) in reverse else each
        if isinstance(changed, ir.Update) and id(each) in reverse:
            changed = folder.update(changed)
        return map_blocks(changed, block)

    body = block(function.body)
    return function if body == function.body else replace(function, body=body)


class _Folder:
    """Folds expressions from the leaves up, products as a whole."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def expression(self, expression: gast.expr) -> gast.expr:
        """Return an expression with everything folded that may be."""
        return rebuild(expression, self._node)  # type: ignore[return-value]

    def update(self, statement: ir.Update) -> ir.Update:
        """Turn ``t += -e`` into ``t -= e``, and the other way round."""
        flipped = _flipped(statement.operator)
        freed = without_minus(statement.value) if flipped is not None else None
        if flipped is None or freed is None:
            return statement
        return replace(statement, operator=flipped, value=freed)

    def _node(self, node: gast.AST) -> gast.AST | None:
        match node:
            case gast.BinOp(op=gast.Mult()):
                return self._product(node)
            case gast.BinOp():
                left, right = self.expression(node.left), self.expression(node.right)
                return self._binary(node if left is node.left and right is node.right else binary(left, node.op, right))
            case gast.UnaryOp(op=gast.USub()):
                return self._negative(node)
        return None

    def _product(self, whole: gast.BinOp) -> gast.expr:
        parts = factors(whole)
        ones = [part for part in parts if number_value(part) in (1, -1)]
        if ones and len(ones) < len(parts):
            rest = product([part for part in parts if part not in ones])
            if self._same_floating(rest, whole):
                sign = -1 if sum(number_value(part) == -1 for part in ones) % 2 else 1
                rest = self.expression(rest)
                return rest if sign > 0 else gast.UnaryOp(gast.USub(), rest)
        left, right = self.expression(whole.left), self.expression(whole.right)
        return _computed(whole if left is whole.left and right is whole.right else binary(left, whole.op, right))

    def _binary(self, node: gast.BinOp) -> gast.expr:
        left, operation, right = node.left, node.op, node.right
        if isinstance(operation, gast.Div) and number_value(right) == 1 and self._same_floating(left, node):
            return left
        if isinstance(operation, gast.Add | gast.Sub):
            flipped, freed = _flipped(operation), without_minus(right)
            if freed is not None and flipped is not None:
                return binary(left, flipped, freed)
            freed = without_minus(left) if isinstance(operation, gast.Add) else None
            if freed is not None:
                return binary(right, gast.Sub(), freed)
        return _computed(node)

    def _negative(self, node: gast.UnaryOp) -> gast.expr:
        operand = self.expression(node.operand)
        freed = without_minus(operand)
        if freed is not None and self.context.infer(operand).is_floating:
            return freed
        return node if operand is node.operand else gast.UnaryOp(gast.USub(), operand)

    def _same_floating(self, part: gast.expr, whole: gast.expr) -> bool:
        """Tell whether a part is floating, and of the kind and dtype of the whole."""
        fact, of_whole = self.context.infer(part), self.context.infer(whole)
        return fact.is_floating and (fact.kind, fact.dtype) == (of_whole.kind, of_whole.dtype)


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
