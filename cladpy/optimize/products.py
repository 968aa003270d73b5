"""Products as lists of factors, and minus signs that come out of an expression for nothing."""

from functools import reduce

import gast

from cladpy.ir.expressions import binary, constant


def factors(expression: gast.expr) -> list[gast.expr]:
    """Return the factors of a product, from left to right; of anything else, itself alone.

    Examples
    --------
    >>> from cladpy.ir.expressions import parse
    >>> len(factors(parse("2 * (a * b)"))), len(factors(parse("a + b")))
    (3, 1)
    """
    if isinstance(expression, gast.BinOp) and isinstance(expression.op, gast.Mult):
        return factors(expression.left) + factors(expression.right)
    return [expression]


def product(parts: list[gast.expr]) -> gast.expr:
    """Return the product of factors, multiplied from left to right."""
    return reduce(lambda left, right: binary(left, gast.Mult(), right), parts)


def number_value(expression: gast.expr) -> int | float | None:
    """Return the value of a written int or float, with or without a minus sign; None for anything else."""
    if isinstance(expression, gast.UnaryOp) and isinstance(expression.op, gast.USub):
        value = number_value(expression.operand)
        return None if value is None else -value
    if isinstance(expression, gast.Constant) and type(expression.value) in (int, float):
        return expression.value
    return None


def number(value: float) -> gast.expr:
    """Return the literal of a number; a minus sign is an operation, so that ``(-2) ** 2`` keeps its parentheses."""
    if value < 0 or repr(value) == "-0.0":
        return gast.UnaryOp(gast.USub(), constant(-value))
    return constant(value)


def without_minus(expression: gast.expr) -> gast.expr | None:
    """Return the negative of an expression if that only takes a minus sign away, else None.

    ``-e`` gives ``e``, ``2 * -e`` gives ``2 * e``, ``-e / t`` gives ``e / t``: exact, as
    rounding is symmetric.
    """
    match expression:
        case gast.UnaryOp(op=gast.USub(), operand=operand):
            return operand
        case gast.BinOp(left=left, op=gast.Mult() | gast.Div() as operator, right=right):
            freed = without_minus(left)
            if freed is not None:
                return binary(freed, operator, right)
            freed = without_minus(right)
            return None if freed is None else binary(left, operator, freed)
    return None
