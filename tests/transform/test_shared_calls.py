"""Guarded quotients and products that several operands receive are computed once."""

import numpy as np
import pytest

from cladpy import check_gradient
from tests.stages import define, reverse_of

V = np.array([0.5, -1.25, 2.0])
CUT = "return np.sum(np.where(x > 0.0, z, 0.0))"
QUOTIENT = f"def f(x, y):\n    z = x / y\n    {CUT}\n"
UPDATED = f"def f(x, y):\n    z = x * 1.0\n    z[1:] /= y[1:]\n    {CUT}\n"


@pytest.mark.parametrize("program", [QUOTIENT, UPDATED])
def test_both_operands_of_a_quotient_receive_one(program):
    """What the divisor receives is computed from what the dividend does."""
    found = reverse_of(program, (V, V))
    assert found.count("divide_guarded") == 1
    check_gradient(define(program), (V, V))


def test_one_receiver_needs_no_name():
    """The call stays where it is read."""
    assert "d@r" not in reverse_of(QUOTIENT, (V, V), wrt="x")


def test_what_reads_the_overwritten_content_waits_until_it_is_restored():
    """The divisor is the array itself as it was before."""
    program = f"def f(x):\n    z = x * 1.0\n    z /= z + 2.0\n    z /= z * z\n    {CUT}\n"
    check_gradient(define(program), (V,))
