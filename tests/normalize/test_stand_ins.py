"""Which calls of the library are written in plain Python."""

import collections
import heapq

import numpy as np
import pytest

from cladpy import CladpyError, gradient
from tests.stages import module

STEP = 1.5
"""A constant of the module."""


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


def values(x):
    """Return what a dict that counts from a constant holds."""
    sums = collections.defaultdict(lambda: -STEP)
    sums["a"] *= x
    return sums["a"] * x


def copies(x):
    """Return what a dict that makes arrays of constants holds."""
    rows = collections.defaultdict(lambda: np.full(2, STEP, dtype=float))
    rows["a"][0] *= x
    return rows["a"][0] * rows["b"][0]


@pytest.mark.parametrize(
    ("function", "word", "expected"),
    [
        (values, "PlainDictOfValues", -6.0),
        (copies, "PlainDictOfCopies", 2.25),
        (queue, "PlainDeque", 12.0),
        (table, "PlainDictOfLists", 4.0),
        (heap, ".append", 4.0),
    ],
)
def test_such_calls_are_written_in_plain_python(function, word, expected):
    """The text holds what stands for them, and none of the library's."""
    derivative = gradient(function, "x")
    assert derivative(2.0) == expected
    code = [line for line in derivative.source.splitlines() if not line.strip().startswith("#")]
    assert any(word in line for line in code)
    assert not any("collections." in line or "heapq." in line for line in code)


@pytest.mark.parametrize(
    "made", ["lambda: x", "lambda: base", "lambda: [[], []]", "lambda k=0: 1.0", "lambda: [0.0] * len(base)"]
)
def test_factories_of_what_is_no_constant_are_refused(made):
    """What two items share, or what is known at each call alone, is not followed."""
    body = f"    base = [x]\n    d = collections.defaultdict({made})\n    return d[0] * x\n"
    program = f"import collections\n\ndef f(x):\n{body}"
    with pytest.raises(CladpyError) as caught:
        gradient(module(program).f)(2.0)
    assert caught.value.code == "C116"
