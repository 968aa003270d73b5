"""Which tangents may be infinite, and of which elements may be dropped."""

import numpy as np
import pytest

from cladpy.transform.tangent_bits import TangentBits
from tests.stages import define, scheduled_forward

V = np.array([0.5, 1.25, 2.0])


def bits_of(program, *, is_root=True):
    """Return the bits of a function of x, as names without their versions."""
    bits = TangentBits(scheduled_forward(define(program), (V,), "x").analysis, is_root=is_root)
    return ({each.partition(".")[0] for each in found} for found in (bits.infinite, bits.cut))


@pytest.mark.parametrize(
    ("value", "infinite"),
    [("np.sqrt(x)", True), ("x ** 0.5", True), ("x ** 2", False), ("1.0 / x", False), ("np.exp(x)", False)],
)
def test_branch_points(value, infinite):
    """The slope may be infinite where the value is finite."""
    found, _ = bits_of(f"def f(x):\n    y = {value}\n    z = y * 2\n    return z\n")
    assert infinite == ("y" in found) == ("z" in found)


@pytest.mark.parametrize(
    ("rest", "cut"),
    [
        ("return y * 2\n", False),
        ("return y[0]\n", True),
        ("return np.exp(y)\n", True),
        ("return np.maximum(y, 0)\n", True),
        ("y[0] = 1.0\n    return y\n", True),
        ("s = 0.0\n    for each in y:\n        s = s + each\n    return s\n", True),
    ],
)
def test_cuts(rest, cut):
    """Elements are selected, overwritten or flattened downstream."""
    _, found = bits_of(f"def f(x):\n    y = 1.0 / x\n    {rest}")
    assert cut == ("y" in found)


def test_the_result_of_a_helper_may_be_cut():
    """What its caller does with it is not known."""
    _, found = bits_of("def f(x):\n    y = 1.0 / x\n    return y\n", is_root=False)
    assert "y" in found
