"""Iterators that are consumed where they stand are loops around what is done with their items."""

import itertools

import pytest

from tests.normalize.iterated import iterated
from tests.stages import normal_form, text


def loop(target, iterator, statement="s += v"):
    """Return the normal form of a loop over an iterator that adds something up, without its first and last line."""
    program = f"def f(x, g):\n    s = 0.0\n    for {target} in {iterator}:\n        {statement}\n    return s\n"
    whole = iterated(program, itertools=itertools)
    return whole.removeprefix("s = 0.0\n").removesuffix("return s\n")


@pytest.mark.parametrize(
    ("iterator", "expected"),
    [
        ("map(g, x)", "for item@1 in x:\n    v = g(item@1)\n    s += v\n"),
        ("(w * w for w in x if w)", "for w@1 in x:\n    if w@1:\n        v = w@1 * w@1\n        s += v\n"),
        ("map(lambda t: t * t, x)", "for item@1 in x:\n    v = item@1 * item@1\n    s += v\n"),
    ],
)
def test_items_are_made_in_the_loop(iterator, expected):
    """One loop over what the iterator takes its items from."""
    assert text(expected) == loop("v", iterator)


def test_what_the_loop_rebinds_is_held():
    """An iterator holds on to what it iterates over."""
    assert loop("x", "map(g, x)", "s += x") == "v@1 = x\nfor item@1 in v@1:\n    x = g(item@1)\n    s += x\n"


def test_iterators_that_facts_say_nothing_of_stay():
    """What holds nothing active is an ordinary value."""
    program = "def f(x):\n    for v in map(str, x):\n        print(v)\n    return 0.0\n"
    assert "v@1 = map(str, x)\n" in normal_form(program)
