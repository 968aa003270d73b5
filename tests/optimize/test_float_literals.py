"""Whole numbers beside floating numbers are floats in reverse loops, and nowhere else."""

import gast
import numpy as np
import pytest

from cladpy import gradient
from cladpy.emit.printer import print_tree
from cladpy.ir.expressions import parse
from cladpy.ir.fact import FLOAT, INT, UNKNOWN, Dim, array
from cladpy.optimize.context import Context
from cladpy.optimize.float_literals import with_floats

FACTS = {"x": FLOAT, "i": INT, "a": array(np.dtype(float), (Dim("n"),)), "c": array(np.dtype(complex), ())}


def infer(expression):
    """Know names, and take an operation for what its operands are."""
    if isinstance(expression, gast.BinOp):
        return infer(expression.left) if infer(expression.right) == INT else infer(expression.right)
    return FACTS.get(expression.id, UNKNOWN) if isinstance(expression, gast.Name) else INT


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 * x", "2.0 * x"),
        ("x - 1", "x - 1.0"),
        ("1 + 2 * x", "1.0 + 2.0 * x"),
        ("2 * i", None),
        ("2 * a", "2.0 * a"),
        ("2 * c", None),
        ("x / 2", None),
        ("x**2", None),
        ("True * x", None),
        ("9007199254740993 * x", None),
    ],
)
def test_literals(text, expected):
    """Only in sums, differences and products with what is certainly a floating number, and where it is exact."""
    found = with_floats(parse(text), Context({}, bool, bool, True, infer))
    assert expected == (None if found is None else print_tree(found))


def squares(x, n):
    for _ in range(n):
        x = x * x + x
    return x


@pytest.mark.parametrize("kind", [float, np.float32, np.float64])
def test_the_kind_of_a_number_stays(kind):
    """A float of Python's takes the dtype of what it is multiplied with."""
    adjoint = gradient(squares, "x")(kind(0.5), 2)
    assert (type(adjoint), float(adjoint)) == (kind, pytest.approx(2.0 * 2.5))


def test_loops_of_the_primal_are_left():
    """Its lines stay as their author wrote them."""

    def doubled(x, n):
        for _ in range(n):
            x = 2 * x * x
        return x

    source = gradient(doubled, "x").source_for(1.0, 2)
    assert "x = 2 * x * x" in source.partition("reverse sweep")[0]
