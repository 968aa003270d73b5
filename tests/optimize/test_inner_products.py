"""Sums of products of vectors as inner products."""

import numpy as np
import pytest

from cladpy.ir.fact import FLOAT
from cladpy.optimize.inner_products import run
from tests.optimize.inference import array
from tests.optimize.program import after

FACTS = {
    "x": array("n"),
    "y": array("n"),
    "m": array("n", "n"),
    "short": array("k"),
    "single": array("n", dtype=np.float32),
    "s": FLOAT,
}


def written(value, sweep="reverse"):
    """Return what the pass makes of a value in a sweep."""
    text = f"def f(x, y, m, short, single, s, u):\n    # ---- {sweep} sweep ----\n    return {value}"
    return after(run, text, **FACTS).split("\n")[-1].strip().removeprefix("return ")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("np.sum(x * y)", "x @ y"),
        ("s + 2 * np.sum(x * y)", "s + 2 * (x @ y)"),
        ("np.sum(x * x)", "x @ x"),
        ("np.sum(2 * x * y)", "2 * x @ y"),
    ],
)
def test_the_sum_of_a_product_of_vectors(value, expected):
    """Of one length, and of double precision."""
    assert expected == written(value)


@pytest.mark.parametrize(
    "value",
    [
        "np.sum(x * s)",
        "np.sum(m * m)",
        "np.sum(x * m)",
        "np.sum(x * short)",
        "np.sum(x * single)",
        "np.sum(single * single)",
        "np.sum(x * u)",
        "np.sum(x + y)",
        "np.sum(x * y, axis=0)",
        "np.mean(x * y)",
    ],
)
def test_other_sums_stay(value):
    """Numbers, matrices, what is broadcast or of single precision, and what is not known."""
    assert value == written(value)


def test_the_primal_computes_what_its_text_says():
    """The order of its sums is NumPy's."""
    assert written("np.sum(x * y)", "forward") == "np.sum(x * y)"
