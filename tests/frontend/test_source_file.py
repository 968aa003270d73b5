"""Tests of the tree of a file and the functions in it."""

import sys

import pytest

from cladpy.frontend.source_file import parse_file, read_text

TEXT = """\
top = [lambda: 1, lambda: 2]
@deco(lambda: 3)
@other
def f(x=lambda: 4):
    class A:
        def m(self): return [lambda: 5 for _ in x]
    async def g(): pass
    if x:
        def g(): pass
"""


def test_functions_are_listed_in_source_order_with_their_qualified_names():
    """Decorators and defaults are evaluated outside their function, bodies inside."""
    assert [(each.qualname, each.name) for each in parse_file(TEXT).definitions] == [
        ("<lambda>", "lambda_1"),
        ("<lambda>", "lambda_2"),
        ("<lambda>", "lambda_3"),
        ("f", "f"),
        ("f.<locals>.A.m", "m"),
        ("f.<locals>.A.m.<locals>.<lambda>", "lambda_4"),
        ("f.<locals>.g", "g"),
        ("f.<locals>.g", "g"),
        ("<lambda>", "lambda_5"),
    ]


def test_first_line_is_that_of_the_first_decorator():
    """Python counts a function's code from there."""
    [function] = [each for each in parse_file(TEXT).definitions if each.name == "f"]
    assert (function.first_line, function.node.lineno) == (2, 4)


def test_class_around_a_function_is_the_innermost():
    """A lambda in a method belongs to the class of the method."""
    classes = {each.qualname: each.class_name for each in parse_file(TEXT).definitions}
    assert classes["f.<locals>.A.m.<locals>.<lambda>"] == "A"
    assert classes["f.<locals>.g"] is None


def test_same_text_gives_the_same_object():
    """Trees are shared, so a file is parsed once however many functions are asked for."""
    assert parse_file("x = 1\n") is parse_file("x = " + "1\n")


def test_text_of_a_file_is_read_anew_after_a_change(tmp_path):
    """A reloaded module is looked up in what it was reloaded from."""
    path = tmp_path / "m.py"
    path.write_text("x = 1\n")
    assert read_text(str(path)) == "x = 1\n"
    path.write_text("x = 1000\n")
    assert read_text(str(path)) == "x = 1000\n"


@pytest.mark.parametrize("name", ["<string>", "/nowhere/at/all.py"])
def test_absent_text_is_none(name):
    """The caller says why that matters."""
    assert read_text(name) is None


def test_long_sum_in_a_file_is_no_obstacle():
    """It is deeper than Python's usual limit of recursion, which is left as it was."""
    limit = sys.getrecursionlimit()
    text = f"x = {' + '.join(['1'] * 900)}\ndef f(x):\n    return x\n"
    assert [each.name for each in parse_file(text).definitions] == ["f"]
    assert sys.getrecursionlimit() == limit
