"""Gauss-Seidel sweeps of the Poisson equation, point by point."""

import numpy as np


def gauss_seidel(u, f, h, sweeps):
    """Return the squared potential, summed, after sweeps that use each new value at once."""
    u = u.copy()
    rows, columns = u.shape
    for _ in range(sweeps):
        for i in range(1, rows - 1):
            for j in range(1, columns - 1):
                u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - h**2 * f[i, j])
    return np.sum(u**2)
