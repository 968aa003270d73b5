"""Binary operators: their spacing, and how a long chain of them is broken."""

from typing import NamedTuple

from cladpy.emit.expression_shape import is_parenthesized, is_simple_operand
from cladpy.emit.layout import Layout
from cladpy.emit.precedence import COMPARE, OPERATORS, Operator, Tree, kind, left_level, right_level

_CHAINED = {"BinOp", "BoolOp", "Compare"}


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
        elif kind(link.tree) in _CHAINED and not is_parenthesized(*link):
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


class OperatorChains(Layout):
    """Writes BinOp, BoolOp and Compare."""

    def _BinOp(self, tree: Tree) -> None:
        chain = flatten(tree)
        if self._flat:
            self._write_flat(chain)
        else:
            self.chain_group(lambda: self._write_chain(chain))

    _BoolOp = _BinOp
    _Compare = _BinOp

    def _write_flat(self, chain: Chain) -> None:
        self.expression(*chain.operands[0])
        for place, operator in enumerate(chain.operators):
            self.write(operator.symbol if _hugs(chain, place) else f" {operator.symbol} ")
            self.expression(*chain.operands[place + 1])

    def _write_chain(self, chain: Chain) -> None:
        """Write operands with a break in front of each operator that binds loosest."""
        loosest = max(operator.rank for operator in chain.operators)
        begin = 0
        for place, operator in enumerate(chain.operators):
            if operator.rank == loosest:
                self._write_part(chain.part(begin, place + 1))
                self._write_operator(operator, hugs=_hugs(chain, place))
                begin = place + 1
        self._write_part(chain.part(begin, len(chain.operands)))

    def _write_part(self, chain: Chain) -> None:
        """Write what stands between two of the loosest operators."""
        if chain.operators:
            self.chain_group(lambda: self._write_chain(chain))
        else:
            self.expression(*chain.operands[0])

    def _write_operator(self, operator: Operator, *, hugs: bool) -> None:
        self.chain_break("" if hugs else " ")
        self.write(operator.symbol)
        if hugs:
            self.chain_space()
        else:
            self.write(" ")


def _hugs(chain: Chain, place: int) -> bool:
    """Return whether an operator is a power of simple operands: ``x**2``."""
    if chain.operators[place] is not OPERATORS["Pow"]:
        return False
    return is_simple_operand(*chain.operands[place]) and is_simple_operand(*chain.operands[place + 1])
