"""The same step on values that are rebound: no storage, no mirrors."""

import numpy as np

WRT = "u, k"


def diffuse(u, k, steps):
    for _ in range(steps):
        u = u + k * (np.roll(u, 1) - 2 * u + np.roll(u, -1))
    return np.sum(u * u)


def arguments(rng):
    return rng.standard_normal(8), 0.1, 4
