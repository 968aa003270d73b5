"""Functions that take everything that an iterable gives are written as loops."""

import functools

import pytest

from cladpy import check_gradient, value_and_gradient
from tests.normalize.iterated import iterated


def returned(expression):
    """Return the normal form of a function that returns an expression, without its last line."""
    lines = iterated(f"def f(x, g):\n    return {expression}\n", functools=functools).splitlines(keepends=True)
    return "".join(lines[:-1])


def test_sorted_takes_items_in_the_order_of_their_keys():
    """Keys first, each once; the order has no derivative."""
    assert returned("sorted(x, key=g, reverse=True)") == (
        "keys@1 = []\n"
        "for item@1 in x:\n"
        "    v@1 = g(item@1)\n"
        "    keys@1.append(v@1)\n"
        "order@1 = order_of(keys@1, reverse=True)\n"
        "ordered@1 = []\n"
        "for item@2 in order@1:\n"
        "    v@2 = x[item@2]\n"
        "    ordered@1.append(v@2)\n"
    )


def test_reduce_starts_with_its_first_item():
    """Python's error for no items is raised."""
    assert returned("functools.reduce(g, x)") == (
        "v@1 = len(x)\n"
        "if v@1 == 0:\n"
        '    raise TypeError("reduce() of empty iterable with no initial value")\n'
        "total@1 = x[0]\n"
        "v@2 = len(x)\n"
        "for index@1 in range(1, v@2):\n"
        "    v@3 = x[index@1]\n"
        "    total@1 = g(total@1, v@3)\n"
    )


def test_list_of_an_iterator_is_a_loop():
    """It appends."""
    assert returned("list(map(g, x))") == (
        "values@1 = []\nfor item@1 in x:\n    v@1 = g(item@1)\n    values@1.append(v@1)\n"
    )


def empty_max(x):
    return max((v for v in x if v > 10.0), key=abs) * 2.0


def empty_reduce(x):
    return functools.reduce(lambda a, b: a * b, [v for v in x if v > 10.0])


@pytest.mark.parametrize("function", [empty_max, empty_reduce])
def test_errors_are_those_of_python(function):
    """Of its kind and with its text."""
    with pytest.raises((ValueError, TypeError)) as expected:
        function([1.0])
    with pytest.raises(type(expected.value), match=r"empty (iterable|sequence)|argument is empty"):
        value_and_gradient(function)([1.0])


def first_of_equals(x):
    pairs = [(2.0, x[0]), (2.0, x[1] * 3.0), (1.0, x[2] * 5.0)]
    first = max(pairs, key=lambda p: p[0])
    last = sorted(pairs, key=lambda p: -p[0])[1]
    backwards = sorted(pairs, key=lambda p: p[0], reverse=True)
    return first[1] * last[1] + backwards[0][1] + backwards[1][1] ** 2


def test_equal_items_stay_in_their_order():
    """The first of the best is taken, and sorting is stable, backwards too."""
    check_gradient(first_of_equals, ([0.7, -1.2, 0.4],))
