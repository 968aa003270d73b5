"""Operators and operands in a row, as the text has them, instead of as a tree."""

from typing import NamedTuple

from cladpy.emit.precedence import COMPARE, OPERATORS, Operator, Tree, is_parenthesized, kind, left_level, right_level

CHAINED = {"BinOp", "BoolOp", "Compare"}


class Operand(NamedTuple):
    """An expression between operators, with the level that is asked of it there."""

    tree: Tree
    asked: int


class Chain(NamedTuple):
    """Operands and the operators between them, whatever binds first."""

    operands: list[Operand]
    operators: list[Operator]

    def part(self, begin: int, end: int) -> "Chain":
        """Return the operands from `begin` up to and without `end`, with what stands between them."""
        return Chain(self.operands[begin:end], self.operators[begin : end - 1])


def flatten(tree: Tree) -> Chain:
    """Return the operands and operators of an expression as they follow one another in the text.

    Examples
    --------
    >>> import ast
    >>> chain = flatten(ast.parse("a + b * c < d", mode="eval").body)
    >>> [operand.tree.id for operand in chain.operands], [operator.symbol for operator in chain.operators]
    (['a', 'b', 'c', 'd'], ['+', '*', '<'])
    """
    chain = Chain([], [])
    pending = _links(tree)[::-1]
    while pending:
        link = pending.pop()
        if isinstance(link, Operator):
            chain.operators.append(link)
        elif kind(link.tree) in CHAINED and not is_parenthesized(*link):
            pending.extend(reversed(_links(link.tree)))
        else:
            chain.operands.append(link)
    return chain


def _links(tree: Tree) -> list[Operand | Operator]:
    """Return the operands and operators of one node."""
    match kind(tree):
        case "BinOp":
            own = OPERATORS[kind(tree.op)]
            return [Operand(tree.left, left_level(tree)), own, Operand(tree.right, right_level(tree))]
        case "BoolOp":
            own = OPERATORS[kind(tree.op)]
            operators = [own] * (len(tree.values) - 1)
            operands = [Operand(value, own.level + 1) for value in tree.values]
        case _:
            operators = [OPERATORS[kind(op)] for op in tree.ops]
            operands = [Operand(operand, COMPARE + 1) for operand in (tree.left, *tree.comparators)]
    links: list[Operand | Operator] = [operands[0]]
    for own, operand in zip(operators, operands[1:], strict=True):
        links += (own, operand)
    return links
