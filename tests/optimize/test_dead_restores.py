"""Regions that are restored twice before anything reads them."""

import pytest

from cladpy.ir.fact import FLOAT, INT
from cladpy.optimize.dead_restores import run
from tests.optimize.inference import array
from tests.optimize.program import after, shown

FACTS = {"e": array("n"), "x": array("n"), "d": array("n"), "s": FLOAT, "i": INT}
MADE = ["tape = []", "other = []", "x = 2 * e", "d = 3 * e", "tape.append(s)", "other.append(s)"]


def text_of(*lines):
    return "\n    ".join(["def f(e, s, i):", *MADE, *lines, "return np.sum(x) * np.sum(d)"])


@pytest.mark.parametrize(
    ("first", "second"),
    [("x[i]", "x[i]"), ("x[1:]", "x[:]"), ("x[1:]", "x[...]")],
)
def test_restored_once(first, second):
    """The list gives up what it holds all the same."""
    lines = [f"{first} = tape.pop()", "d[i] += s", f"{second} = other.pop()"]
    assert after(run, text_of(*lines), **FACTS) == shown(text_of("tape.pop()", *lines[1:]))


@pytest.mark.parametrize(
    "lines",
    [
        ["x[i] = tape.pop()", "d[i] += x[i]", "x[i] = other.pop()"],
        ["x[i] = tape.pop()", "x[i + 1] = other.pop()"],
        ["x[1:] = tape.pop()", "x[:-1] = other.pop()"],
        ["x[i] = tape.pop()", "x[i] = x[i] * other.pop()"],
        ["x[i] = tape.pop()", "i = i + 1", "x[i] = other.pop()"],
        ["x[i] = tape.pop()", "if s:", "    d[i] += x[0]", "x[i] = other.pop()"],
        ["x[i] = s", "x[i] = other.pop()"],
        ["x[i] = tape.pop()", "return d", "x[i] = other.pop()"],
    ],
)
def test_what_stays(lines):
    """What is read meanwhile, or is not written again in full."""
    assert after(run, text_of(*lines), **FACTS) == shown(text_of(*lines))
