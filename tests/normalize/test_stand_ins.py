"""Which calls of the library are written in plain Python."""

import collections
import heapq

import pytest

from cladpy import gradient


def queue(x):
    """Return the product of what a queue holds."""
    waiting = collections.deque([x], maxlen=2)
    waiting.append(x * x)
    return waiting[0] * waiting[1]


def table(x):
    """Return what a list of a dict that makes its lists holds."""
    rows = collections.defaultdict(list)
    rows["a"].append(x)
    return rows["a"][0] * x


def heap(x):
    """Return the smallest item of a heap."""
    values = [x * 3.0]
    heapq.heappush(values, x * x)
    return heapq.heappop(values)


@pytest.mark.parametrize(
    ("function", "word", "expected"),
    [(queue, "PlainDeque", 12.0), (table, "PlainDictOfLists", 4.0), (heap, ".append", 4.0)],
)
def test_such_calls_are_written_in_plain_python(function, word, expected):
    """The text holds what stands for them, and none of the library's."""
    derivative = gradient(function, "x")
    assert derivative(2.0) == expected
    code = [line for line in derivative.source.splitlines() if not line.strip().startswith("#")]
    assert any(word in line for line in code)
    assert not any("collections." in line or "heapq." in line for line in code)
