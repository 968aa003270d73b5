"""Indices that name no element in common."""

import numpy as np
import pytest

from cladpy.ir.expressions import parse
from cladpy.optimize.apart import are_apart, least_of

APART = [
    ("0", "1"), ("i", ":i"), ("j", ":j"), ("i", "i + 1"), ("i", "i - 1", 1), ("i", "i + 1 :"),
    ("i", "i + 2 :"), ("i + 1", ":i"), ("i - 1", "i:", 1), ("0", "1:"), ("2", ":2"), ("i, 0", "i, 1"), (":, 0", ":, 1"),
    ("i, 1:", "i + 1, 1:"), ("i, :i", "i, i"), ("2:, i", ":, :i"),
]  # fmt: skip
MEETING = [
    ("0", "-1"), ("i", "-1"), ("i", "j"), ("j", "j + 1"), ("j", "j + 1 :"), ("i - 1", "i"), ("i - 1", "i:"),
    ("i", ":i - 1"), ("i", "i:"), ("i", ":i + 1"), ("i", "i + 1 :: -1"), ("i", ":i:-1"), ("i", "i"), ("1:", ":1"),
    ("rows, 0", "others, 1"), ("..., 0", "0, 1"), ("None, 0", "1, 0"), ("a > 0", "0"), ("i", "..."), ("True", "0"),
]  # fmt: skip


def _index(text):
    return parse(f"x[{text}]").slice


@pytest.mark.parametrize("case", APART)
def test_apart(case):
    """Neighbours, and what a slice leaves out, where counting from the end is out of the question."""
    one, other, *least = case
    assert are_apart(_index(one), _index(other), {"i": least[0] if least else 0})
    assert are_apart(_index(other), _index(one), {"i": least[0] if least else 0})


@pytest.mark.parametrize("case", MEETING)
def test_they_may_meet(case):
    """An index may count from the end, be an array, or take up another axis."""
    one, other = case
    assert not are_apart(_index(one), _index(other), {"i": 0})
    assert not are_apart(_index(other), _index(one), {"i": 0})


@pytest.mark.parametrize("case", [case for case in APART if "j" not in case[0]])
def test_no_element_has_both(case):
    """NumPy says so too, for each value of the counter."""
    one, other, *least = case
    for i in range(least[0] if least else 0, 5):
        x = np.zeros((7, 7), int)
        for text in (one, other):
            exec(f"x[{text}] += 1", {"x": x, "i": i})
        assert x.max() <= 1


@pytest.mark.parametrize(
    ("iterable", "expected"),
    [
        ("range(n)", 0),
        ("range(3)", 0),
        ("range(2, n)", 2),
        ("range(1, n, 2)", 1),
        ("range(-1, n)", None),
        ("range(n - 1, -1, -1)", 0),
        ("range(n, 2, -2)", 3),
        ("range(n, -3, -1)", None),
        ("range(n, k, -1)", None),
        ("range(1, n, k)", None),
        ("range(k, n)", None),
        ("reversed(range(n - 1, -1, -1))", 0),
        ("reversed(x)", None),
        ("x", None),
        ("range(n)[:trip]", None),
    ],
)
def test_the_least_of_a_range(iterable, expected):
    """Where it is not negative."""
    assert least_of(parse(iterable)) == expected
