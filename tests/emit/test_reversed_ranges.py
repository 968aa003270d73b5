"""Tests of ranges backwards: the same numbers in the same order."""

import gast
import pytest

from cladpy.emit.printer import print_tree
from cladpy.emit.reversed_ranges import backward, with_names
from cladpy.ir.expressions import parse

RANGES = (
    "range(n)", "range(0)", "range(3)", "range(n - 1)", "range(n + 2)", "range(a, n)", "range(1, n - 1)",
    "range(n, 0, -1)",
    "range(a, n, 3)", "range(n, a, -2)", "range(a, n, s)", "range(n)[:t]", "range(a, n)[:t]", "range(n, a, -1)[:t]",
    "range(a, n, 2)[:t]", "trips", "trips[:t]", "range(2 * n, 0, -1)", "range(n - 1, -1, -1)",
)  # fmt: skip
VALUES = ((0, 0, 1, 0), (7, 1, 2, 1), (7, 2, -1, 3), (1, 5, 3, 0), (6, 0, 2, 2))


def turned(text, names):
    """Return the range backwards, with what had to be bound first in `names`."""
    fresh = (f"bound_{number}" for number in range(1, 9))
    bound, bind = with_names(lambda: next(fresh))
    node = backward(parse(text), lambda each: True, bind)
    for each in bound:
        names[each.target.id] = eval(print_tree(each.value), {}, names)
    return print_tree(node)


@pytest.mark.parametrize("text", RANGES)
@pytest.mark.parametrize(("n", "a", "s", "t"), VALUES)
def test_gives_the_numbers_backwards(text, n, a, s, t):
    """Any start, stop and step, none at all, and loops that were left early."""
    names = {"n": n, "a": a, "s": s, "t": t, "trips": range(a, n, 2)}
    names["t"] = min(t, len(eval(text.partition("[")[0], {}, names)))
    expected = list(reversed(eval(text, {}, names)))
    assert expected == list(eval(turned(text, names), {}, names))


@pytest.mark.parametrize("text", ["zip(a, b)", "items", "range(n)[1:]"])
def test_what_is_no_range_is_left(text):
    """The backend says what it does not loop over."""
    assert backward(parse(text), lambda node: False, lambda node: node) is None


def test_what_is_used_twice_is_evaluated_once():
    """A start that is a call is bound to a name."""
    bound, bind = with_names(lambda: "bound_1")
    backward(parse("range(f(), n, 2)"), lambda node: True, bind)
    assert [each.target.id for each in bound] == ["bound_1"]
    assert isinstance(bound[0].value, gast.Call)
