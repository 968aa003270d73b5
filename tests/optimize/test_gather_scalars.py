"""Scalar factors to the left of a product."""

import numpy as np
import pytest

from cladpy.ir.fact import FLOAT, INT
from cladpy.optimize.gather_scalars import run
from tests.optimize.inference import array
from tests.optimize.program import after

FACTS = {"x": array("n"), "y": array("n"), "s": FLOAT, "n": INT, "i": array("n", dtype=np.int64)}


def _gathered(value, sweep="reverse"):
    text = f"def f(x, y, s, n, i, u):\n    # ---- {sweep} sweep ----\n    return {value}"
    return after(run, text, **FACTS).split("\n")[-1].strip().removeprefix("return ")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2 * (s * x)", "2 * s * x"),
        ("x * s * 2", "2 * s * x"),
        ("x * 2", "2 * x"),
        ("(x * s) * (y * n)", "s * n * x * y"),
        ("2 * (1.0 / n * x)", "2 * (1.0 / n) * x"),
        ("np.sum(x * 2)", "np.sum(2 * x)"),
        ("s * 2", "2 * s"),
        ("0.5 * -x", "-0.5 * x"),
        ("-x * s * 2", "-2 * s * x"),
        ("-2 * -x", "2 * x"),
        ("s * -x", "s * -x"),
        ("1.0 / n / x * -y", "-1.0 / n / x * y"),
        ("-1.0 / n * (x * -y)", "1.0 / n * x * y"),
        ("s / n * -x", "s / n * -x"),
        ("x * y", "x * y"),
        ("2 * s * x", "2 * s * x"),
        ("(x * (y * 2)) / s", "2 * x * y / s"),
        ("2 * unreduce(x, s, 0, False) * y", "unreduce(2 * x, s, 0, False) * y"),
        ("2 * unreduce(x * 3.0, s, 0, False)", "unreduce(2 * 3.0 * x, s, 0, False)"),
    ],
)
def test_gathered(value, expected):
    """Literals, then scalars, then arrays, each in their order."""
    assert expected == _gathered(value)


@pytest.mark.parametrize("value", ["i * 2", "u * 2", "x * u * s"])
def test_kept_where_the_product_is_not_known_to_be_floating(value):
    """The order of factors of something else may matter."""
    assert value == _gathered(value)


def test_the_primal_keeps_its_last_rounding():
    """The forward sweep is left alone."""
    assert "x * 2" == _gathered("x * 2", sweep="forward")
