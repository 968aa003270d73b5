"""Gather the scalar factors of a product to its left, so that the array is gone over once.

before: ``2 * (d@6 * residual)``   ``u * d@8 * 2``
after:  ``2 * d@6 * residual``     ``2 * d@8 * u``     and ``0.5 * -d`` becomes ``-0.5 * d``
before: ``2 * unreduce(d, z.shape, 2, False) * z``
after:  ``unreduce(2 * d, z.shape, 2, False) * z``, of which ``d`` is the smaller array

Literals first, then scalars, then arrays, each in their order. Only in derivatives and where the product is
floating: the last rounding may change, which the primal's value must not. Guarantees: linear.
"""

import operator

import gast

from cladpy.analyses.expression_walk import nodes_in
from cladpy.ir import statements as ir
from cladpy.ir.expressions import binary, dotted, rebuild
from cladpy.optimize.context import Context
from cladpy.optimize.products import factors, number, number_value, product
from cladpy.optimize.rewriting import map_expressions, map_statements
from cladpy.optimize.sweeps import derivative_statements


def run(function: ir.Function, context: Context) -> ir.Function:
    """Return the function with the products of its derivative in order."""
    gatherer = _Gatherer(context)
    return map_statements(
        function, derivative_statements(function), lambda each: map_expressions(each, gatherer.expression)
    )


def _is_negative(part: gast.expr) -> bool:
    return isinstance(part, gast.UnaryOp) and isinstance(part.op, gast.USub)


def _with_sign_in_front(parts: list[gast.expr]) -> list[gast.expr]:
    """Give the minus sign of a factor to the literal in front: ``0.5 * -d`` is ``-0.5 * d``."""
    lead = _negated(parts[0])
    for index, part in enumerate(parts[1:], 1):
        if lead is not None and _is_negative(part):
            return [lead, *parts[1:index], part.operand, *parts[index + 1 :]]
    return parts


def _negated(part: gast.expr) -> gast.expr | None:
    """Return ``-2`` for ``2``, ``-1.0 / n`` for ``1.0 / n``; None for what has no literal in front."""
    value = number_value(part)
    if value is not None:
        return number(-value)
    if not isinstance(part, gast.BinOp) or not isinstance(part.op, gast.Div):
        return None
    lead = _negated(part.left)
    return None if lead is None else binary(lead, gast.Div(), part.right)


def _with_literal_inside(parts: list[gast.expr]) -> list[gast.expr]:
    """Give the literal in front to an array that is spread over more axes, before it is spread."""
    lead, *others = parts
    for index, part in enumerate(others if number_value(lead) is not None else []):
        if isinstance(part, gast.Call) and dotted(part.func) == "unreduce":
            spread = gast.Call(part.func, [binary(lead, gast.Mult(), part.args[0]), *part.args[1:]], part.keywords)
            return [*others[:index], spread, *others[index + 1 :]]
    return parts


class _Gatherer:
    """Orders the factors of products by rank."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def expression(self, expression: gast.expr) -> gast.expr:
        """Return an expression with each product in order."""
        if not any(isinstance(node, gast.BinOp) and isinstance(node.op, gast.Mult) for node in nodes_in(expression)):
            return expression
        return rebuild(expression, self._node)

    def _node(self, node: gast.AST) -> gast.AST | None:
        if not isinstance(node, gast.BinOp) or not isinstance(node.op, gast.Mult):
            return None
        parts = _with_literal_inside(factors(node))
        if len(parts) == 1:
            return self.expression(parts[0])
        ranks = [self._rank(part) for part in parts]
        inner = [self.expression(part) for part in parts]
        order = sorted(range(len(parts)), key=lambda index: ranks[index])
        has_sign = any(rank and _is_negative(part) for part, rank in zip(inner, ranks, strict=True))
        signed = has_sign and _negated(inner[order[0]]) is not None
        if ranks == sorted(ranks) and not self._is_nested_right(node) and not signed:
            before = factors(node)
            unchanged = len(before) == len(inner) and all(map(operator.is_, inner, before))
            return node if unchanged else product(inner)
        if 2 in ranks and not self._is_floating(node):
            return None
        return product(_with_sign_in_front([inner[index] for index in order]))

    def _is_nested_right(self, node: gast.expr) -> bool:
        """Tell whether a product has a product as its right factor somewhere: ``2 * (s * a)``."""
        while isinstance(node, gast.BinOp) and isinstance(node.op, gast.Mult):
            if len(factors(node.right)) > 1:
                return True
            node = node.left
        return False

    def _rank(self, part: gast.expr) -> int:
        """Return 0 for a literal, 1 for a scalar, 2 for an array or something unknown."""
        if number_value(part) is not None:
            return 0
        fact = self.context.infer(part)
        return 1 if fact.is_scalar and fact.kind != "array" else 2

    def _is_floating(self, node: gast.expr) -> bool:
        return self.context.infer(node).is_floating
