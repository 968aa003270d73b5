"""The programs of this folder with arguments of any size, for the tests, the benchmark and ``show.py``."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from examples.in_place.alignment import soft_alignment
from examples.in_place.alternating_directions import alternating_heat
from examples.in_place.butterfly import power_in_band
from examples.in_place.cavity import cavity_energy
from examples.in_place.convolution import blurred, blurred_by_shifts
from examples.in_place.factorisations import (
    gaussian_log_density,
    gram_schmidt,
    log_determinant,
    solve_pivoted,
    triangular_solves,
)
from examples.in_place.gauss_seidel import gauss_seidel
from examples.in_place.heat import heat_1d, heat_2d
from examples.in_place.n_body import final_spread
from examples.in_place.recursive_filter import smoothing_misfit
from examples.in_place.sparse_product import growth_compressed, growth_triplets
from examples.in_place.wave import waveform_misfit

Arguments = Callable[[np.random.Generator, int], tuple[Any, ...]]


class Program(NamedTuple):
    """A primal, what it is differentiated by, and how its arguments are made.

    Attributes
    ----------
    function : callable
    wrt : str
    arguments : callable
        Takes a random generator and a size; returns the arguments of a call.
    large : int
        The size at which the primal takes some milliseconds.
    statements : str
        ``"arrays"`` where the time goes into statements on whole arrays or long slices, ``"elements"`` where it goes
        into loops over elements or short slices.
    """

    function: Callable[..., Any]
    wrt: str
    arguments: Arguments
    large: int
    statements: str = "arrays"


# ---- arguments ----


def for_heat_2d(rng, n):
    """Return temperatures, conductivities, and steps that are stable."""
    return rng.standard_normal((n, n)), rng.uniform(0.5, 1, (n, n)), 1.0, 0.2, 20


def for_waves(rng, n):
    """Return a medium, a source's wavelet of twice as many steps, and traces of noise."""
    steps = 2 * n
    return rng.uniform(0.5, 1, (n, n)), rng.standard_normal(steps), rng.standard_normal((steps, (n - 1) // 2)), 1.0, 0.5


def square(rng, n):
    """Return a matrix and a vector."""
    return rng.standard_normal((n, n)), rng.standard_normal(n)


def positive_definite(rng, n):
    """Return a symmetric matrix that is positive definite, and a vector."""
    a, x = square(rng, n)
    return a @ a.T / n + np.eye(n), x


def lower_triangular(rng, n):
    """Return a lower triangular matrix that is far from singular, and several vectors."""
    lower = np.tril(rng.standard_normal((n, n)) / n, -1) + np.diag(rng.uniform(1, 2, n))
    return lower, rng.standard_normal((n, n // 2))


def for_cavity(rng, n):
    """Return a flow that is at rest but for noise, and a lid that moves."""
    u, v, p = 0.1 * rng.standard_normal((3, n, n))
    return u, v, p, rng.uniform(0.5, 1, n), 0.1, 4


def compressed(rng, n):
    """Return a sparse matrix of one to three elements a row, stored row by row, a vector and a number of products."""
    starts = np.concatenate(([0], np.cumsum(rng.integers(1, 4, n))))
    return rng.standard_normal(starts[-1]), rng.integers(0, n, starts[-1]), starts, rng.standard_normal(n), 3


def triplets(rng, n):
    """Return a sparse matrix as triplets, some of them in one place, a vector and a number of products."""
    return rng.standard_normal(3 * n), rng.integers(0, n, 3 * n), rng.integers(0, n, 3 * n), rng.standard_normal(n), 3


def fields(count, *rest):
    """Return a maker of some square arrays, with further arguments."""
    return lambda rng, n: (*rng.standard_normal((count, n, n)), *rest)


def with_kernel(rng, n):
    """Return an image and a kernel."""
    return rng.standard_normal((n, n)), rng.standard_normal((3, 3))


def bodies(rng, n):
    """Return positions, velocities, masses, the size of a step and the number of steps."""
    return *rng.standard_normal((2, n, 3)), rng.uniform(0.5, 1, n), 0.01, 4


# ---- programs ----


PROGRAMS = {
    "heat_1d": Program(heat_1d, "u, k", lambda rng, n: (rng.standard_normal(n), 0.2, 50), 20_000),
    "heat_2d": Program(heat_2d, "initial, conductivity, dt", for_heat_2d, 200),
    "gauss_seidel": Program(gauss_seidel, "u, f, h", fields(2, 0.5, 2), 50, "elements"),
    "waves": Program(waveform_misfit, "speed, wavelet", for_waves, 120),
    "log_determinant": Program(log_determinant, "a", lambda rng, n: (square(rng, n)[0],), 60, "elements"),
    "solve_pivoted": Program(solve_pivoted, "a, b", square, 200),
    "cholesky": Program(gaussian_log_density, "covariance, x", positive_definite, 30, "elements"),
    "triangular_solves": Program(triangular_solves, "lower, b", lower_triangular, 200),
    "gram_schmidt": Program(gram_schmidt, "a", lambda rng, n: (rng.standard_normal((2 * n, n)),), 40, "elements"),
    "soft_alignment": Program(
        soft_alignment, "x, y, gamma", lambda rng, n: (*rng.standard_normal((2, n)), 0.5), 30, "elements"
    ),
    "n_body": Program(final_spread, "positions, velocities, masses", bodies, 300, "elements"),
    "cavity": Program(cavity_energy, "u, v, p, lid, viscosity", for_cavity, 100),
    "convolution": Program(blurred, "image, kernel", with_kernel, 50, "elements"),
    "convolution_by_shifts": Program(blurred_by_shifts, "image, kernel", with_kernel, 300),
    "alternating_heat": Program(alternating_heat, "initial, rate", fields(1, 0.5, 3), 300),
    "recursive_filter": Program(smoothing_misfit, "image, target, a", fields(2, 0.4), 500),
    "butterfly": Program(
        power_in_band,
        "signal, weights",
        lambda rng, n: (rng.standard_normal(2**n), rng.uniform(0, 1, 2**n)),
        9,
        "elements",
    ),
    "sparse_compressed": Program(growth_compressed, "values, x", compressed, 1_000, "elements"),
    "sparse_triplets": Program(growth_triplets, "values, x", triplets, 20_000),
}
