"""Branches: a condition on arguments is read again, one on values is recorded."""

import numpy as np

WRT = "x, s"


def piecewise(x, s, mode):
    if mode == "square":
        y = x * x
    else:
        y = np.sin(x)
    total = np.sum(y)
    if total > s:
        total = total * s
        s = s + 1.0
    return total - s


def arguments(rng):
    return rng.standard_normal(5), 0.5, "square"
