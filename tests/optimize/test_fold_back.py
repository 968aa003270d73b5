"""Temporaries put back into expressions."""

import pytest

from cladpy.ir.fact import FLOAT, INT
from cladpy.optimize.fold_back import run
from tests.optimize.inference import array
from tests.optimize.program import after, shown

FACTS = {"x": array("m", "n"), "w": array("n", "k"), "s": FLOAT, "n": INT}


def _lines(*lines, parameters="x, w, s, n", **facts):
    text = "\n    ".join([f"def f({parameters}):", *lines])
    return [line.strip() for line in after(run, text, **{**FACTS, **facts}).split("\n")[1:]]


def test_an_expression_comes_together():
    """Operations of one statement become its expression again."""
    found = _lines("v__1 = x @ w", "v__2 = v__1 + s", "h = np.maximum(v__2, 0)", "return h")
    assert ["h = np.maximum(x @ w + s, 0)", "return h"] == found


def test_names_of_the_users_stay():
    """Only what cladpy made goes."""
    text = "def f(x):\n    y = x + 1\n    d_y = y * 2\n    return d_y"
    assert shown(text) == after(run, text)


def test_states_and_records_of_loops_go_to_their_reader():
    """The caller of a pullback then keeps no name for the state that it hands over."""
    assert "return pure(t.pop(), s)" in _lines(
        "t = []", "t.append(x)", "state__3 = t.pop()", "return pure(state__3, s)"
    )
    assert "if t.pop():" in _lines(
        "t = []", "t.append(s)", "branch__1 = t.pop()", "if branch__1:", "    y = 1", "return y"
    )


def test_an_array_is_not_computed_twice():
    """Two readers keep the temporary."""
    assert "v__1 = x * 2" in _lines("v__1 = x * 2", "y = v__1 + 1", "return y * v__1")


def test_small_scalars_and_views_go_into_several_readers():
    """A single operation on scalars, a view and a shape cost nothing."""
    assert 2 == len(_lines("v__1 = 2 * s", "y = x / v__1", "return y / v__1"))
    assert 2 == len(_lines("v__1 = x.T", "y = v__1 @ x", "return y @ v__1"))
    assert 2 == len(_lines("v__1 = x.shape", "y = v__1", "return (y, v__1)"))
    assert 3 == len(_lines("v__1 = x[s]", "y = v__1 + 1", "return y * v__1"))  # may be a copy
    assert 3 == len(_lines("v__1 = 2 * s + n", "y = x / v__1", "return y / v__1"))  # two operations
    assert 2 == len(_lines("v__1 = x[n, 1:]", "y = v__1 + 1", "return y * v__1"))


def test_only_cheap_scalars_are_computed_again_in_the_reverse_sweep():
    """From scalars and shapes of parameters, in a few steps."""
    mark = "# ---- reverse sweep ----"
    assert 2 == len(_lines("v__1 = 2 * len(x)", mark, "return s / v__1"))
    assert 2 == len(_lines("v__1 = abs(s - n) * x.shape[0]", mark, "return s / v__1"))
    assert 3 == len(_lines("v__1 = np.sum(x)", mark, "return s / v__1"))
    assert 3 == len(_lines("v__1 = x * 2", mark, "return s / v__1"))
    assert 4 == len(_lines("h = x @ w", "v__1 = len(h)", mark, "return s / v__1"))
    assert 3 == len(_lines("v__1 = x.T", mark, "return s / v__1"))


def test_arrays_stay_in_the_group_of_their_statement():
    """Folded into a later group they would keep their operands alive until then."""
    assert 3 == len(_lines("v__1 = x @ w # 1", "y = s # 1", "return v__1 * y # 2"))
    assert 1 == len(_lines("v__1 = s * 2 # 1", "return x * v__1 # 2"))


def test_lines_stay_short():
    """What would not read well stays apart."""
    long = " + ".join(["some_quantity"] * 6)
    assert 3 == len(_lines(f"v__1 = {long}", "y = s", f"return v__1 * ({long})"))


@pytest.mark.parametrize("levels", [4, 14])
def test_expressions_stay_flat(levels):
    """Too many levels of operations are too much for a reader."""
    lines = ["v__0 = s", *(f"v__{n} = abs(v__{n - 1})" for n in range(1, levels)), f"return v__{levels - 1}"]
    assert (levels > 12) == (len(_lines(*lines)) > 1)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["v__1 = x[1:]", "v__1[...] += s", "return x"], ["x[1:] += s", "return x"]),
        (["v__1 = x[1:]", "v__1[...] = w[1:]", "return x"], ["x[1:] = w[1:]", "return x"]),
        (["v__1 = x[1:, n]", "v__1[...] += v__1 * s", "return x"], ["x[1:, n] += x[1:, n] * s", "return x"]),
    ],
)
def test_a_store_through_all_of_a_view_is_one_into_its_base(lines, expected):
    """The view needs no name."""
    assert expected == _lines(*lines)


@pytest.mark.parametrize(
    "lines",
    [
        ["v__1 = x[1:]", "v__1[0] += s", "return x"],
        ["v__1 = x.T", "v__1[...] += s", "return x"],
        ["v__1 = x * 2", "v__1[...] += s", "return x"],
        ["v__1 = x[1:]", "n = n + 1", "x = w[n:]", "v__1[...] += s", "return x"],
    ],
)
def test_other_stores_through_a_name_keep_it(lines):
    """Into a part of it, through something else than an item, and where the base is another one by then."""
    assert lines[0].replace("v__1", "v__1") in _lines(*lines)
