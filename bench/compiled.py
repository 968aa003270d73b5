"""Print the times of compiled gradients: a step in Python, in numba, and of a reverse sweep written by hand for numba.

    python bench/compiled.py [NAME ...] [--quick] [--json FILE] [--chart FILE]

Nanoseconds of processor time for each step: medians of runs that take turns. Compiling comes before and is not counted.
A hand-written sweep computes the same gradient. JAX runs what can be written for it without stores into elements, where
it is installed. Without numba there is nothing to measure.
"""

import argparse
import json
import math
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bench import compiled_jax
from cladpy import value_and_gradient

try:
    import numba
except ModuleNotFoundError:
    numba = None

RUNS, QUICK_RUNS = 20, 5
TOLERANCE = 1e-9  # between two orders of the same sums


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


class Row(NamedTuple):
    """Nanoseconds of a step."""

    name: str
    python_gradient: float
    gradient: float
    primal: float
    by_hand: float
    jax: float | None = None

    @property
    def over_primal(self) -> float:
        """Time of the compiled gradient over that of the compiled primal."""
        return self.gradient / self.primal

    @property
    def over_hand(self) -> float:
        """Time of the compiled gradient over that of the sweep by hand."""
        return self.gradient / self.by_hand


# ---- the programs ----


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


def gauss_seidel(u: np.ndarray, f: np.ndarray, sweeps: int) -> float:
    """Return the sum of squares of what sweeps over a grid make of it."""
    u = u.copy()
    for _ in range(sweeps):
        for i in range(1, u.shape[0] - 1):
            for j in range(1, u.shape[1] - 1):
                u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - f[i, j])
    return float(np.sum(u * u))


def gauss_seidel_by_hand(u: np.ndarray, f: np.ndarray, sweeps: int) -> tuple[float, np.ndarray]:
    """Return its value, and its gradient in the right side."""
    u = u.copy()
    n, m = u.shape
    for _ in range(sweeps):
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - f[i, j])
    value, d_u, d_f = np.sum(u * u), 2 * u, np.zeros((n, m))
    for _ in range(sweeps):
        for i in range(n - 2, 0, -1):
            for j in range(m - 2, 0, -1):
                d = 0.25 * d_u[i, j]
                d_u[i, j] = 0.0
                d_u[i - 1, j] += d
                d_u[i + 1, j] += d
                d_u[i, j - 1] += d
                d_u[i, j + 1] += d
                d_f[i, j] -= d
    return value, d_f


def cholesky(a: np.ndarray) -> float:
    """Return the logarithm of the determinant by the factor of Cholesky, made in place."""
    c, total = a.copy(), 0.0
    for j in range(len(c)):
        for k in range(j):
            c[j, j] -= c[j, k] * c[j, k]
        c[j, j] = math.sqrt(c[j, j])
        total += 2.0 * math.log(c[j, j])
        for i in range(j + 1, len(c)):
            for k in range(j):
                c[i, j] -= c[i, k] * c[j, k]
            c[i, j] /= c[j, j]
    return total


def cholesky_by_hand(a: np.ndarray) -> tuple[float, np.ndarray]:
    """Return its value, and its gradient in the lower triangle."""
    c, n, total = a.copy(), len(a), 0.0
    for j in range(n):
        for k in range(j):
            c[j, j] -= c[j, k] * c[j, k]
        c[j, j] = math.sqrt(c[j, j])
        total += 2.0 * math.log(c[j, j])
        for i in range(j + 1, n):
            for k in range(j):
                c[i, j] -= c[i, k] * c[j, k]
            c[i, j] /= c[j, j]
    d = np.zeros((n, n))
    for j in range(n - 1, -1, -1):
        for i in range(n - 1, j, -1):
            d[i, j] /= c[j, j]
            d[j, j] -= d[i, j] * c[i, j]
            for k in range(j):
                d[i, k] -= d[i, j] * c[j, k]
                d[j, k] -= d[i, j] * c[i, k]
        d[j, j] = 0.5 * (d[j, j] + 2.0 / c[j, j]) / c[j, j]
        for k in range(j):
            d[j, k] -= 2.0 * d[j, j] * c[j, k]
    return total, d


SIDE = 32
PROGRAMS = {
    "pendulum": Program(
        pendulum, pendulum_by_hand, "theta, omega", lambda steps: (1.0, 0.0, 1e-3, steps), 100_000, 1000
    ),
    "rosenbrock": Program(
        rosenbrock, rosenbrock_by_hand, "x", lambda steps: (np.linspace(-1.0, 2.0, steps + 1),), 10_000, 100
    ),
    "heat": Program(
        heat,
        heat_by_hand,
        "u",
        lambda steps: (np.sin(np.linspace(0.0, 9.0, 1000)), 0.1, steps),
        1000,
        10,
        lambda _steps: 998,
    ),
    "gauss_seidel": Program(
        gauss_seidel,
        gauss_seidel_by_hand,
        "f",
        lambda steps: (np.zeros((SIDE, SIDE)), np.ones((SIDE, SIDE)), steps),
        100,
        1,
        lambda _steps: (SIDE - 2) ** 2,
    ),
    "cholesky": Program(
        cholesky,
        cholesky_by_hand,
        "a",
        lambda side: (np.eye(side) * side + np.fromfunction(lambda i, j: np.cos(i * j), (side, side)),),
        100,
        20,
        lambda side: side * side / 6,
    ),
}


