"""Which variables may share memory."""

import gast
import numpy as np
import pytest

from cladpy.analyses.storage import Storage, is_request, list_method, tapes
from cladpy.ir.expressions import parse
from cladpy.ir.fact import FLOAT
from tests.optimize.inference import array
from tests.optimize.program import known_context, read


def _storage(text, **facts):
    function = read(text)
    return Storage(function, known_context(function, **facts))


def _body(*lines):
    return "\n    ".join(["def f(x, y):", *lines, "return 0"])


@pytest.mark.parametrize(
    "value",
    [
        "a",
        "a[1:]",
        "a.T",
        "np.reshape(a, 3)",
        "(a, 1)",
        "[a]",
        "{'k': a}",
        "a if y else 0",
        "a or 0",
        "unbroadcast(a, y)",
    ],
)
def test_what_may_share(value):
    """Names, views, containers, choices and results that may be their argument share memory with it."""
    storage = _storage(_body("a = np.zeros(3)", f"b = {value}"), x=array("n"), y=FLOAT)
    assert {"a", "b"} <= storage.members("a")


@pytest.mark.parametrize(
    "value",
    ["a - x", "-a", "a > x", "np.exp(a)", "a.copy()", "a.shape", "a.sum(axis=0)", "2.0 * a", "len(a)", "owned(a)"],
)
def test_what_is_new(value):
    """Arithmetic, comparisons, fresh calls and shapes share nothing."""
    storage = _storage(_body("a = np.zeros(3)", f"b = {value}"))
    assert "b" not in storage.members("a")


def test_unknown_sums_may_be_lists():
    """Where nothing is known, ``+`` may join lists that keep their items."""
    assert "b" in _storage(_body("a = np.zeros(3)", "b = [a] + y")).members("a")
    assert "b" not in _storage(_body("a = np.zeros(3)", "b = a + y"), y=array("n"), a=array("n")).members("a")


def test_parameters_and_globals_are_external():
    """The caller may pass one array twice, and others hold what is global."""
    storage = _storage(_body("a = x", "b = GLOBAL", "c = np.zeros(3)"))
    assert storage.is_external("a")
    assert storage.is_external("b")
    assert not storage.is_external("c")


def test_scalars_share_nothing():
    """A number cannot be changed in place, so it is in no class with others."""
    assert "a" not in _storage(_body("a = x"), x=FLOAT).members("x")
    assert _storage(_body("a = x"), x=FLOAT).is_immutable("x")


def test_unknown_calls_may_keep_their_arguments():
    """What an unknown function was given may be reached from outside."""
    storage = _storage(_body("a = np.zeros(3)", "impure(a)"))
    assert storage.is_external("a")


def test_a_tape_holds_what_is_pushed_on_it():
    """A pushed value and a popped one may be the same object, which others do not reach."""
    storage = _storage(_body("t = []", "a = np.zeros(3)", "t.append(a)", "b = t.pop()"))
    assert {"a", "b", "t"} == storage.members("a")
    assert not storage.is_external("a")


def test_stores_into_arrays_copy_and_stores_into_lists_keep():
    """An array takes the numbers, a list the object."""
    text = _body("a = np.zeros(3)", "b = np.zeros((2, 3))", "b[0] = a")
    assert "a" not in _storage(text, b=array("m", "n")).members("b")
    assert "a" in _storage(text).members("b")


def test_unpacking_is_matched_item_by_item():
    """A display taken apart connects each name with its own item."""
    storage = _storage(_body("a = np.zeros(3)", "b, c = a, np.ones(3)"))
    assert "b" in storage.members("a")
    assert "c" not in storage.members("a")


def test_loop_targets_share_with_what_is_iterated():
    """A row is a view."""
    assert "row" in _storage(_body("a = np.zeros((2, 3))", "for row in a:", "    pass")).members("a")


@pytest.mark.parametrize(
    "value", ["a @ b", "(a @ b).T", "-a", "a > b", "np.exp(a)", "a.copy()", "(a - b).reshape(3)", "1.0"]
)
def test_new_values_are_owned(value):
    """A new array, or a view of all of one that has no name, belongs to nobody else."""
    assert _storage(_body("a = np.zeros(3)")).owns(parse(value))


@pytest.mark.parametrize("value", ["a", "a.T", "a[1:]", "np.broadcast_to(1.0, 3)", "(a @ b)[1:]", "f(a)", "[a]"])
def test_other_values_are_borrowed(value):
    """Names, parts, read-only broadcasts and results of unknown functions are not."""
    assert not _storage(_body("a = np.zeros(3)")).owns(parse(value))


def test_tapes_are_lists_that_are_only_pushed_on_and_popped():
    """A list that has another name, or is read otherwise, is no tape."""
    text = _body("t = []", "t.append(x)", "u = []", "u.append(x)", "w = u", "s = []", "s.append(x)", "n = len(s)")
    assert {"t"} == tapes(read(text))


def test_tapes_arrive_in_a_state_and_leave_in_one():
    """A forward function returns its tapes; a pullback unpacks them."""
    assert {"tape@1"} == tapes(read("def f(state):\n    h, tape__1 = state\n    return tape__1.pop()"))
    assert {"tape@1"} == tapes(read("def f(x):\n    tape__1 = []\n    tape__1.append(x)\n    return x, (x, tape__1)"))


def test_requests_and_list_methods_are_recognised():
    """``owned(e)`` is a request; ``t.append(e)`` and ``t.pop()`` are methods of lists, ``t.pop(0)`` is not taken."""
    assert is_request(parse("owned(a)"))
    assert ("t", "append") == list_method(parse("t.append(a)"))
    assert ("t", "pop") == list_method(parse("t.pop()"))
    assert list_method(parse("t.pop(0)")) is None
    assert list_method(parse("a.b.pop()")) is None


def test_nested_scopes_are_external():
    """A lambda keeps what it mentions."""
    assert _storage(_body("a = np.zeros(3)", "g = lambda: a")).is_external("a")


def test_immutable_results_of_views_share_nothing():
    """An element of an array is a number."""
    storage = _storage(_body("a = np.zeros(3)", "b = a[0]"), a=array("n", dtype=np.float64))
    assert "b" not in storage.members("a")
    assert set() == storage.roots(gast.Constant(1, None))
