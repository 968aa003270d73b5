"""Binary operators."""

import gast
import pytest

from cladpy.emit.printer import print_tree

TEXTS = [
    "a + b - c",
    "a - (b + c)",
    "a - (b - c)",
    "(a + b) * c",
    "a * b / c // d % e @ f",
    "a * (b @ c)",
    "a**b**c",
    "(a**b) ** c",
    "a**-b",
    "(-a) ** b",
    "-(a**b)",
    "a.b**2",
    "a[0] ** 2",
    "f(a) ** 2",
    "2 ** f(a)",
    "a ** (b + c)",
    "(a + b) ** 0.5",
    '"a" ** 2',
    "None**True",
    "a << b + c",
    "(a << b) + c",
    "a & b ^ c | d",
    "a | (b & c | d)",
    "a < b < c",
    "(a < b) < c",
    "a < (b < c)",
    "a is not b not in c",
    "a and b or c and d",
    "a and (b or c)",
    "(a and b) and c",
    "a or (b or c)",
    "not a and b",
    "not (a and b)",
    "a == (not b)",
    "a + (b if c else d)",
    "a + (lambda: b)",
    "a and (lambda: b)",
    "(a, b) + c",
    "await a + b",
]
LONG = [
    """\
x = (
    first_operand
    + second_operand * third_operand
    - fourth_operand
)
""",
    """\
x = first_operand_of_all + function(
    second_operand * third_operand
)
""",
    """\
x = (
    first_operand_of_all
    + second_operand_of_all
    + function(third_operand)
)
""",
    """\
x = (
    first_operand < second_operand
    and third_operand != fourth_operand
    or fifth_operand
)
""",
    """\
x = function(
    first_operand
    * (second_operand + third_operand)
    * fourth_operand
)
""",
    """\
x = (
    first_operand_of_all_the_operands
    ** second_operand
)
""",
]


@pytest.mark.parametrize("text", TEXTS)
def test_operators_have_the_parentheses_that_they_need(text):
    """Precedence and side of association decide; powers of simple operands have no spaces."""
    body = gast.parse(text if "await" not in text else f"({text})", mode="eval").body
    assert text == print_tree(body)


@pytest.mark.parametrize("text", LONG)
def test_long_chains_break_in_front_of_the_loosest_operators(text):
    """Operators begin lines; what binds closer stays together."""
    assert text == print_tree(gast.parse(text), width=42)


def test_sums_of_many_terms():
    """The length of a sum is not bounded by Python's stack."""
    tree = gast.Name("x", gast.Load(), None, None)
    for number in range(5000):
        tree = gast.BinOp(tree, gast.Add(), gast.Constant(number, None))
    text = print_tree(gast.Return(tree))
    assert text.startswith("return (\n    x\n    + 0\n    + 1\n")
    assert len(text.splitlines()) == 5003
