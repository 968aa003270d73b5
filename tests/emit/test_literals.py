"""The text of constants."""

import ast
import math

import gast
import pytest

from cladpy.emit.literals import docstring, escape, is_number, literal, preferred_quote, raw_literal, string_literal
from cladpy.emit.printer import print_tree

VALUES = [
    0,
    7,
    10**100,
    10**5000,
    True,
    None,
    ...,
    0.5,
    1e-07,
    1e16,
    1e300,
    math.inf,
    2j,
    1e400j,
    "text",
    "it's",
    '"',
    "'\"",
    "\\",
    "\n\r\t\0\x7f\xa0\u2028\ud800\U0001f600ä",
    b"",
    b"bytes\xff\n'",
    b'"',
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: repr(value)[:20] if value != 10**5000 else "long")
def test_a_literal_evaluates_to_its_value(value):
    """Python reads back what was written."""
    (node,) = (node for node in ast.walk(ast.parse(literal(value))) if isinstance(node, ast.Constant))
    assert type(node.value) is type(value)
    assert node.value == value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1e16, "1e16"),
        (1e-05, "1e-05"),
        (-0.0, "-0.0"),
        (-math.inf, "-1e309"),
        (math.nan, 'float("nan")'),
        (1 + 2j, "1.0 + 2j"),
        (1 - 2.5j, "1.0 - 2.5j"),
        (-2j, "-0.0 - 2j"),
        (complex(0, -2), "-2j"),
        (complex(math.inf, 1), "complex(1e309, 1.0)"),
        (complex(1, math.nan), 'complex(1.0, float("nan"))'),
        ("a", '"a"'),
        ("it's", '"it\'s"'),
        ('say "w"', "'say \"w\"'"),
        ("'\"", '"\'\\""'),
        ("\x00\u2028", '"\\x00\\u2028"'),
        (b"\xe4", 'b"\\xe4"'),
    ],
)
def test_the_form_of_literals(value, text):
    """Exponents are short, quotes are double, escapes are lower case."""
    assert text == literal(value)


@pytest.mark.parametrize(
    ("value", "text"),
    [(-1, "(-1) ** x"), (2, "2**x"), (1 + 2j, "(1.0 + 2j) ** x"), (-2.5, "(-2.5) ** x"), (math.inf, "1e309**x")],
)
def test_folded_constants_get_the_parentheses_of_their_text(value, text):
    """A negative constant binds like a sign, a complex one like a sum."""
    power = gast.BinOp(gast.Constant(value, None), gast.Pow(), gast.Name("x", gast.Load(), None, None))
    assert text == print_tree(power)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "One line.",
        "Two\n    lines\n    ",
        'ends with "quotes"',
        '"',
        '"""',
        'a """" b',
        "\\",
        "tab\t",
        "\r\0\ud800",
        '\\"',
    ],
)
def test_docstrings_keep_their_text(text):
    """Backslashes and quotes in a docstring are escaped, its lines are not."""
    printed = docstring(text)
    assert ast.literal_eval(printed) == text
    assert printed.startswith('"""')
    assert printed.count("\n") == text.count("\n")


@pytest.mark.parametrize(
    ("value", "quotes", "text"),
    [
        ("a", ['"'], '"a"'),
        ("it's", ["'", '"'], '"it\'s"'),
        ("a\nb", ['"', '"""'], '"""a\nb"""'),
        (b"a", ["'"], "b'a'"),
        ("\\", ["'", '"'], None),
        ("'\"", ["'", '"'], None),
        ("\0", ['"'], None),
        (b"\xff", ['"'], None),
        ('a"', ['"""'], None),
    ],
)
def test_literals_without_backslashes(value, quotes, text):
    """Not every text can be written without a backslash."""
    assert text == raw_literal(value, quotes)


def test_quotes():
    """Single quotes are preferred where double ones would need more backslashes."""
    assert [preferred_quote(text) for text in ("", "'", '"', "'\"")] == ['"', '"', "'", '"']
    assert string_literal('"') == "'\"'"
    assert escape("a'b", "'") == "a\\'b"


def test_numbers():
    """Truth values are no numbers."""
    assert [is_number(value) for value in (1, 1.5, 1j, True, None, "1")] == [True, True, True, False, False, False]
