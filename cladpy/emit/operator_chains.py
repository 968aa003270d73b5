"""Binary operators: their spacing, and how a long chain of them is broken."""

from cladpy.emit.expression_shape import is_simple_operand
from cladpy.emit.flatten import Chain, flatten
from cladpy.emit.layout import Layout
from cladpy.emit.precedence import OPERATORS, Operator, Tree


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
