"""Iterators that give an item, or none, for each item of another."""

import itertools

import pytest

from tests.normalize.iterated import iterated

TAKEN = """for item@1 in x:
    v@1 = g(item@1)
    if v@1:
        v = item@1
        g(v)
    else:
        break
"""


@pytest.mark.parametrize(
    ("iterator", "expected"),
    [
        ("filter(g, x)", "for item@1 in x:\n    v@1 = g(item@1)\n    if v@1:\n        v = item@1\n        g(v)\n"),
        ("filter(None, x)", "for item@1 in x:\n    if item@1:\n        v = item@1\n        g(v)\n"),
        ("itertools.takewhile(g, x)", TAKEN),
    ],
)
def test_items_are_tested_in_the_loop(iterator, expected):
    """Each in the order in which Python asks for items."""
    program = f"def f(x, g):\n    for v in {iterator}:\n        g(v)\n    return None\n"
    assert expected == iterated(program, itertools=itertools).removesuffix("return None\n")
