"""A view that is read after its base is written: it shows what was written."""

import numpy as np

WRT = "x, y"


def shifted(x, y):
    u = x.copy()
    inner = u[1:-1]
    u[1:] *= y
    u[0] = inner[0] * inner[1]
    return np.sum(inner * inner) + u[0]


def arguments(rng):
    return rng.standard_normal(5), rng.standard_normal(4)
