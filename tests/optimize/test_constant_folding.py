"""Exact folding of literals."""

import numpy as np
import pytest

from cladpy.ir.fact import FLOAT, INT
from cladpy.optimize.constant_folding import flip_updates, run
from tests.optimize.inference import array
from tests.optimize.program import after, shown

FACTS = {"x": array("n"), "y": array("n", dtype=np.float32), "s": FLOAT, "n": INT, "i": array("n", dtype=np.int64)}


def _folded(value):
    text = f"def f(x, y, s, n, i, u):\n    # ---- reverse sweep ----\n    print(abs({value}) + 0)"
    line = after(run, text, **FACTS).split("\n")[-1].strip()
    return line.removeprefix("print(abs(").removesuffix(") + 0)")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2 + 3", "5"),
        ("2 * 1.5", "3.0"),
        ("1.0 * (x + 1)", "x + 1"),
        ("(y - 1) * 1.0", "y - 1"),
        ("2 * 1.0 * x", "2 * x"),
        ("-1.0 * x", "-x"),
        ("x * -1 * -1.0 + 1", "x + 1"),
        ("(x + 1) / 1", "x + 1"),
        ("x + -s", "x - s"),
        ("x - -s", "x + s"),
        ("x + 2 * -s", "x - 2 * s"),
        ("-x + s", "s - x"),
        ("-(-s)", "s"),
        ("x[1.0 * s]", "x[s]"),
        ("2 - 3", "-1"),
        ("x if 0.0 is None else s", "s"),
        ("tuple(d * s for d in (n, 2.0))[0]", "n * s"),
        ("tuple(d * s for d in (n, x[1]))[1]", "x[1] * s"),
        ("tuple(d * s for d in (n, 2.0))[i]", "(n * s, 2.0 * s)[i]"),
        ("tuple(d * s for d in (n, n, n, n, n))[i]", "tuple((d * s for d in (n, n, n, n, n)))[i]"),
        ("tuple(d * s for d in (abs(n), 2.0))[1]", "tuple((d * s for d in (abs(n), 2.0)))[1]"),
        ("s * (x if -1 is not None else s)", "s * x"),
        ("x if n is None else s", "x if n is None else s"),
        ("x if 0.0 is s else s", "x if 0.0 is s else s"),
    ],
)
def test_folded(value, expected):
    """The same to the last bit, and shorter."""
    assert expected == _folded(value)


@pytest.mark.parametrize(
    "value",
    [
        "0 * x",  # NaN
        "x + 0.0",  # signed zero
        "1.0 * n",  # would be an int
        "1.0 * i",
        "1.0 * u",  # nothing is known of it
        "i / 1",
        "1.0 / 3",  # longer
        "1 / 0",
        "1e+200 * 1e+200",
        "True + 1",
        "s ** 1",
        "--u",
    ],
)
def test_kept(value):
    """What could change a number, a type, or only the length of the text."""
    assert value == _folded(value)


def test_the_forward_sweep_is_the_users_text():
    """Literals are computed in the reverse sweep alone."""
    text = (
        "def f(x):\n    # ---- forward sweep ----\n    y = 2 * 3 * x\n"
        "    # ---- reverse sweep ----\n    return 2 * 3 * y"
    )
    assert "y = 2 * 3 * x" in after(run, text, x=FLOAT)
    assert "return 6 * y" in after(run, text, x=FLOAT)


def test_an_update_takes_the_sign():
    """``t += -e`` is ``t -= e``."""
    text = "def f(x, d_x):\n    d_x += 2 * -x\n    d_x[0] -= -x\n    return d_x"
    assert "d_x -= 2 * x\n    d_x[0] += x" in after(run, text)


@pytest.mark.parametrize(
    ("lines", "last"),
    [
        ("d_y = 1.0 * x; return d_y", "d_y = x"),
        ("d_y = 1.0 * x; d_y[0] = 2.0; return d_y", "d_y = owned(x)"),
        ("d_y = 1.0 * x; x[0] = 2.0; return d_y", "d_y = owned(x)"),
        ("return 1.0 * x", "return owned(x)"),
        ("return owned(1.0 * x)", "return owned(x)"),
        ("return [1.0 * x]", "return [owned(x)]"),
        ("return 1.0 * s", "return s"),
        ("return owned(s)", "return s"),
        ("return settled(2 * 1.0)", "return 2.0"),
        ("return owned(x)", "return owned(x)"),
        ("return np.sum(1.0 * x)", "return np.sum(x)"),
        ("return np.reshape(1.0 * x, 3)", "return np.reshape(owned(x), 3)"),
        ("d_y = np.reshape(1.0 * x, 3); return d_y", "d_y = np.reshape(x, 3)"),
        ("d_y = np.reshape(1.0 * x, 3); d_y[0] = 1; return d_y", "d_y = np.reshape(owned(x), 3)"),
        ("d_y = impure(1.0 * x); return d_y", "d_y = impure(owned(x))"),
        ("x += impure(1.0 * x); return x", "x += impure(owned(x))"),
        ("return x / 1", "return x / 1"),
    ],
)
def test_a_product_with_one_makes_a_new_array_where_memory_is_kept(lines, last):
    """It goes where only the number matters, or nothing is ever stored into the memory."""
    text = "\n    ".join(["def f(d_out, x, s):", *lines.split("; ")])
    assert last in after(run, text, **FACTS).split("\n    ")


def test_updates_alone_are_flipped():
    """The last pass changes nothing else."""
    text = "def f(x, d_x):\n    d_x += -x\n    y = 2 * 3\n    d_x[0] *= -x\n    return d_x"
    assert after(flip_updates, text) == shown(text.replace("+= -", "-= "))
