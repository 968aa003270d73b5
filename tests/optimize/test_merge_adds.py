"""Writing a sum of adjoints as one expression."""

import pytest

from cladpy.ir.fact import FLOAT
from cladpy.optimize import split_versions
from cladpy.optimize.merge_adds import run
from tests.optimize.inference import array
from tests.optimize.program import known_context, read, text_of


def _merged(*lines, **facts):
    text = "\n    ".join(["def f(x, y, z):", "# ---- reverse sweep ----", *lines, "return d_x"])
    function, context = split_versions.split(read(text), known_context(read(text), **facts))
    return [
        line.strip().replace("__1", "").replace("__2", "") for line in text_of(run(function, context)).split("\n")[2:-1]
    ]


ARRAYS = {"x": array("n"), "y": array("n"), "z": array("n")}
SCALARS = {"x": FLOAT, "y": FLOAT, "z": FLOAT}


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        (["d_x = x * y", "d_x = d_x + x * y"], ["d_x = 2 * (x * y)"]),
        (["d_x = x", "d_x = d_x + y"], ["d_x = x + y"]),
        (["d_x = x", "d_x = d_x - y", "d_x = d_x + z"], ["d_x = x - y + z"]),
        (["d_x = -x", "d_x = d_x + y"], ["d_x = y - x"]),
    ],
)
def test_births_of_arrays_are_merged(steps, expected):
    """The first contribution and the next ones of one statement."""
    assert expected == _merged(*steps, **ARRAYS)


def test_a_sum_that_goes_on_takes_arrays_one_by_one():
    """Each is added in place, so that two temporaries are never alive at once."""
    steps = ["d_x = z", "for i in range(3):", "    d_x = d_x + x", "    d_x = d_x + y"]
    assert 4 == len(_merged(*steps, **ARRAYS))


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        (["d_x + x * y", "d_x + x * y"], ["d_x = d_x + 2 * (x * y)"]),
        (["d_x - x", "d_x - x"], ["d_x = d_x - 2 * x"]),
        (["d_x + x", "d_x - x"], ["d_x = d_x + x", "d_x = d_x - x"]),
    ],
)
def test_a_sum_that_goes_on_takes_the_same_array_twice_at_once(steps, expected):
    """One step over the adjoint, and one temporary."""
    lines = ["d_x = z", "for i in range(3):", *(f"    d_x = {step}" for step in steps)]
    assert ["d_x = z", "for i in range(3):", *expected] == _merged(*lines, **ARRAYS, d_x=ARRAYS["x"])


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        (["d_x += x * y", "d_x += x * y"], ["d_x += 2 * (x * y)"]),
        (["d_x += x", "d_x += x", "d_x += x"], ["d_x += 2 * x", "d_x += x"]),
        (["d_x = d_x + x", "d_x += x"], ["d_x = d_x + 2 * x"]),
        (["d_x -= x", "d_x += x"], ["d_x -= x", "d_x += x"]),
        (["d_x += d_x * x", "d_x += d_x * x"], ["d_x += d_x * x", "d_x += d_x * x"]),
        (["d_x += impure(x)", "d_x += impure(x)"], ["d_x += impure(x)", "d_x += impure(x)"]),
        (["u += x", "u += x"], ["u += x", "u += x"]),
    ],
)
def test_steps_in_place_are_doubled(steps, expected):
    """Those of one adjoint by one value that does not change meanwhile."""
    lines = ["u = z.copy()", "d_x = z.copy()", "for i in range(3):", *(f"    {step}" for step in steps)]
    assert expected == _merged(*lines, **ARRAYS, d_x=ARRAYS["x"], u=ARRAYS["x"])[3:]


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        (["d_x + x", "d_x + y"], "d_x + (x + y)"),
        (["d_x - x", "d_x + y"], "d_x + (y - x)"),
        (["d_x - x", "d_x - y"], "d_x - (x + y)"),
        (["d_x - x", "d_x + y", "d_x + y"], "d_x + (2 * y - x)"),
        (["d_x + -x", "d_x + -x"], "d_x - 2 * x"),
    ],
)
def test_a_sum_that_goes_on_takes_scalars_together(steps, expected):
    """Their order may change; equal terms are doubled, a positive one stands first."""
    lines = ["d_x = 0.0", "for i in range(3):", *(f"    d_x = {step}" for step in steps)]
    assert f"d_x = {expected}" == _merged(*lines, **SCALARS, d_x=FLOAT)[-1]


@pytest.mark.parametrize(
    "steps",
    [
        ["d_x = x # 1", "d_x = d_x + y # 2"],
        ["d_x = x", "print(d_x)", "d_x = d_x + y"],
        ["d_x = x", "x[0] = 1.0", "d_x = d_x + y"],
        ["d_x = x", "d_x = d_x + d_x * y"],
        ["d_x = x", "d_x = y + d_x"],
        ["d_x = np.sum(x) * " + " * ".join(["x"] * 15), "d_x = d_x + " + " * ".join(["y"] * 10)],
    ],
    ids=["another group", "a read between", "a store between", "a factor", "the other side", "a long line"],
)
def test_not_merged(steps):
    """What is read in between, changes in between or would not read well stays in steps."""
    assert len(steps) == len(_merged(*steps, **ARRAYS))
