"""Loops of neighbouring statements are one where each element is independent of the others."""

import numpy as np
import pytest

from tests.jit.interpreted import run

LINE = np.array([0.5, -1.0, 2.0, 0.25])


def apart(x, y):
    a = x * y
    b = x + a
    return np.sum(a) + np.sum(b * 2.0)


def shifted(x, y):
    u = x * y
    v = u[1:] * x[1:]
    u[:-1] += y[:-1]
    return np.sum(u) + np.sum(v)


def sum_that_is_read(x, y):
    s = np.sum(x * y)
    z = s * x
    return np.sum(z * y)


def bound_anew(x, y):
    y = y * 2.0
    z = x * y
    y = x * 3.0
    return np.sum(z * y)


@pytest.mark.parametrize(
    ("function", "loops"), [(apart, 1), (shifted, None), (sum_that_is_read, 2), (bound_anew, None)]
)
def test_loops_of_the_forward_sweep(function, loops):
    """As many as the dependencies ask for; the value is the primal's."""
    text, (value, _) = run(function, (LINE, LINE + 1.0), "x")
    assert value == pytest.approx(function(LINE, LINE + 1.0), rel=1e-14)
    forward = text.partition("reverse sweep")[0]
    assert loops is None or forward.count("for i in") == loops
