"""What a loop records though nothing in it changes."""

import pytest

from cladpy.ir.fact import FLOAT, INT
from cladpy.optimize.loop_constants import run
from tests.optimize.inference import array
from tests.optimize.program import after, shown

FACTS = {"x": array("n"), "y": array("n"), "m": array("k"), "u": array("n"), "d": array("n"), "s": FLOAT, "n": INT}


def text_of(*body, before=(), reverse="d = d * tape.pop()"):
    """Return a function with a loop of some lines, and one that takes from the tape."""
    lines = [
        "def f(x, y, m, s, n):", "    tape = []", "    u = x * 2.0", "    d = x * 3.0",
        *("    " + line for line in before), "    for i in range(n):", *("        " + line for line in body),
        "    # ---- reverse sweep ----", "    for i in reversed(range(n)):", f"        {reverse}",
        "    return np.sum(u) * np.sum(d)",
    ]  # fmt: skip
    return "\n".join(lines)


@pytest.mark.parametrize("value", ["s * x", "s * 2", "x * y - s", "-y"])
def test_what_does_not_change_is_computed_once(value):
    """It is read where it was taken from the tape."""
    made = after(run, text_of(f"v__1 = {value}", "tape.append(v__1)", "u += v__1"), **FACTS)
    assert made == shown(text_of("u += v__1", before=[f"v__1 = {value}"], reverse="d = d * v__1"))


@pytest.mark.parametrize(
    "body",
    [
        ["v__1 = s * u", "tape.append(v__1)", "u += v__1"],  # stored into by the loop
        ["v__1 = s * i", "tape.append(v__1)", "u += v__1"],
        ["v__1 = x * m", "tape.append(v__1)", "u += 1"],  # may raise
        ["v__1 = x / s", "tape.append(v__1)", "u += v__1"],  # may raise, or warn
        ["v = x * s", "tape.append(v)", "u += v"],  # the user's own
        ["v__1 = x * s", "tape.append(v__1)", "v__1 += u"],
        ["v__1 = x * s", "if s:", "    tape.append(v__1)", "u += 1"],
        ["v__1 = x * s", "tape.append(v__1)"],  # nothing would be left
        ["v__1 = x * s", "tape.append(v__1)", "s = s * 2"],
        ["v__1 = x * s", "tape.append(v__1)", "impure()"],
        ["for j in range(3):", "    v__1 = s * x", "    tape.append(v__1)", "    u += v__1", "s = s + 1"],
        ["v__1 = x * s", "tape.append(v__1)", "u += v__1", "tape.append(u)"],
    ],
)
def test_what_may_change_stays(body):
    """And what is not certain to be computed without an exception, or is no temporary."""
    assert after(run, text_of(*body), **FACTS) == shown(text_of(*body))
