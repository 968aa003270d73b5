"""Operators and operands in a row."""

import gast
import pytest

from cladpy.emit.flatten import flatten
from cladpy.emit.printer import print_tree


def test_flattening_stops_at_parentheses():
    """Operands in parentheses are operands of the chain, not parts of it."""
    chain = flatten(gast.parse("a + b * c - (d - e)", mode="eval").body)
    assert [operator.symbol for operator in chain.operators] == ["+", "*", "-"]
    assert [print_tree(operand.tree) for operand in chain.operands] == ["a", "b", "c", "d - e"]
    assert [operator.symbol for operator in chain.part(0, 3).operators] == ["+", "*"]
    assert chain.part(3, 4).operators == []


@pytest.mark.parametrize("text", ["a < b == c", "a and b and c", "a or b and not c < d", "a**b**-c"])
def test_all_binary_operators_are_flattened(text):
    """Comparisons and boolean operators stand in the row too."""
    chain = flatten(gast.parse(text, mode="eval").body)
    words = [print_tree(chain.operands[0].tree)]
    for operator, operand in zip(chain.operators, chain.operands[1:], strict=True):
        words += [operator.symbol, print_tree(operand.tree)]
    assert " ".join(words).replace(" ** ", "**") == text
