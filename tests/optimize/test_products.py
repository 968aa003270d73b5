"""Factors and minus signs."""

import pytest

from cladpy.ir.expressions import parse, same
from cladpy.optimize.products import factors, number, number_value, product, without_minus


def test_a_product_is_taken_apart_and_put_together():
    """From the left, whatever its parentheses were."""
    assert same(parse("2 * a * b"), product(factors(parse("2 * (a * b)"))))
    assert 1 == len(factors(parse("a / b")))


@pytest.mark.parametrize(
    ("text", "freed"),
    [
        ("-a", "a"),
        ("2 * -a", "2 * a"),
        ("-a * b", "a * b"),
        ("-a / b", "a / b"),
        ("a / -b", "a / b"),
        ("-2 * a", "2 * a"),
        ("b * (2 * -a)", "b * (2 * a)"),
    ],
)
def test_a_minus_sign_comes_out_of_products(text, freed):
    """One sign is taken away; nothing is computed for it."""
    assert same(parse(freed), without_minus(parse(text)))


@pytest.mark.parametrize("text", ["a", "a - b", "a ** -2", "abs(-a)", "2"])
def test_elsewhere_it_stays(text):
    """Sums, powers and calls are left alone."""
    assert without_minus(parse(text)) is None


@pytest.mark.parametrize(("text", "value"), [("2", 2), ("-0.5", -0.5), ("True", None), ("a", None), ("'2'", None)])
def test_numbers_are_ints_and_floats(text, value):
    """Booleans are not."""
    assert value == number_value(parse(text))


def test_negative_literals_are_operations():
    """So that a power of one keeps its parentheses; the sign of zero stays."""
    assert same(parse("-2"), number(-2))
    assert same(parse("-0.0"), number(-0.0))
    assert same(parse("2.5"), number(2.5))
