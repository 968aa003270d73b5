"""Regions of adjoints written once instead of twice, and in place."""

import numpy as np
import pytest

from cladpy.ir.fact import FLOAT, INT
from cladpy.optimize.merge_stores import run
from tests.optimize.inference import array
from tests.optimize.program import after, execute, read, shown

FACTS = {"d": array("n"), "e": array("n"), "z": array("n", dtype="f4"), "s": FLOAT, "i": INT}


def merged(*lines, parameters="d, e, z, s, i, t"):
    """Return what the pass makes of some lines."""
    text = "\n    ".join([f"def f({parameters}):", *lines])
    return [line.strip() for line in after(run, text, **FACTS).split("\n")[1:]]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["d[i] = 0", "d[i] += s"], ["d[i] = s"]),
        (["d[i] = 0", "d[i] -= s"], ["d[i] = -s"]),
        (["d[1:] = 0", "s = s + 1", "d[1:] += e[1:] * s"], ["s = s + 1", "d[1:] = e[1:] * s"]),
        (["d[i] = 0", "e[i] = 0", "e[i] += s", "d[i] += s"], ["e[i] = s", "d[i] = s"]),
        (["d[...] = 0", "d[...] += e"], ["d[...] = e"]),
        (["d[i] = 0", "s = t.pop()", "d[i] += s"], ["s = t.pop()", "d[i] = s"]),
    ],
)
def test_a_cleared_region_is_written_once(lines, expected):
    """What comes between has nothing to do with it."""
    before = ["t = []", "d = 2.0 * z", "e = 3.0 * z"]
    assert merged(*before, *lines, "return d", parameters="z, s, i") == [*before, *expected, "return d"]


@pytest.mark.parametrize(
    "lines",
    [
        ["d[i] = 0", "d[i + 1] += s", "d[i] += s"],
        ["d[i] = 0", "s = d[0]", "d[i] += s"],
        ["d[i] = 0", "d[i] += d[0]"],
        ["d[i] = 0", "i = i + 1", "d[i] += s"],
        ["d[i] = 0", "impure()", "d[i] += s"],
        ["d[i] = 0", "if s:\n        d[i] += s"],
        ["d[i] = 0", "for i in range(3):\n        s = s + i", "d[i] += s"],
        ["d[i] = 1", "d[i] += s"],
        ["d[i] = 0", "d[i] *= s"],
        ["t[i] = 0", "t[i] += s"],
        ["d = 0", "d += s"],
        ["v = d[1:]", "d[i] = 0", "s = v[0]", "d[i] += s"],
        ["d[t.pop()] = 0", "d[t.pop()] += s"],
        ["d[t.pop()] = d[t.pop()] * s"],
    ],
)
def test_a_region_that_is_looked_at_meanwhile_stays(lines):
    """So does one whose index changes, one of something that is no array, and one behind a branch or a call."""
    text = "\n    ".join(["def f(d, e, z, s, i, t):", *lines, "return d"])
    assert shown(text) == after(run, text, **FACTS)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["d[1:] += e[1:]"], ["d[1:] = e[1:]"]),
        (["d[1:] -= 2 * e[1:]"], ["d[1:] = -2 * e[1:]"]),
        (["d[1:] -= e[1:]"], ["d[1:] -= e[1:]"]),
        (["d[1:] += -e[1:]"], ["d[1:] += -e[1:]"]),
        (["d[1:] -= -e[1:]"], ["d[1:] = e[1:]"]),
        (["d[1:] += -(2 * e[1:])"], ["d[1:] = -2 * e[1:]"]),
        (["d[i] += s", "d[i + 1] += s"], ["d[i] = s", "d[i + 1] += s"]),
        (["d[0] += s", "d[1] += s", "d[0] += s"], ["d[0] = s", "d[1] = s", "d[0] += s"]),
        (["d[1:] += e[1:]", "d[:-1] += e[1:]"], ["d[1:] = e[1:]", "d[:-1] += e[1:]"]),
        (["s = d[0]", "d[1:] += s"], ["s = d[0]", "d[1:] += s"]),
        (["d[1:] += d[:-1]"], ["d[1:] += d[:-1]"]),
        (["d += e", "d[1:] += e[1:]"], ["d += e", "d[1:] += e[1:]"]),
        (["v = d[1:]", "v += s", "d[1:] += s"], ["v = d[1:]", "v += s", "d[1:] += s"]),
        (["d[1:] *= e[1:]"], ["d[1:] *= e[1:]"]),
        (["if s:", "    d[1:] += s"], ["if s:", "d[1:] += s"]),
        (["impure(d)", "d[1:] += s"], ["impure(d)", "d[1:] += s"]),
        (["d[d.astype(int)] += s"], ["d[d.astype(int)] += s"]),
    ],
)
def test_what_is_first_added_to_zeros_is_stored(lines, expected):
    """Until something has looked at the region, or may have written it."""
    before = ["d = np.zeros(z.shape, z.dtype)", "e = 3.0 * z"]
    assert merged(*before, *lines, "return d", parameters="z, s, i") == [*before, *expected, "return d"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("d[1:] = d[1:] * s", "d[1:] *= s"),
        ("d[i] = d[i] / s", "d[i] /= s"),
        ("d[1:] = d[1:] + e[:-1]", "d[1:] += e[:-1]"),
        ("d[1:] = d[1:] - d[:-1]", "d[1:] -= d[:-1]"),
        ("d[1:] = s * d[1:]", "d[1:] = s * d[1:]"),
        ("d[1:] = d[:-1] * s", "d[1:] = d[:-1] * s"),
        ("z[1:] = z[1:] * e[1:]", "z[1:] = z[1:] * e[1:]"),
        ("t[1:] = t[1:] * s", "t[1:] = t[1:] * s"),
        ("d[i] = d[i] ** s", "d[i] = d[i] ** s"),
    ],
)
def test_a_region_is_updated_in_place(line, expected):
    """Where it is the left operand, and of the dtype of the result."""
    assert merged(line, "return d") == [expected, "return d"]


def test_the_numbers_are_the_same():
    """Overlapping operands as well."""
    text = "def f(d, s):\n    d[1:] = d[1:] - d[:-1]\n    d[0] = 0\n    d[0] += s\n    return d"
    done = read(after(run, text, d=array("n"), s=FLOAT))
    assert np.array_equal(execute(read(text), np.arange(4.0), 2.0), execute(done, np.arange(4.0), 2.0))
