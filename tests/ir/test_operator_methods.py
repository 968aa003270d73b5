"""The methods behind operators."""

import gast

from cladpy.ir.operator_methods import OPERATOR_METHODS


def test_each_operator_has_the_method_that_python_calls():
    """The names are those of Python's data model."""
    words = {type(gast.parse(f"a {sign} b", mode="eval").body.op): word for sign, word in (
        ("+", "add"), ("-", "sub"), ("*", "mul"), ("/", "truediv"), ("@", "matmul"), ("**", "pow"), ("//", "floordiv"),
        ("%", "mod"),
    )}  # fmt: skip
    assert words.items() <= OPERATOR_METHODS.items()
