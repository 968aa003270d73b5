"""A loop whose iterations are run again from three states, and a call that keeps its arguments alone."""

import numpy as np

import cladpy

WRT = "u, k"


def smoothed(u, k):
    return np.tanh(k * u)


def heat(u, k, steps):
    u = u.copy()
    energy = 0.0
    for _ in cladpy.checkpoint(range(steps), snapshots=3):
        u[1:-1] += k * (u[2:] - 2 * u[1:-1] + u[:-2])
        energy += np.sum(u)
    return energy + np.sum(cladpy.checkpoint(smoothed)(u, k))


def arguments(rng):
    return rng.standard_normal(8), 0.1, 5
