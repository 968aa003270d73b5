"""The form of expressions, as far as it decides about line breaks."""

import gast
import pytest

from cladpy.emit.expression_shape import (
    Need,
    breaks_in_parentheses,
    breaks_well_inside,
    has_brackets,
    has_filled_brackets,
    is_fluent,
    is_simple_bound,
    is_simple_operand,
    is_splittable,
    need_of_parentheses,
)
from cladpy.emit.precedence import ATOM


def expression(text):
    """Return the tree of an expression."""
    return gast.parse(text, mode="eval").body


@pytest.mark.parametrize(
    ("text", "own", "filled"),
    [
        ("[]", True, False),
        ("[1]", True, True),
        ("{}", True, False),
        ("{1: 2}", True, True),
        ("f()", True, False),
        ("f(k=1)", True, True),
        ("x[i]", True, True),
        ("(x for x in y)", True, True),
        ("x.y", False, False),
        ("x + y", False, False),
    ],
)
def test_brackets(text, own, filled):
    """Displays, calls and subscripts have brackets of their own; these may be empty."""
    assert (own, filled) == (has_brackets(expression(text)), has_filled_brackets(expression(text)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a.b().c()", False),
        ("a.b().c().d", True),
        ("a[0].b[1].c", True),
        ("(a + b).c().d", True),
        ("(a + b)().c", False),
        ("a.b.c.d()", False),
        ("a", False),
    ],
)
def test_fluent_chains(text, expected):
    """A chain needs two links behind calls, or one behind parentheses."""
    assert expected == is_fluent(expression(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name", Need.BEST_FIT),
        ("3", Need.BEST_FIT),
        ("'text'", Need.BEST_FIT),
        ("a.b", Need.BEST_FIT),
        ("f(x)", Need.BEST_FIT),
        ("-name", Need.BEST_FIT),
        ("-(a + b)", Need.NEVER),
        ("(a + b).c", Need.NEVER),
        ("[1]", Need.NEVER),
        ("[1].copy()", Need.NEVER),
        ("a + b", Need.MULTILINE),
        ("a if b else c", Need.MULTILINE),
        ("a.b().c().d()", Need.MULTILINE),
        ("(yield)", Need.MULTILINE),
    ],
)
def test_need_of_parentheses(text, expected):
    """What can be broken in parentheses only, what fits better in them, what needs none."""
    assert expected is need_of_parentheses(expression(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a + f(x)", True),
        ("[x] + a", True),
        ("a + b", False),
        ("a + b + f(x)", False),
        ("a + b * c + f(x)", False),
        ("a * b + f(x)", True),
        ("a + x[i]", False),
        ("a + f()", False),
        ("-f(x)", True),
        ("not f(x)", True),
        ("a and (b or c)", True),
        ("~a + f(x)", True),
        ("f(x) < 1", False),
        ("f(x).y", True),
        ("f(x).y().z()", False),
        ("name", False),
    ],
)
def test_breaking_inside_brackets(text, expected):
    """Brackets at an end are opened if only one operator binds loosest."""
    assert expected == breaks_well_inside(expression(text))


@pytest.mark.parametrize(
    ("text", "expected"), [("x", True), ("x.y", True), ("x[i]", False), ("x[i].y.z", False), ("(x + y).z", False)]
)
def test_targets_in_parentheses(text, expected):
    """A target gets parentheses if it has no brackets."""
    assert expected == breaks_in_parentheses(expression(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x", False),
        ("x.y", False),
        ("(x + y).z", True),
        ("f()", False),
        ("f(x)", True),
        ("-x", False),
        ("-f(x)", True),
        ("lambda: x", False),
        ("x[i]", True),
    ],
)
def test_splittable(text, expected):
    """Names have no place to break."""
    assert expected == is_splittable(expression(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [("x", True), ("-1", True), ("x.y.z", True), ("1j", True), ("not x", False), ("f(x)", False), ("'a'", False)],
)
def test_simple_operands_of_powers(text, expected):
    """Names, numbers and attributes hug the operator."""
    assert expected == is_simple_operand(expression(text), 0)


def test_an_operand_in_parentheses_is_not_simple():
    """Parentheses keep their distance to the operator."""
    assert not is_simple_operand(expression("-x"), ATOM)


@pytest.mark.parametrize(("text", "expected"), [("x", True), ("-1", True), ("x.y", False), ("x + 1", False)])
def test_simple_bounds_of_slices(text, expected):
    """Attributes are no simple bounds."""
    assert expected == is_simple_bound(expression(text))
    assert is_simple_bound(None)
