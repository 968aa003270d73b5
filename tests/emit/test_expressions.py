"""Expressions of all kinds."""

import gast
import pytest

from cladpy.emit.printer import print_tree

TEXTS = [
    "-x",
    "--x",
    "+-~x",
    "not x",
    "not not x",
    "-(x**2)",
    "not (x**2)",
    "-x * y",
    "(-x) ** y",
    "(not x) + y",
    "(x := 1)",
    "[x := 1, y]",
    "(x := 1, y)",
    "a if b else c",
    "a if b else c if d else e",
    "(a if b else c) if d else e",
    "a if (b if c else d) else e",
    "a if b else lambda: c",
    "lambda: 1",
    "lambda x, *y, z=1, **w: x",
    "lambda *, x: x",
    "lambda x, /: x",
    "lambda: (x, y)",
    "lambda: (x := 1)",
    "await x",
    "await x ** 2",
    "(await x)[0]",
    "(yield)",
    "(yield x)",
    "(yield from x)",
    "()",
    "(x,)",
    "(x, y)",
    "(*x, y)",
    "[]",
    "[*x, *y]",
    "[*x | y]",
    "{x}",
    "{*x, y}",
    "{}",
    "{x: y, **z}",
    "{**x | y}",
    "{x: lambda: y}",
    "[x for x in y]",
    "[x for x, y in z if x if y]",
    "[x for (x,) in z]",
    "[x for x.y in z]",
    "{x for x in y for z in w}",
    "{x: y for x, y in z}",
    "{(x := 1): y for z in w}",
    "(x for x in y)",
    "[x async for x in y]",
    "[x for x in (lambda: y) if (a if b else c)]",
    "[(x, y) for x in z]",
    "[x := 1 for y in z]",
]
LONG = [
    "x = [\n    first_element,\n    second_element,\n    third_element,\n]\n",
    "x = [\n    first_element\n    for second_element in third\n    if fourth\n]\n",
    'x = {\n    "first key": first_value,\n    **other_values,\n}\n',
    "x = {\n    first_value: second_value\n    for third in fourth\n}\n",
    "x = (\n    first_value\n    if second_value\n    else third_value_of_all\n)\n",
    "x = (\n    first_value\n    if second_value\n    else third_value\n    if fourth\n    else fifth_value\n)\n",
    "x = lambda first, second: (\n    first + second * third_of_all\n)\n",
    "x = lambda first, second: function(\n    first, second * third\n)\n",
    "x = lambda first, second: [\n    first,\n    second * third_value,\n]\n",
    "if (\n    name_of_a_value\n    := name_of_a_function_of_it\n):\n    pass\n",
    "function(\n    *first_argument_of_all,\n    **second_argument,\n)\n",
]


@pytest.mark.parametrize("text", TEXTS)
def test_no_parentheses_but_the_necessary(text):
    """Every parenthesis here is needed, or ruff's wish."""
    tree = gast.parse(text if not text.startswith("await") else f"({text})", mode="eval").body
    assert text == print_tree(tree)


@pytest.mark.parametrize("text", LONG)
def test_long_expressions_are_broken(text):
    """Displays have an element a line and a comma at the end."""
    assert text == print_tree(gast.parse(text), width=40)


def test_the_empty_set():
    """A set without elements, which no parser makes, is a set when it is printed."""
    assert print_tree(gast.Set([])) == "{*()}"
