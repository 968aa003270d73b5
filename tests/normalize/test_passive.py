"""Expressions that only compare are kept whole."""

import gast
import pytest

from cladpy.normalize.passive import is_simple, is_test


def parsed(expression):
    """Return an expression."""
    return gast.parse(expression, mode="eval").body


def is_library(node):
    """Take functions called ``lib`` for a library's."""
    return isinstance(node, gast.Name) and node.id == "lib"


@pytest.mark.parametrize(
    "expression",
    ["a < b", "a < b <= 3", "not a", "a[i] == 0", "a < lib(b, key=2)", "a < b and not c or a is None", "-a[1:] > 0"],
)
def test_comparisons_are_tests(expression):
    """Together with not, and, or of such, and calls without effects."""
    assert is_test(parsed(expression), is_library)


@pytest.mark.parametrize(
    "expression", ["a", "a + b", "f(a) < 0", "a or b < 1", "not (a := b)", "lib(a)", "a < 1 and f(a)"]
)
def test_values_and_effects_are_not(expression):
    """An operand that is handed on may carry a derivative; another function may have effects."""
    assert not is_test(parsed(expression), is_library)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("a + b * c[0].d", True),
        ("lib(a, *b)", False),
        ("lib(a, key=f(b))", False),
        ("[a, (b, 1)]", True),
        ("lambda: a", False),
        ("a if b else c", False),
        ("(a := b)", False),
    ],
)
def test_simple_expressions(expression, expected):
    """No effect, no binding, no scope of its own."""
    assert is_simple(parsed(expression), is_library) is expected
