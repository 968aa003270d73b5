"""Stores into parts of complex arrays; programs with them are in tests/programs/test_complex."""

import numpy as np
import pytest

from cladpy import CladpyError, gradient
from tests.stages import module

X = np.array([0.7, 1.2, 0.4])
CLASS = "class Pair:\n    def __init__(self, a, b):\n        self.real, self.imag = a, b\n\n\n"


def source(*lines, made="x + 1j * x[::-1]"):
    body = "".join(f"    {line}\n" for line in lines)
    text = f"import numpy as np\n\n\n{CLASS}def f(x):\n    z = {made}\n{body}    return np.sum(z.real * z.imag)\n"
    derivative = gradient(module(text).f)
    derivative(X)
    return derivative.source


@pytest.mark.parametrize("line", ["z.imag = x", "z.real[1:] = x[0]", "z.imag[0] += x[1]", "z.real *= x"])
def test_whole_numbers_are_stored(line):
    """What is new beside the other part."""
    assert "of_parts(" in source(line)


def test_an_object_may_have_such_attributes():
    """They are stored as any other."""
    assert "of_parts" not in source("z.real += z.imag", "z.imag[1:] *= x[0]", made="Pair(2 * x, x * x)")


def test_the_parts_of_real_numbers_are_no_parts():
    """The real one is the array."""
    assert "of_parts" not in source("a = 2 * x", "a.real *= 3", "z = z * a")


def test_a_view_of_a_part_that_is_read_later_is_refused():
    """Its numbers are every other one of the array's."""
    with pytest.raises(CladpyError) as caught:
        source("v = z.imag", "z.imag[0] = x[1]", "z = z * v")
    assert caught.value.code == "C120"
