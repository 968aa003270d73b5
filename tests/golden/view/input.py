"""A view updated in place: its adjoint is a view of the adjoint."""

import numpy as np

WRT = "u, s"


def interior(u, s):
    u = u.copy()
    inner = u[1:-1]
    inner *= s
    return np.sum(u * u)


def arguments(rng):
    return rng.standard_normal(6), 0.7
