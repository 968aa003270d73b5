"""Lists that are only pushed on and popped from."""

import pytest

from cladpy.analyses.tapes import is_tape_name, list_method, tapes
from cladpy.ir.expressions import parse
from tests.optimize.program import read


def test_tapes_are_lists_that_are_only_pushed_on_and_popped():
    """A list that has another name, or is read otherwise, is no tape."""
    lines = ["t = []", "t.append(x)", "u = []", "u.append(x)", "w = u", "s = []", "s.append(x)", "n = len(s)"]
    text = "\n    ".join(["def f(x):", *lines])
    assert {"t"} == tapes(read(text))


def test_tapes_arrive_in_a_state_and_leave_in_one():
    """A forward function returns its tapes; a pullback unpacks them."""
    assert {"tape@1"} == tapes(read("def f(state):\n    h, tape__1 = state\n    return tape__1.pop()"))
    assert {"tape@1"} == tapes(read("def f(x):\n    tape__1 = []\n    tape__1.append(x)\n    return x, (x, tape__1)"))


def test_pushes_and_pops_are_recognised():
    """``t.append(e)`` and ``t.pop()``; ``t.pop(0)`` may be of a dict."""
    assert ("t", "append") == list_method(parse("t.append(a)"))
    assert ("t", "pop") == list_method(parse("t.pop()"))
    assert list_method(parse("t.pop(0)")) is None
    assert list_method(parse("a.b.pop()")) is None


@pytest.mark.parametrize(("variable", "found"), [("tape@1", True), ("tape_x", True), ("tapes", False), ("t", False)])
def test_names_of_tapes(variable, found):
    """As cladpy gives them."""
    assert found == is_tape_name(variable)


def test_a_loop_may_test_a_tape():
    """While it holds something."""
    assert {"t"} == tapes(
        read("def f(x):\n    t = []\n    t.append(x)\n    while t:\n        y = t.pop()\n    return y")
    )