# ---- measuring ----


def measure(name: str, runs: int) -> Row:
    """Return the times of a program's steps, its gradient compared with the one by hand."""
    program = PROGRAMS[name]
    arguments, few = program.arguments(program.steps), program.arguments(program.few)
    plain = value_and_gradient(program.primal, program.wrt)
    compiled = value_and_gradient(program.primal, program.wrt, jit="numba")
    primal, by_hand = numba.njit(program.primal), numba.njit(program.by_hand)
    for given, expected in zip(_parts(compiled(*arguments)), _parts(by_hand(*arguments)), strict=True):
        if not np.allclose(given, expected, rtol=TOLERANCE, atol=0.0):
            sys.exit(f"{name}: the compiled gradient is not the one by hand")
    runners = [lambda: compiled(*arguments), lambda: primal(*arguments), lambda: by_hand(*arguments)]
    number, few_number = (each * program.inner(each) for each in (program.steps, program.few))
    peer = compiled_jax.gradient_of(name, arguments)
    python = in_turns([lambda: plain(*few)], 2)[0] / few_number
    compiled_time, primal_time, by_hand_time = (each / number for each in in_turns(runners, runs))
    jax = None if peer is None else in_turns([peer], runs, time.process_time_ns)[0] / number
    return Row(name, python, compiled_time, primal_time, by_hand_time, jax)


def in_turns(
    runners: Sequence[Callable[[], object]], runs: int, clock: Callable[[], int] = time.thread_time_ns
) -> list[float]:
    """Return the median nanoseconds of each, run one after the other; a first turn is not counted."""
    times: list[list[int]] = [[] for _ in runners]
    for turn in range(runs + 1):
        for place, run in enumerate(runners):
            begin = clock()
            run()
            times[place] += [clock() - begin] if turn else []
    return [float(statistics.median(each)) for each in times]


def _parts(value: Any) -> list[Any]:
    return [each for part in value for each in _parts(part)] if isinstance(value, tuple) else [value]


def draw(rows: Sequence[Row], path: Path) -> None:
    """Draw the nanoseconds of a step on an axis of powers of ten."""
    from matplotlib.figure import Figure  # noqa: PLC0415 -- an extra, for the picture alone

    kinds = {
        "plain Python": "python_gradient",
        "JAX": "jax",
        "numba, by hand": "by_hand",
        "cladpy with numba": "gradient",
    }
    figure = Figure(figsize=(8, 3.2), layout="constrained")
    axes, height = figure.subplots(), 0.8 / len(kinds)
    for place, (label, kind) in enumerate(kinds.items()):
        shown = [(k - place * height, getattr(row, kind)) for k, row in enumerate(reversed(rows)) if getattr(row, kind)]
        axes.barh([at for at, _ in shown], [value for _, value in shown], height, label=label)
    axes.set_yticks([k - 0.3 for k in range(len(rows))], [row.name.replace("_", " ") for row in reversed(rows)])
    axes.set_xscale("log")
    axes.set_xlabel("nanoseconds a step, value and gradient")
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    figure.savefig(path)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(PROGRAMS))
    parser.add_argument("--quick", action="store_true", help="fewer runs")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--chart", type=Path, help="picture to draw")
    options = parser.parse_args(arguments)
    if numba is None:
        print("numba is not installed: nothing is measured")
        return 0
    print(
        f"{'ns a step':14}{'Python gradient':>17}{'gradient':>10}{'primal':>9}{'by hand':>9}"
        f"{'JAX':>9}{'/primal':>9}{'/hand':>7}"
    )
    rows = []
    for name in options.names or PROGRAMS:
        row = measure(name, QUICK_RUNS if options.quick else RUNS)
        times = f"{row.python_gradient:17.1f}{row.gradient:10.2f}{row.primal:9.2f}{row.by_hand:9.2f}"
        times += f"{'':>9}" if row.jax is None else f"{row.jax:9.2f}"
        print(f"{name:14}{times}{row.over_primal:9.2f}{row.over_hand:7.2f}", flush=True)
        rows.append(row)
    if options.json:
        options.json.write_text(json.dumps([row._asdict() for row in rows], indent=1))
    if options.chart:
        draw(rows, options.chart)
    return 0


if __name__ == "__main__":
    sys.exit(main())
