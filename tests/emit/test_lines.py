"""Lines, bodies and comments."""

import gast
import pytest

from cladpy.emit.comment import BlankLine, Comment
from cladpy.emit.printer import Printer, print_tree


def body_with(*statements):
    """Return a function with the given statements as its body."""
    tree = gast.parse("def f():\n    pass")
    tree.body[0].body = list(statements)
    return tree


ASSIGN = gast.parse("x = 1").body[0]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("x = f(y)", "# x = f(y)"),
        ("  spaces around  ", "# spaces around"),
        ("", "#"),
        ("two\n    lines", "# two lines"),
        ("a" * 94, f"# {'a' * 94}"),
        ("a" * 95, f"# {'a' * 90} ..."),
        ("word " * 30, f"# {('word ' * 18).rstrip()} ..."),
        ("重" * 60, f"# {'重' * 45} ..."),
    ],
)
def test_a_comment_is_one_line_of_at_most_100_columns(text, line):
    """Longer comments end in three dots."""
    assert print_tree(body_with(Comment(text), ASSIGN)) == f"def f():\n    {line}\n    x = 1\n"


def test_a_body_of_comments_needs_pass():
    """Comments alone are no body."""
    assert print_tree(body_with(Comment("nothing"))) == "def f():\n    # nothing\n    pass\n"
    assert print_tree(body_with(BlankLine())) == "def f():\n    pass\n"
    assert print_tree(body_with()) == "def f():\n    pass\n"


def test_a_blank_line():
    """It stands where it is asked for, and not at an end."""
    tree = body_with(BlankLine(), ASSIGN, BlankLine(), Comment("next"), ASSIGN, BlankLine())
    assert print_tree(tree) == "def f():\n    x = 1\n\n    # next\n    x = 1\n"


@pytest.mark.parametrize(
    "text",
    [
        'def f():\n    """One line."""\n',
        'def f():\n    """Several\n\n    lines.\n    """\n    x = 1\n',
        'def f():\n    """A \\\\ backslash and a tab\t."""\n',
        'class A:\n    """Doc."""\n',
        '"""Module."""\n',
        'async def f():\n    """Doc."""\n    await x\n',
    ],
)
def test_docstrings_stand_in_three_double_quotes(text):
    """The first string of a body is its docstring, and its lines are lines."""
    assert text == print_tree(gast.parse(text))


def test_other_strings_are_no_docstrings():
    """A string elsewhere stays on its line."""
    text = 'x = 1\n"a\\nb"\nif x:\n    "text"\n'
    assert text == print_tree(gast.parse(text))


def test_a_docstring_behind_comments():
    """A comment does not make a docstring another string."""
    tree = body_with(Comment("generated"), gast.parse("'Doc.'").body[0])
    assert print_tree(tree) == 'def f():\n    # generated\n    """Doc."""\n'


def test_a_printer_starts_anew():
    """What was printed is forgotten."""
    printer = Printer(80)
    assert printer.text_of(ASSIGN) == printer.text_of(ASSIGN) == "x = 1\n"
    assert printer.text_of(ASSIGN.value) == "1"
