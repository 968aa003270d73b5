"""Adjoints updated in place."""

import numpy as np
import pytest

from cladpy.ir.fact import FLOAT, Fact
from cladpy.optimize import split_versions
from cladpy.optimize.buffer_reuse import run
from tests.optimize.inference import array
from tests.optimize.program import known_context, read, text_of

FACTS = {"x": array("n"), "y": array("n"), "b": array("n"), "s": FLOAT}


def _lines(*lines, parameters="x, y, b, s", **facts):
    function = read("\n    ".join([f"def f({parameters}):", *lines]))
    split, context = split_versions.split(function, known_context(function, **{**FACTS, **facts}))
    return [line.strip() for line in text_of(run(split, context)).split("\n")[1:]]


def test_a_sum_is_taken_up_in_place():
    """All versions come under the name of the first one, whichever side it stands on."""
    found = _lines("d_x = x * y", "d_x = d_x + x", "d_x = y + d_x", "d_x = d_x - s", "return d_x")
    assert ["d_x = x * y", "d_x += x", "d_x += y", "d_x -= s", "return d_x"] == found


def test_a_temporary_takes_the_memory_that_dies():
    """The elementwise step is done where its operand was."""
    found = _lines("d_h = x - y", "d__1 = d_h * (x > 0)", "z = d__1 + 1", "return z * d__1")
    assert ["d_h = x - y", "d_h *= x > 0", "z = d_h + 1", "return z * d_h"] == found


def test_round_a_loop():
    """An array that is its own, and a scalar."""
    lines = ["d_x = x * y", "d_s = 0.0", "for i in range(3):", "    d_x = d_x + x", "    d_s = d_s + s", "return d_x"]
    found = _lines(*lines, d_s=FLOAT)
    assert "d_x += x" in found
    assert "d_s += s" in found


def test_several_steps_round_a_loop():
    """The versions between them come under the name that is carried round."""
    steps = ["    d_x = d_x * x", "    d_x = d_x - y * d_x"]
    assert ["d_x *= x", "d_x -= y * d_x"] == _lines("d_x = x * y", "for i in range(3):", *steps, "return d_x")[2:4]
    found = _lines("d_s = 1.0", "for i in range(3):", "    d_s = d_s * s", "    d_s = d_s + s", "return d_s", d_s=FLOAT)
    assert ["d_s *= s", "d_s += s"] == found[2:4]


def test_a_scalar_of_unknown_type():
    """Arithmetic gives no arrays without dimensions, so that an update rebinds."""
    number = Fact("number", np.dtype(float), ())
    lines = ["d_s = 0.0", "for i in range(3):", "    d_s = d_s + np.sum(x)", "return d_s"]
    assert "d_s += np.sum(x)" in _lines(*lines, d_s=number)


@pytest.mark.parametrize(
    "lines",
    [
        ["d_x = x", "d_x = d_x + y", "return d_x"],
        ["d_x = (x * y)[::-1]", "d_x = d_x + y", "return d_x"],
        ["d_x = x * y", "e = d_x[1:]", "d_x = d_x + y", "return (d_x, e)"],
        ["d_x = x * y", "l = [d_x]", "d_x = d_x + y", "return (d_x, l)"],
        ["d_x = x * y", "z = d_x", "d_x = d_x + y", "return (d_x, z)"],
        ["d_x = x * y", "d__1 = d_x * y", "return d__1 + d_x"],
        ["d_x = x * y", "d_y = d_x * y", "return d_y"],
        ["d_x = np.sum(x)", "d__1 = d_x * y", "return d__1"],
        ["z = x * y", "z = z + x", "return z"],
        ["d_x = x * y", "d__1 = d_x @ y", "return d__1"],
        ["d_x = x * y", "d__1 = d_x > y", "return d__1"],
        ["impure(x)", "d_x = x * y", "impure(d_x)", "d_x = d_x + y", "return d_x"],
    ],
    ids=[
        "an alias of an argument",
        "a view",
        "a living view",
        "a living container",
        "a living copy",
        "a living operand",
        "another name of the user's",
        "a smaller operand",
        "a value of the primal",
        "no elementwise step",
        "another dtype",
        "an unknown reader",
    ],
)
def test_not_in_place(lines):
    """The text stays."""
    assert not any(operator in line for line in _lines(*lines) for operator in ("+= ", "-= ", "*= "))


def test_another_dtype_or_shape_is_no_place():
    """The result would be rounded, or would not fit."""
    single = array("n", dtype=np.float32)
    assert "d_x += y" not in _lines("d_x = b * b", "d_x = d_x + y", "return d_x", b=single)
    wide = array("m", "n")
    assert "d_x += y" not in _lines("d_x = x * x", "d_x = d_x + y", "return d_x", y=wide)


def test_one_path_alone():
    """Where a branch still reads the operand, the other one may take it."""
    branch = ["if s:", "    d__1 = d_x * x", "    z = d__1 * d__1", "else:", "    z = d_x"]
    assert "d_x *= x" in _lines("d_x = x * y", *branch, "return z")
    assert "d__1 = d_x * x" in _lines("d_x = x * y", *branch, "return z * d_x")


def test_a_name_bound_again_in_between_is_no_holder():
    """The temporary is still read when the adjoint is bound for the next iteration."""
    loop = ["for i in range(2):", "    d__1 = d_x * x", "    d_x = y * 2", "    z = z + d__1"]
    assert "d__1 = d_x * x" in _lines("d_x = x * y", "z = x * 0", *loop, "return z", z=array("n"))
    loop[2:] = ["    d_x = y * d__1"]  # bound where the temporary is read for the last time
    assert "d_x *= x" in _lines("d_x = x * y", *loop, "return d_x", d_x=array("n"))
