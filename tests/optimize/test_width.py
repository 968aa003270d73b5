"""How wide an expression will be."""

import ast

import pytest

from cladpy.ir.expressions import parse
from cladpy.optimize.width import depth, width


@pytest.mark.parametrize(
    "text",
    [
        "a + b * c",
        "(a + b) * c",
        "-x.sum(axis=0)",
        "u[1:-1] - 2 * u[2:]",
        "np.where(a > b, 1.0, 0)",
        "f(*args, key=value)",
        "x[::2]",
        "(a, b)",
    ],
)
def test_it_is_about_the_width_of_the_text(text):
    """Within a few characters: the limit of a line is not that sharp."""
    assert abs(width(parse(text)) - len(ast.unparse(ast.parse(text)))) <= 4


def test_variables_have_the_width_of_their_printed_names():
    """A temporary prints with a number."""
    assert len("v_1") == width(parse("v_1"))
    renamed = parse("v")
    renamed.id = "v@17"
    assert len("v_1") == width(renamed)


def test_depth_counts_levels():
    """A name is one level."""
    assert (1, 3) == (depth(parse("a")), depth(parse("a + b * c")))
