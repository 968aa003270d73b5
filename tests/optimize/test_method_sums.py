"""Sums of arrays as methods of the arrays."""

import pytest

from cladpy.ir.fact import FLOAT
from cladpy.optimize.method_sums import run
from tests.optimize.inference import array
from tests.optimize.program import after

FACTS = {"x": array("n"), "m": array("n", "k"), "s": FLOAT, "v@1": array("n"), "v@2": FLOAT}


def written(value, sweep="reverse"):
    """Return what the pass makes of a value in a sweep."""
    text = f"def f(x, m, s, u, v__1, v__2):\n    # ---- {sweep} sweep ----\n    return {value}"
    return after(run, text, **FACTS).split("\n")[-1].strip().replace("__", "_").removeprefix("return ")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("np.sum(x)", "x.sum()"),
        ("s - np.sum(-x * 2, axis=0)", "s - (-x * 2).sum(axis=0)"),
        ("np.sum(m, 0, keepdims=True)", "m.sum(0, keepdims=True)"),
        ("np.sum(x) * np.sum(m)", "x.sum() * m.sum()"),
    ],
)
def test_sums_of_arrays(value, expected):
    """With the arguments that they had."""
    assert written(value) == expected


@pytest.mark.parametrize("value", ["np.sum(s)", "np.sum(u)", "np.sum([x, x])", "np.prod(x)", "np.sum(*u)"])
def test_what_need_not_be_an_array_stays(value):
    """A number has no such method, or may have none."""
    assert written(value) == value


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("np.sum(x)", "np.sum(x)"),
        ("np.sum(v__1, axis=0)", "v_1.sum(axis=0)"),
        ("np.sum(v__1 * x)", "np.sum(v_1 * x)"),
        ("np.sum(v__2)", "np.sum(v_2)"),
    ],
)
def test_the_forward_sweep_is_its_authors_but_for_temporaries(value, expected):
    """A temporary is no name of the author's, and an array if it is known to be one."""
    assert written(value, sweep="forward") == expected
