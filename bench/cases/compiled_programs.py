"""Programs that ``bench/compiled.py`` measures, on numbers and lines of cells, and their sweeps by hand."""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np


class Program(NamedTuple):
    """A primal, its gradient by hand, and what both are run on.

    Attributes
    ----------
    primal : callable
    by_hand : callable
        Takes the primal's arguments, and gives the value, and the gradient with respect to `wrt`.
    wrt : str
    arguments : callable
        Gives the arguments for a number of steps.
    steps : int
        Of a compiled run.
    few : int
        Of a run in Python.
    inner : callable
        Steps inside of one step, of so many: the cells of a grid.
    """

    primal: Callable[..., Any]
    by_hand: Callable[..., Any]
    wrt: str
    arguments: Callable[[int], tuple[Any, ...]]
    steps: int
    few: int
    inner: Callable[[int], float] = lambda _steps: 1


def pendulum(theta: float, omega: float, dt: float, steps: int) -> float:
    """Return the square of the angle of a pendulum after some steps."""
    for _ in range(steps):
        omega = omega - dt * math.sin(theta)
        theta = theta + dt * omega
    return theta * theta


def pendulum_by_hand(theta: float, omega: float, dt: float, steps: int) -> tuple[float, tuple[float, float]]:
    """Return its value, and its derivatives in angle and velocity."""
    angles = np.empty(steps)
    for i in range(steps):
        angles[i] = theta
        omega = omega - dt * math.sin(theta)
        theta = theta + dt * omega
    value, d_theta, d_omega = theta * theta, 2 * theta, 0.0
    for i in range(steps - 1, -1, -1):
        d_omega += dt * d_theta
        d_theta -= dt * math.cos(angles[i]) * d_omega
    return value, (d_theta, d_omega)


def rosenbrock(x: np.ndarray) -> float:
    """Return the sum of Rosenbrock's function over neighbours."""
    total = 0.0
    for i in range(len(x) - 1):
        total += 100.0 * (x[i + 1] - x[i] ** 2) ** 2 + (1.0 - x[i]) ** 2
    return total


def rosenbrock_by_hand(x: np.ndarray) -> tuple[float, np.ndarray]:
    """Return its value and its gradient, in two sweeps."""
    total = 0.0
    for i in range(len(x) - 1):
        total += 100.0 * (x[i + 1] - x[i] ** 2) ** 2 + (1.0 - x[i]) ** 2
    d_x = np.zeros(len(x))
    for i in range(len(x) - 2, -1, -1):
        inner = 200.0 * (x[i + 1] - x[i] ** 2)
        d_x[i + 1] += inner
        d_x[i] -= 2 * x[i] * inner + 2.0 * (1.0 - x[i])
    return total, d_x


def heat(u: np.ndarray, k: float, steps: int) -> float:
    """Return the sum of squares of a rod's temperatures after some steps."""
    u = u.copy()
    for _ in range(steps):
        u[1:-1] += k * (u[2:] - 2 * u[1:-1] + u[:-2])
    return float(np.sum(u * u))


def heat_by_hand(u: np.ndarray, k: float, steps: int) -> tuple[float, np.ndarray]:
    """Return its value, and its gradient in the temperatures."""
    n = len(u)
    u, new = u.copy(), np.empty(n - 2)
    for _ in range(steps):
        for i in range(1, n - 1):
            new[i - 1] = u[i] + k * (u[i + 1] - 2 * u[i] + u[i - 1])
        for i in range(1, n - 1):
            u[i] = new[i - 1]
    value, d_u = np.sum(u * u), 2 * u
    for _ in range(steps):
        for i in range(n - 2):
            new[i] = k * d_u[i + 1]
        for i in range(n - 2):
            d_u[i] += new[i]
            d_u[i + 1] -= 2 * new[i]
            d_u[i + 2] += new[i]
    return value, d_u


def heat_arguments(steps):
    """Return a rod of a thousand points."""
    return np.sin(np.linspace(0.0, 9.0, 1000)), 0.1, steps


PROGRAMS = {
    "pendulum": Program(
        pendulum, pendulum_by_hand, "theta, omega", lambda steps: (1.0, 0.0, 1e-3, steps), 100_000, 1000
    ),
    "rosenbrock": Program(
        rosenbrock, rosenbrock_by_hand, "x", lambda steps: (np.linspace(-1.0, 2.0, steps + 1),), 10_000, 100
    ),
    "heat": Program(heat, heat_by_hand, "u", heat_arguments, 1000, 10, lambda _steps: 998),
}
