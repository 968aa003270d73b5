"""Sums of products of vectors as inner products."""

from dataclasses import replace

import numpy as np
import pytest

from cladpy.ir import fact
from cladpy.ir.fact import FLOAT, Dim
from cladpy.optimize.inner_products import run
from tests.optimize.inference import array
from tests.optimize.program import after, context, read

FACTS = {
    "x": array("n"),
    "y": array("n"),
    "m": array("n", "n"),
    "short": array("k"),
    "some": fact.array(np.dtype(float), (Dim("some", one=None),)),
    "single": array("n", dtype=np.float32),
    "s": FLOAT,
}


def written(value, sweep="reverse"):
    """Return what the pass makes of a value in a sweep."""
    text = f"def f(x, y, m, short, some, single, s, u):\n    # ---- {sweep} sweep ----\n    return {value}"
    return after(run, text, **FACTS).split("\n")[-1].strip().removeprefix("return ")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("np.sum(x * y)", "x @ y"),
        ("s + 2 * np.sum(x * y)", "s + 2 * (x @ y)"),
        ("np.sum(x * x)", "x @ x"),
        ("np.sum(2 * x * y)", "2 * x @ y"),
        ("np.sum(m * m)", "np.vdot(m, m)"),
        ("np.sum(x * short)", "x @ short"),
        ("np.sum(multiply_guarded(x, y))", "sum_guarded(x, y)"),
    ],
)
def test_the_sum_of_a_product(value, expected):
    """Of one shape, and of double precision; sizes that are not 1 and are multiplied with one another are equal."""
    assert expected == written(value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("(m * x[:, None]).sum(axis=0)", "x @ m"),
        ("(x[:, None] * m).sum(axis=0)", "x @ m"),
        ("(m * x).sum(axis=1)", "m @ x"),
        ("(x * m).sum(axis=1)", "m @ x"),
        ("(m * x[:, None]).sum(axis=0, keepdims=True)", "(x @ m)[None]"),
        ("(m * x).sum(axis=1, keepdims=True)", "(m @ x)[:, None]"),
    ],
)
def test_the_product_with_a_vector(value, expected):
    """A matrix times a column or a row, summed along it."""
    assert expected == written(value)


def test_a_new_axis_on_both_sides_is_none():
    """The vector is added to as it is."""
    update = "x[:, None] += (m * y).sum(axis=1, keepdims=True)"
    text = f"def f(x, m, y):\n    # ---- reverse sweep ----\n    {update}\n    return x"
    assert "x += m @ y" in after(run, text, **FACTS)


@pytest.mark.parametrize(
    "value",
    [
        "(m * x).sum(axis=0)",
        "(m * x[:, None]).sum(axis=1)",
        "(m * some).sum(axis=1)",
        "(m * some[:, None]).sum(axis=0)",
        "(m * single).sum(axis=1)",
        "(m * x).sum(axis=(0, 1))",
        "(m * x).sum()",
        "(m + x).sum(axis=1)",
        "(m * x).sum(axis=1, dtype=int)",
        "(m * m).sum(axis=1)",
        "np.sum(x * s)",
        "np.sum(x * m)",
        "np.sum(x * some)",
        "np.sum(multiply_guarded(x, m))",
        "np.sum(x * single)",
        "np.sum(single * single)",
        "np.sum(x * u)",
        "np.sum(x + y)",
        "np.sum(x * y, axis=0)",
        "np.mean(x * y)",
    ],
)
def test_other_sums_stay(value):
    """Numbers, what is broadcast or of single precision, and what is not known."""
    assert value == written(value)


def test_a_backend_may_have_something_faster():
    """Loops over elements, say, that need no library."""
    function = read("def f(d_x, x):\n    return np.sum(d_x * x)")
    known = replace(context(x=array("n"), d_x=array("n")), vector_products=False)
    assert run(function, known) is function
    assert run(function, replace(known, vector_products=True)) is not function


def test_the_primal_computes_what_its_text_says():
    """The order of its sums is NumPy's."""
    assert written("np.sum(x * y)", "forward") == "np.sum(x * y)"
