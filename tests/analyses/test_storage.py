"""Which variables may share memory."""

import gast
import numpy as np
import pytest

from cladpy.analyses.storage import Storage, is_request
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


def test_known_writers_keep_nothing():
    """They write into their first argument; printing reaches no memory."""
    storage = _storage(_body("a = np.zeros(3)", "b = np.ones(3)", "add_at(a, 0, b)", "print(b)"))
    assert not storage.is_external("a")
    assert {storage.class_of("a")} == storage.written_by(parse("add_at(a, 0, b)"))
    assert set() == storage.written_by(parse("print(b)"))
    assert storage.written_by(parse("impure(b)")) is None
    assert _storage(_body("print = x", "print(y)")).written_by(parse("print(y)")) is None


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
    "value",
    [
        "a @ b",
        "(a @ b).T",
        "-a",
        "a > b",
        "np.exp(a)",
        "a.copy()",
        "(a - b).reshape(3)",
        "1.0",
        "unbroadcast(a @ b, x)",
    ],
)
def test_new_values_are_owned(value):
    """A new array, or a view of all of one that has no name, belongs to nobody else."""
    assert _storage(_body("a = np.zeros(3)")).owns(parse(value))


@pytest.mark.parametrize("value", ["a", "a.T", "a[1:]", "np.broadcast_to(1.0, 3)", "(a @ b)[1:]", "f(a)", "[a]"])
def test_other_values_are_borrowed(value):
    """Names, parts, read-only broadcasts and results of unknown functions are not."""
    assert not _storage(_body("a = np.zeros(3)")).owns(parse(value))


def test_requests_are_recognised():
    """``owned(e)`` is one."""
    assert is_request(parse("owned(a)"))
    assert not is_request(parse("own(a)"))


def test_nested_scopes_are_external():
    """A lambda keeps what it mentions."""
    assert _storage(_body("a = np.zeros(3)", "g = lambda: a")).is_external("a")


def test_immutable_results_of_views_share_nothing():
    """An element of an array is a number."""
    storage = _storage(_body("a = np.zeros(3)", "b = a[0]"), a=array("n", dtype=np.float64))
    assert "b" not in storage.members("a")
    assert set() == storage.roots(gast.Constant(1, None))
