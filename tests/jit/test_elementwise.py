"""Expressions that are computed element by element, and the dtypes of their results."""

import gast
import numpy as np
import pytest

from cladpy.ir.expressions import parse
from cladpy.ir.fact import BOOL, FLOAT, INT, UNKNOWN, Dim, array
from cladpy.jit.elementwise import elementwise

FACTS = {
    "x": array(np.dtype(float), (Dim("n"),)),
    "z": array(np.dtype(complex), (Dim("n"),)),
    "b": array(np.dtype(bool), (Dim("n"),)),
    "n": INT,
    "k": FLOAT,
    "flag": BOOL,
}


def read(text):
    """Return an expression over the names above."""
    return elementwise(parse(text), FACTS.__getitem__, lambda node: FLOAT if text.startswith("g") else UNKNOWN)


@pytest.mark.parametrize(
    ("text", "dtype"),
    [
        ("x * 2 + k", "float64"),
        ("x > 0", "bool"),
        ("b * 1", ""),  # of int64, which nothing here is
        ("b / n", "float64"),
        ("b + b", ""),
        ("x * z", "complex128"),
        ("np.abs(z)", ""),
        ("np.where(b, x, 0)", "float64"),
        ("np.sin(b)", ""),
        ("np.maximum(x, 0) ** 2", "float64"),
    ],
)
def test_dtypes(text, dtype):
    """They are NumPy's, or not known."""
    assert read(text).dtype == dtype


@pytest.mark.parametrize("text", ["x @ x", "np.sum(x)", "x if flag else x", "k * n", "x[::2] + x", "x // 2", "h(x)"])
def test_others(text):
    """Products, sums, choices, numbers alone, other regions and other operators."""
    assert read(text) is None


def test_numbers_are_bound_once():
    """A call of numbers stands before the loop."""
    found = elementwise(
        parse("x * math.exp(k) + 2 * k"),
        FACTS.__getitem__,
        lambda node: FLOAT if not {"x"} & {getattr(part, "id", None) for part in gast.walk(node)} else UNKNOWN,
    )
    assert len(found.numbers) == 1
    assert found.reads == {"x", "k", "math"}
