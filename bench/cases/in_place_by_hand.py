"""Reverse sweeps by hand of programs of ``examples/in_place``, for ``bench/in_place.py``: one or two rows at a time.

They keep the statements of their primals, and store no more than they read.
"""

from collections.abc import Callable
from typing import Any

import numpy as np


def heat_2d(initial, conductivity, dx, dt, steps):
    """Return the adjoints of the initial temperature, the conductivity and the time step."""
    u = initial.copy()
    laplacian = np.zeros_like(u)
    rate = dt * conductivity
    kept = []
    for _ in range(steps):
        laplacian[1:-1, 1:-1] = (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * u[1:-1, 1:-1]) / dx**2
        kept.append(laplacian[1:-1, 1:-1].copy())
        u += rate * laplacian
    d_u = (2 / u.size) * u
    d_rate = np.zeros_like(rate)
    for laplacian in reversed(kept):
        inner = d_u[1:-1, 1:-1]
        d_rate[1:-1, 1:-1] += inner * laplacian
        d_laplacian = inner * rate[1:-1, 1:-1] / dx**2
        inner -= 4 * d_laplacian
        d_u[1:-1, :-2] += d_laplacian
        d_u[1:-1, 2:] += d_laplacian
        d_u[:-2, 1:-1] += d_laplacian
        d_u[2:, 1:-1] += d_laplacian
    return d_u, dt * d_rate, float(np.vdot(d_rate, conductivity))


def triangular_solves(lower, b):
    """Return the adjoints of the triangular matrix and of the right-hand sides."""
    x = b.copy()
    n = len(x)
    for i in range(n):
        x[i] = (x[i] - lower[i, :i] @ x[:i]) / lower[i, i]
    half = x.copy()
    for i in range(n - 1, -1, -1):
        x[i] -= lower[i + 1 :, i] @ x[i + 1 :]
        x[i] /= lower[i, i]
    d_x = 2 * x
    d_lower = np.zeros_like(lower)
    for i in range(n):
        d = d_x[i] / lower[i, i]
        d_lower[i, i] -= d @ x[i]
        d_x[i] = d
        d_x[i + 1 :] -= np.outer(lower[i + 1 :, i], d)
        d_lower[i + 1 :, i] -= x[i + 1 :] @ d
    for i in range(n - 1, -1, -1):
        d = d_x[i] / lower[i, i]
        d_lower[i, i] -= d @ half[i]
        d_x[:i] -= np.outer(lower[i, :i], d)
        d_lower[i, :i] -= half[:i] @ d
        d_x[i] = d
    return d_lower, d_x


def alternating_heat(initial, rate, steps):
    """Return the adjoints of the initial temperature and of the rate."""
    u, kept = initial.copy(), []
    half = np.empty_like(u)
    for _ in range(steps):
        before = u.copy()
        half[:] = (1 - rate) * u
        half[:, 1:] += 0.5 * rate * u[:, :-1]
        half[:, :-1] += 0.5 * rate * u[:, 1:]
        first = _solve(1 + rate, -0.5 * rate, half)
        between = half.copy()
        u[:] = (1 - rate) * half
        u[1:] += 0.5 * rate * half[:-1]
        u[:-1] += 0.5 * rate * half[1:]
        second = _solve(1 + rate, -0.5 * rate, u.T)
        kept.append((before, first, between, second))
    d_u, d_half, d_rate = 2 * u, np.zeros_like(u), 0.0
    for before, first, between, second in reversed(kept):
        d_rate += _solve_pullback(1 + rate, -0.5 * rate, second, d_u.T) @ (1.0, -0.5)
        d_half[:] = (1 - rate) * d_u
        d_half[1:] += 0.5 * rate * d_u[:-1]
        d_half[:-1] += 0.5 * rate * d_u[1:]
        d_rate += 0.5 * (np.vdot(d_u[:-1], between[1:]) + np.vdot(d_u[1:], between[:-1])) - np.vdot(d_u, between)
        d_rate += _solve_pullback(1 + rate, -0.5 * rate, first, d_half) @ (1.0, -0.5)
        d_u[:] = (1 - rate) * d_half
        d_u[:, 1:] += 0.5 * rate * d_half[:, :-1]
        d_u[:, :-1] += 0.5 * rate * d_half[:, 1:]
        d_rate += 0.5 * (np.vdot(d_half[:, :-1], before[:, 1:]) + np.vdot(d_half[:, 1:], before[:, :-1]))
        d_rate -= np.vdot(d_half, before)
    return d_u, float(d_rate)


def _solve(diagonal, off, x):
    """Solve in place; return the pivots, the state between both sweeps and the solution."""
    pivots = np.empty(len(x))
    pivots[0] = diagonal
    for i in range(1, len(x)):
        factor = off / pivots[i - 1]
        pivots[i] = diagonal - factor * off
        x[i] -= factor * x[i - 1]
    swept = x.copy()
    x[-1] /= pivots[-1]
    for i in range(len(x) - 2, -1, -1):
        x[i] = (x[i] - off * x[i + 1]) / pivots[i]
    return pivots, swept, x.copy()


def _solve_pullback(diagonal, off, state, d_x):
    """Turn the adjoint of the solution into that of the right-hand side, in place; return those of the matrix."""
    pivots, swept, x = state
    d_pivots, d_off, d_diagonal = np.zeros_like(pivots), 0.0, 0.0
    for i in range(len(x) - 1):
        d = d_x[i] / pivots[i]
        d_pivots[i] -= d @ x[i]
        d_off -= d @ x[i + 1]
        d_x[i + 1] -= off * d
        d_x[i] = d
    d_x[-1] /= pivots[-1]
    d_pivots[-1] -= d_x[-1] @ x[-1]
    for i in range(len(x) - 1, 0, -1):
        d_factor = -(d_x[i] @ swept[i - 1])
        factor = off / pivots[i - 1]
        d_x[i - 1] -= factor * d_x[i]
        d_diagonal += d_pivots[i]
        d_factor -= d_pivots[i] * off
        d_off += d_factor / pivots[i - 1] - d_pivots[i] * factor
        d_pivots[i - 1] -= d_factor * factor / pivots[i - 1]
    return np.array([d_diagonal + d_pivots[0], d_off])


BY_HAND: dict[str, Callable[..., Any]] = {
    "heat_2d": heat_2d,
    "triangular_solves": triangular_solves,
    "alternating_heat": alternating_heat,
}
"""Of those whose gradients take more than three times as long as their primals, by the name of the program."""
