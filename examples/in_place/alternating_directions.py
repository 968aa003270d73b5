"""Implicit heat steps in alternating directions, each a set of tridiagonal systems solved in place."""

import numpy as np


def solve_tridiagonal(diagonal, off, x):
    """Overwrite ``x``, of one system a column, by the solutions for a constant diagonal and off-diagonal."""
    pivots = np.empty(len(x))
    pivots[0] = diagonal
    for i in range(1, len(x)):
        factor = off / pivots[i - 1]
        pivots[i] = diagonal - factor * off
        x[i] -= factor * x[i - 1]
    x[-1] /= pivots[-1]
    for i in range(len(x) - 2, -1, -1):
        x[i] = (x[i] - off * x[i + 1]) / pivots[i]


def alternating_heat(initial, rate, steps):
    """Return the squared temperatures, summed: half a step implicit along rows, half along columns."""
    u = initial.copy()
    half = np.empty_like(u)
    for _ in range(steps):
        half[:] = (1 - rate) * u
        half[:, 1:] += 0.5 * rate * u[:, :-1]
        half[:, :-1] += 0.5 * rate * u[:, 1:]
        solve_tridiagonal(1 + rate, -0.5 * rate, half)
        u[:] = (1 - rate) * half
        u[1:] += 0.5 * rate * half[:-1]
        u[:-1] += 0.5 * rate * half[1:]
        solve_tridiagonal(1 + rate, -0.5 * rate, u.T)
    return np.sum(u**2)
