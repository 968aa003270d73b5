"""The machine that puts values where they are read: what ends the waiting."""

import pytest

from cladpy.ir.fact import FLOAT
from cladpy.optimize.fold_back import run
from tests.optimize.inference import array
from tests.optimize.program import after

FACTS = {"x": array("n"), "y": array("n"), "s": FLOAT}


def _folds(*lines, **facts):
    """Tell whether no temporary is left."""
    text = "\n    ".join(["def f(x, y, s):", *lines])
    return "v__" not in after(run, text, **{**FACTS, **facts})


@pytest.mark.parametrize(
    "between",
    [
        "x = y",
        "x += 1",
        "x[0] = 1",
        "y[0] = 1",  # the caller may pass one array twice
        "impure(s)",
        "z = impure(s)",
        "x__2 = y",
        "for i in range(2):\n        x[0] = i",
        "if s:\n        impure(x)",
        "with s:\n        pass",
    ],
)
def test_what_ends_the_waiting(between):
    """A rebinding, a store, another version of the name, a call with unknown effects, also nested ones."""
    assert not _folds("v__1 = x * 2", between, "return v__1 + x")


@pytest.mark.parametrize(
    "between",
    [
        "z = x",
        "y = x",
        "s = 2",
        "a = np.zeros(3)\n    a[0] = 1",
        "for i in range(2):\n        z = i",
        "t = []\n    t.append(x)",
    ],
)
def test_what_does_not(between):
    """Bindings of other names, stores into other memory, pushes."""
    assert _folds("v__1 = x * 2", between, "return v__1 + x")


def test_stores_into_immutable_values_cannot_happen():
    """A product of numbers is not changed by a store into an array."""
    assert _folds("v__1 = s * 2", "x[0] = 1", "return v__1 + x")


def test_never_over_the_edge_of_a_loop():
    """Neither into a body, nor into a test that is evaluated each time; the iterable is evaluated once."""
    assert not _folds("v__1 = x * 2", "for i in range(2):", "    y = y + v__1", "return y")
    assert not _folds("v__1 = s * 2", "while v__1 > y[0]:", "    y = y + 1", "return y")
    assert _folds("v__1 = x * 2", "for i in v__1:", "    y = y + i", "return y")


def test_into_a_condition():
    """The test of a branch is evaluated where it stands."""
    assert _folds("v__1 = x * 2", "if v__1 > 0:", "    y = 1", "return y")


def test_arguments_of_one_impure_call_come_before_its_effects():
    """Other operands would be evaluated behind it."""
    assert _folds("v__1 = x * 2", "z = impure(v__1, s)", "return z")
    assert not _folds("v__1 = x * 2", "z = impure(s) + v__1", "return z")
    assert not _folds("v__1 = x * 2", "z = impure(v__1) + impure(s)", "return z")
    assert not _folds("v__1 = x * 2", "y[v__1] = impure(s)", "return y")


def test_a_pop_moves_to_its_reader():
    """If nothing uses the tape in between, and the reader is certain to evaluate it."""
    tape = ["t = []", "t.append(x)", "t.append(y)"]
    assert _folds(*tape, "v__1 = t.pop()", "z = v__1 * 2", "return z")
    assert _folds(*tape, "v__1 = t.pop()", "v__2 = v__1 * 2", "z = np.sum(v__2)", "return z")
    assert not _folds(*tape, "v__1 = t.pop()", "v__2 = t.pop()", "return v__2 * v__1")
    assert not _folds(*tape, "v__1 = t.pop()", "t.append(s)", "return v__1")
    assert not _folds(*tape, "v__1 = t.pop()", "z = v__1 if s else 0", "return z")
    assert not _folds(*tape, "v__1 = t.pop()", "z = s > 0 and v__1", "return z")
    assert not _folds(*tape, "v__1 = t.pop()", "z = 0 < s < v__1", "return z")
    assert not _folds(*tape, "v__1 = t.pop()", "return v__1 + v__1")


def test_a_pop_of_a_list_that_has_another_name_stays():
    """Somebody may look at it in between."""
    assert not _folds("t = [x]", "w = t", "v__1 = t.pop()", "n = len(w)", "return v__1 + n")


def test_a_stored_into_temporary_keeps_its_name():
    """What is stored into must be read from the same object."""
    assert not _folds("v__1 = np.zeros(3)", "v__1[0] = s", "return 0")


def test_an_index_of_a_store_is_a_reader():
    """It is evaluated like any other expression."""
    assert _folds("v__1 = s + 1", "x[v__1] = 2", "return x")


def test_all_readers_or_none():
    """A view of which one reader cannot be reached stays for all of them."""
    assert _folds("v__1 = x[1:]", "y = y + v__1", "return y * v__1")
    assert not _folds("v__1 = x[1:]", "y = y + v__1", "x[0] = 1", "return y * v__1")


def test_what_an_assignment_marked_impure_hides():
    """Without a call in sight, an impure value may do anything."""
    assert not _folds("v__1 = x * 2", "z = pure_looking.pop()", "return z + v__1")
