"""Explicit time steps of the heat equation, on a line and on a plate."""

import numpy as np


def heat_1d(u, k, steps):
    """Return the squared temperatures of a rod of fixed ends, summed, after some steps."""
    u = u.copy()
    for _ in range(steps):
        u[1:-1] += k * (u[2:] - 2 * u[1:-1] + u[:-2])
    return np.sum(u**2)


def heat_2d(initial, conductivity, dx, dt, steps):
    """Return the mean squared temperature of a plate of uneven conductivity and fixed rim."""
    u = initial.copy()
    laplacian = np.zeros_like(u)
    for _ in range(steps):
        laplacian[1:-1, 1:-1] = (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * u[1:-1, 1:-1]) / dx**2
        u += dt * conductivity * laplacian
    return np.mean(u**2)
