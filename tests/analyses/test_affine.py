"""Sums over integer variables: how expressions become such, and what is proved of their sign."""

import pytest

from cladpy.analyses.affine import Affine, Bound, affine, is_nonnegative
from cladpy.ir.expressions import parse

FIRST, SECOND, THIRD, COUNT = (Affine.of(each) for each in "ijkn")
# for i in range(n), for j in range(i + 1, n), for k in range(j - 1, -1, -1)
BOUNDS = {
    "n": Bound((Affine(0),)),
    "i": Bound((Affine(0),), (COUNT - Affine(1),)),
    "j": Bound((FIRST + Affine(1),), (COUNT - Affine(1),)),
    "k": Bound((Affine(0),), (SECOND - Affine(1),)),
}


@pytest.mark.parametrize(
    ("text", "number", "terms"),
    [
        ("3", 3, {}),
        ("-i + 2", 2, {"i": -1}),
        ("2 * (i - j) - i", 0, {"i": 1, "j": -2}),
        ("(i + 1) * 3", 3, {"i": 3}),
        ("i - i", 0, {}),
        ("i * 0", 0, {}),
    ],
)
def test_sums(text, number, terms):
    """Numbers, sums, differences and products with a number."""
    assert affine(parse(text), lambda node: Affine.of(node.id)) == Affine(number, terms)


@pytest.mark.parametrize("text", ["i * j", "i // 2", "1.5", "True", "f(i)", "i + j[0]"])
def test_what_is_no_sum(text):
    """Of which nothing is said."""
    names = {"i", "j"}

    def leaf(node):
        return Affine.of(node.id) if getattr(node, "id", None) in names else None

    assert affine(parse(text), leaf) is None


@pytest.mark.parametrize(
    ("whole", "expected"),
    [
        (Affine(0), True),
        (Affine(-1), False),
        (FIRST, True),
        (SECOND - Affine(1), True),
        (SECOND - FIRST - Affine(1), True),
        (SECOND - FIRST - Affine(2), False),
        (SECOND - THIRD - Affine(1), True),
        (THIRD - FIRST, False),
        (COUNT - FIRST - Affine(1), True),
        (COUNT - THIRD - Affine(2), True),
        (COUNT - Affine(1), False),
        (Affine.of("unknown"), False),
        (Affine.of("unknown") - Affine.of("unknown"), True),
    ],
)
def test_signs(whole, expected):
    """What the bounds prove, and what they do not."""
    assert is_nonnegative(whole, BOUNDS, "nijk".find) is expected


def test_bounds_that_lead_in_a_circle_prove_nothing():
    """The proof gives up."""
    bounds = {"i": Bound((SECOND,)), "j": Bound((FIRST,))}
    assert not is_nonnegative(FIRST, bounds, "ij".index)
