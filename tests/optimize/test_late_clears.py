"""Regions that are cleared behind the readers of what they held."""

import pytest

from cladpy.ir.fact import FLOAT, INT
from cladpy.optimize.late_clears import run
from tests.optimize.inference import array
from tests.optimize.program import after, shown

FACTS = {"d": array("n"), "e": array("n"), "s": FLOAT, "i": INT}
MADE = ["d = 2 * e"]
COPY = ["t = owned(d[1:])", "d[1:] = 0"]


def text_of(*lines):
    return "\n    ".join(["def f(e, s, i):", *MADE, *lines, "return np.sum(d) * np.sum(e)"])


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([*COPY, "e[1:] += t"], [COPY[0], "e[1:] += t", COPY[1]]),
        ([*COPY, "e[1:] += t", "s = s + 1", "e[1:] -= t", "s = 2"],
         [COPY[0], "e[1:] += t", "s = s + 1", "e[1:] -= t", COPY[1], "s = 2"]),
        (["for i in range(3):", *("    " + line for line in COPY), "    e[1:] += t"],
         ["for i in range(3):", "    " + COPY[0], "    e[1:] += t", "    " + COPY[1]]),
    ],
)  # fmt: skip
def test_cleared_late(lines, expected):
    """Behind the last reader, in a loop too."""
    assert after(run, text_of(*lines), **FACTS) == shown(text_of(*expected))


@pytest.mark.parametrize(
    "lines",
    [
        [*COPY, "d[2] += s", "e[1:] += t"],
        [*COPY, "s = d[2]", "e[1:] += t"],
        [*COPY, "if s:", "    e[1:] += t"],
        [*COPY, "e[1:] += t", "e[1:] = d[1:] * t"],
        ["t = owned(d[1:])", "d[:-1] = 0", "e[1:] += t"],
        ["t = owned(d[1:])", "d[1:] = 1", "e[1:] += t"],
        ["t = d[1:] * 2", "d[1:] = 0", "e[1:] += t"],
    ],
)
def test_what_stays(lines):
    """Where the region is looked at or written meanwhile, or another one is cleared."""
    assert after(run, text_of(*lines), **FACTS) == shown(text_of(*lines))
