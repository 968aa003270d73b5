"""Parameters and lambdas."""

import ast

import gast
import pytest

from cladpy.emit.parameters import name_of, parameters_of
from cladpy.emit.printer import print_tree

SIGNATURES = [
    ("", []),
    ("a", ["a"]),
    ("a, b=1", ["a", "b"]),
    ("a, /", ["a", "/"]),
    ("a=1, /, b=2", ["a", "/", "b"]),
    ("*a", ["*a"]),
    ("*, a", ["*", "a"]),
    ("a, *b, c, d=1, **e", ["a", "*b", "c", "d", "**e"]),
]


@pytest.mark.parametrize(("text", "expected"), SIGNATURES)
def test_the_order_of_parameters(text, expected):
    """Parameters and separators come in the order of the text."""
    for module in (ast, gast):
        arguments = module.parse(f"def f({text}): pass").body[0].args
        parameters = list(parameters_of(arguments))
        names = [parameter.prefix + (name_of(parameter.tree) if parameter.tree else "") for parameter in parameters]
        assert expected == names


@pytest.mark.parametrize("text", [text for text, _ in SIGNATURES])
def test_signatures_of_functions_and_lambdas(text):
    """A lambda's parameters are written like a function's, without parentheses."""
    assert print_tree(gast.parse(f"def f({text}): pass")) == f"def f({text}):\n    pass\n"
    assert print_tree(gast.parse(f"lambda {text}: x")) == (f"lambda {text}: x\n" if text else "lambda: x\n")


def test_a_lambdas_parameters_stay_on_their_line():
    """Only the body of a lambda is broken."""
    tree = gast.parse("x = lambda first_parameter, second_parameter: first_parameter + second_parameter")
    assert print_tree(tree, width=50) == (
        "x = lambda first_parameter, second_parameter: (\n    first_parameter + second_parameter\n)\n"
    )
