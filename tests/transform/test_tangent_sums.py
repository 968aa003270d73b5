"""Sums of contributions to a tangent."""

import gast
import pytest

from cladpy.ir.expressions import parse
from cladpy.transform.tangent_sums import added, constant_first, slope_of, strong_slope


def text(node):
    return gast.unparse(node).strip()


@pytest.mark.parametrize(
    ("left", "right", "total"),
    [
        ("t * x", "s * y", "t * x + s * y"),
        ("t * x", "t * x", "2 * t * x"),
        ("t", "t", "2 * t"),
        ("t", "-s", "t - s"),
        ("t", "-s * x / y", "t - s * x / y"),
        ("0.0 if c else t", "s if c else 0.0", "s if c else t"),
        ("0.0 if c else t", "s if b else 0.0", "(0.0 if c else t) + (s if b else 0.0)"),
    ],
)
def test_sums(left, right, total):
    """Equal terms are doubled, signs drawn out, choices of one condition made once."""
    assert total == text(added(parse(left), parse(right)))


def test_sums_of_tuples():
    """The tangents of several results are added item by item."""
    assert text(added(parse("a"), parse("b"), is_tuple=True)) == "add_adjoints(a, b)"


def test_literal_factors_stand_first():
    """Where they are the right operand of a product."""
    assert [text(constant_first(parse(each))) for each in ("t * 2", "2 * t", "t / 2")] == ["2 * t", "2 * t", "t / 2"]


@pytest.mark.parametrize(
    ("formula", "slope"), [("d * y", "y"), ("-d", "-1"), ("d / (2 * y)", "1 / (2 * y)"), ("f(d, y)", "f(1, y)")]
)
def test_slopes(formula, slope):
    """What a formula that is linear in its seed multiplies it by."""
    assert slope == text(slope_of(parse(formula), "d"))


def test_constant_slopes_need_no_guard():
    """They are no zeros."""
    assert text(strong_slope(parse("2 * d"), "d")) == "2 * d"
    assert text(strong_slope(parse("d * y"), "d")) == "multiply_guarded(y, d)"
