"""Values read instead of computed again."""

import pytest

from cladpy.ir.fact import FLOAT
from cladpy.optimize.common_subexpressions import run
from tests.optimize.inference import array
from tests.optimize.program import after

FACTS = {"x": array("n"), "y": array("n"), "s": FLOAT}


def _again(*lines, **facts):
    """Return what the second computation, of ``d__1``, has become."""
    text = "\n    ".join(["def f(x, y, s):", *lines])
    lines = after(run, text, **{**FACTS, **facts}).split("\n")
    return next(line.strip().removeprefix("d__1 = ") for line in lines if "d__1 = " in line)


@pytest.mark.parametrize("value", ["np.exp(x)", "x * y", "-x", "x > y", "np.sum(x) * 2", "s * np.sum(y)"])
def test_operations_on_arrays_and_calls(value):
    """Where the first result is read later anyway."""
    assert "v__1" == _again(f"v__1 = {value}", f"d__1 = {value}", "return d__1 + v__1")


@pytest.mark.parametrize("value", ["s * 2", "x[0]", "x[x]", "len(x)", "x.T", "x", "impure(x)"])
def test_what_costs_nothing_or_has_effects(value):
    """Scalars, items, gathers and shapes are computed again."""
    assert value == _again(f"v__1 = {value}", f"d__1 = {value}", "return d__1 + v__1")


def test_a_view_is_taken_once():
    """Then what is computed of it is found to be the same; a name of the user's is not read for it."""
    lines = ["v__1 = x[1:]", "v__2 = np.exp(v__1)", "v__3 = x[1:]", "d__1 = np.exp(v__3)", "return d__1 + v__2 * v__1"]
    text = "\n    ".join(["def f(x, y, s):", *lines])
    assert "v__3 = v__1" in after(run, text, **FACTS)
    assert "x[1:]" == _again("z = x[1:]", "d__1 = x[1:]", "return d__1 + z")
    assert "x[1:]" == _again("v__1 = x[1:]", "d__1 = x[1:]", "d__1[0] = 1", "return d__1 + v__1")


def test_an_array_is_not_kept_alive_for_it():
    """A scalar is."""
    assert "x * y" == _again("v__1 = x * y", "z = v__1 + 1", "d__1 = x * y", "return d__1 + z")
    assert "v__1" == _again("v__1 = np.sum(x)", "z = v__1 + 1", "d__1 = np.sum(x)", "return d__1 + z")


@pytest.mark.parametrize("between", ["x = y", "x[0] = 1", "impure(s)", "for i in range(2):\n        x[0] = i"])
def test_what_ends_it(between):
    """A rebinding, a store, an unknown call."""
    assert "x * y" == _again("v__1 = x * y", between, "d__1 = x * y", "return d__1 + v__1")


def test_memory_that_is_updated_keeps_one_name():
    """A store through one name would change the other one's value."""
    assert "x * y" == _again("v__1 = x * y", "d__1 = x * y", "d__1[0] = 1", "return d__1 + v__1")
    assert "x * y" == _again("v__1 = x * y", "d__1 = x * y", "v__1[0] = 1", "return d__1 + v__1")


def test_inside_larger_expressions_of_the_reverse_sweep():
    """A part of a value is read as well, each time that it occurs."""
    lines = ["v__1 = np.exp(x)", "# ---- reverse sweep ----", "d_y = s * np.exp(x) - np.exp(x)", "d_y += 2 * np.exp(x)"]
    text = "\n    ".join(["def f(x, y, s):", *lines, "return d_y + v__1"])
    found = after(run, text, **FACTS)
    assert "d_y = s * v__1 - v__1\n    d_y += 2 * v__1" in found


def test_names_of_the_users_are_computed_as_written():
    """The second one must be a variable of cladpy's."""
    text = "def f(x):\n    v__1 = np.exp(x)\n    y = np.exp(x)\n    return y + v__1"
    assert "y = np.exp(x)" in after(run, text, **FACTS)


def test_from_outside_into_branches_and_loops():
    """What dominates is in force; what a branch computed is not behind it."""
    assert "v__1" == _again("v__1 = x * y", "if s:", "    d__1 = x * y", "    z = d__1", "return v__1")
    assert "v__1" == _again("v__1 = x * y", "for i in range(2):", "    d__1 = x * y", "    z = d__1", "return v__1")
    lines = ["if s:", "    v__1 = x * y", "    z = v__1", "d__1 = x * y", "return d__1 + v__1"]
    assert "x * y" == _again(*lines)


def test_a_loop_that_changes_an_operand_ends_it_at_its_head():
    """The second iteration reads another value."""
    lines = ["v__1 = x * y", "for i in range(2):", "    d__1 = x * y", "    x[0] = 3", "    z = d__1", "return v__1"]
    assert "x * y" == _again(*lines)
