"""Iterators of which each item is made from one item of another iterable."""

import itertools

import pytest

from cladpy import CladpyError
from tests.normalize.iterated import iterated


def loop(target, iterator):
    """Return the normal form of a loop over an iterator whose items are handed to a function."""
    program = f"def f(x, y, g):\n    for {target} in {iterator}:\n        g(v)\n    return None\n"
    return iterated(program, itertools=itertools).removesuffix("return None\n")


def test_zip_takes_the_end_of_those_that_have_one():
    """What counts is kept from item to item."""
    assert loop("v, k", "zip(map(g, x), itertools.count(1))") == (
        "next@1 = 1\n"
        "for item@1 in x:\n"
        "    v@1 = g(item@1)\n"
        "    count@1 = next@1\n"
        "    next@1 = next@1 + 1\n"
        "    v@2 = count@1\n"
        "    v = v@1\n"
        "    k = v@2\n"
        "    g(v)\n"
    )


def test_enumerate_goes_over_what_is_behind_a_map():
    """The loop counts itself."""
    assert loop("k, v", "enumerate(map(g, x), 2)") == (
        "for index@1, item@1 in enumerate(x, 2):\n    v@1 = g(item@1)\n    k = index@1\n    v = v@1\n    g(v)\n"
    )


def test_neighbours_are_read_by_their_places():
    """No list is made where there is one."""
    assert loop("u, v", "itertools.pairwise(x)") == (
        "v@1 = len(x)\n"
        "for index@1 in range(1, v@1):\n"
        "    v@2 = index@1 - 1\n"
        "    v@3 = x[v@2]\n"
        "    v@4 = x[index@1]\n"
        "    u = v@3\n"
        "    v = v@4\n"
        "    g(v)\n"
    )


def test_totals_are_kept():
    """The first item is the first total."""
    assert loop("v", "itertools.accumulate(x)") == (
        "begun@1 = False\n"
        "for item@1 in x:\n"
        "    if begun@1:\n"
        "        total@1 = total@1 + item@1\n"
        "    else:\n"
        "        total@1 = item@1\n"
        "        begun@1 = True\n"
        "    v = total@1\n"
        "    g(v)\n"
    )


@pytest.mark.parametrize("iterator", ["zip(x, itertools.count(), strict=True)", "list(itertools.count())"])
def test_what_has_no_end_is_not_taken_as_a_whole(iterator):
    """Python would raise, or not come back."""
    with pytest.raises(CladpyError) as caught:
        loop("v", iterator)
    assert caught.value.code == "C206"
