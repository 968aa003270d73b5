"""Iterators that join several iterables, or take parts of one."""

import itertools

import pytest

from cladpy import CladpyError
from tests.normalize.iterated import iterated


def loop(target, iterator, statement="g(v)"):
    """Return the normal form of a loop over an iterator whose items are handed to a function."""
    program = f"def f(x, y, g, n):\n    for {target} in {iterator}:\n        {statement}\n    return None\n"
    return iterated(program, itertools=itertools).removesuffix("return None\n")


@pytest.mark.parametrize(
    ("iterator", "expected"),
    [
        (
            "itertools.islice(x, 1, n)",
            "v@1 = len(x)\nv@2 = range(v@1)[1:n]\nfor index@1 in v@2:\n    v = x[index@1]\n    g(v)\n",
        ),
        (
            "itertools.chain(x, y)",
            "v@1 = list(x)\nv@2 = list(y)\nv@3 = v@1 + v@2\nfor item@1 in v@3:\n    v = item@1\n    g(v)\n",
        ),
    ],
)
def test_parts_and_lists(iterator, expected):
    """Each in the order in which Python asks for items."""
    assert expected == loop("v", iterator)


def test_products_are_loops_in_loops():
    """No list of pairs is made."""
    assert loop("u, v", "itertools.product(x, y)") == (
        "for item@1 in x:\n    for item@2 in y:\n        u = item@1\n        v = item@2\n        g(v)\n"
    )


def test_a_loop_that_updates_lists_sees_its_updates():
    """What is chained is not copied then."""
    assert loop("v", "itertools.chain(x, y)", "y[0] = v") == (
        "for item@1 in x:\n    v = item@1\n    y[0] = v\nfor item@2 in y:\n    v = item@2\n    y[0] = v\n"
    )


def test_a_cycle_of_what_the_loop_updates_is_refused():
    """It would be a copy."""
    with pytest.raises(CladpyError) as caught:
        loop("u, v", "zip(x, itertools.cycle(y))", "y[0] = v")
    assert caught.value.code == "C206"
