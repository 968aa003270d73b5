"""What a formula says that it reads."""

import pytest

from cladpy.errors import CladpyError
from cladpy.rules.formula import parse_formula, rename


@pytest.mark.parametrize(
    ("text", "reads", "shape_reads"),
    [
        ("d_y * (1.0 - y * y)", {"y"}, set()),
        ("np.broadcast_to(d_y, x.shape)", set(), {"x"}),
        ("d_y / x.size * x", {"x"}, set()),
        ("np.reshape(d_y, np.shape(x))", set(), {"x"}),
        ("d_y * len(x) + y.ndim", set(), {"x", "y"}),
        ("[d_y * v for v in x]", {"x"}, set()),
        ("d_y * x.T", {"x"}, set()),
        ("d_y", set(), set()),
        ("np.ndim(x + y)", {"x", "y"}, set()),
    ],
)
def test_values_are_told_from_shapes(text, reads, shape_reads):
    """A shape is recorded in place of an array."""
    formula = parse_formula(text, frozenset("xy"), frozenset({"d_y"}))
    assert (formula.reads, formula.shape_reads) == (reads, shape_reads)


@pytest.mark.parametrize("text", ["d_y * z", "d_y +", "d_y; y", "numpy.sin(d_y)"])
def test_what_is_not_known_is_refused(text):
    """A formula names values, cotangents, np, math, the runtime and builtins."""
    formula = parse_formula(text, frozenset("xy"), frozenset({"d_y"}))
    with pytest.raises(CladpyError, match="C901"):
        assert formula.expression


def test_renaming_leaves_the_original_alone():
    """Expressions are shared and never edited."""
    formula = parse_formula("d_y * y", frozenset("xy"), frozenset({"d_y"}))
    assert rename(formula, {"d_y": "t_x"}).text == "t_x * y"
    assert formula.text == "d_y * y"
    assert formula.expression.left.id == "d_y"
