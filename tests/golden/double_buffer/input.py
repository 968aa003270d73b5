"""Two buffers that change places in each step."""

import numpy as np

WRT = "u, k"


def diffuse(u, k, steps):
    old = u.copy()
    new = np.zeros_like(u)
    for _ in range(steps):
        new[1:-1] = old[1:-1] + k * (old[2:] - 2 * old[1:-1] + old[:-2])
        old, new = new, old
    return np.sum(old * old)


def arguments(rng):
    return rng.standard_normal(8), 0.1, 4
