"""Simple statements."""

import gast
import pytest

from cladpy.emit.printer import print_tree

TEXTS = [
    "x\n",
    "x, y\n",
    "*x, y\n",
    "(x := 1)\n",
    "yield\n",
    "yield x, y\n",
    "yield from x\n",
    "await x\n",
    "...\n",
    "return\n",
    "return x\n",
    "return x, y\n",
    "return *x, y\n",
    "return (x,)\n",
    "return ()\n",
    "return (yield x)\n",
    "del x\n",
    "del x, y[0], z.w\n",
    "del (x, y)\n",
    "del (x,)\n",
    "assert x\n",
    "assert x, y\n",
    "assert (x, y), (z, w)\n",
    "raise\n",
    "raise x\n",
    "raise x from y\n",
    "import a\n",
    "import a.b as c, d\n",
    "from a import b, c as d\n",
    "from . import a\n",
    "from ..a.b import c\n",
    "from a import *\n",
    "global a, b\n",
    "nonlocal a\n",
    "pass\n",
    "break\n",
    "continue\n",
]
LONG = [
    "return (\n    first_adjoint,\n    second_adjoint,\n    third_adjoint,\n)\n",
    "return first_adjoint, function_of(\n    second_adjoint\n)\n",
    "return (\n    first_operand + second_operand * third\n)\n",
    "del (\n    first_of_the_names,\n    second_of_the_names,\n)\n",
    "assert first_value == second_value, (\n    the_message\n)\n",
    "raise FirstKindOfError(\n    message_of_the_error\n) from error\n",
    "(\n    first_operand_of_all\n    + second_operand_of_all\n)\n",
    "first_operand_of_all * second_operand_of_all\n",
    "from a_module import (\n    first_name,\n    second_name,\n    third_name,\n)\n",
    "global \\\n    first_name_of_all, \\\n    second_name_of_all\n",
    "function_of(\n    first_argument, second_argument\n)\n",
]


@pytest.mark.parametrize("text", TEXTS)
def test_simple_statements_keep_their_form(text):
    """Tuples have no parentheses where the grammar asks for none."""
    assert text == print_tree(gast.parse(text))


@pytest.mark.parametrize("text", LONG)
def test_long_statements_are_broken(text):
    """Every statement that can be broken is; a product is left alone, as ruff does."""
    assert text == print_tree(gast.parse(text), width=42)
