"""Sample a hierarchical model by Hamiltonian Monte Carlo, compiled from the density to the sampler.

    python examples/hierarchical_hmc.py [--draws N] [--plot FILE]

Effects in eight schools (Rubin 1981) share a mean and a spread. Without numba the same text runs in plain Python.
"""

import argparse
import math
from importlib import import_module
from importlib.util import find_spec

import numpy as np

from cladpy import value_and_gradient

EFFECTS, ERRORS = np.array([[28.0, 8, -3, 7, -1, 1, 18, 12], [15.0, 10, 16, 11, 9, 11, 10, 18]])
JIT = "numba" if find_spec("numba") else None
njit = import_module("numba").njit if JIT else lambda function: function


def energy(q, effects, errors):
    """Return minus the log density of the mean, the log of the spread, and the schools' deviations in spreads."""
    total = 0.5 * (q[0] / 20.0) ** 2 + 0.5 * (q[1] - 1.5) ** 2
    for i in range(len(effects)):
        school = q[0] + math.exp(q[1]) * q[i + 2]
        total += 0.5 * q[i + 2] ** 2 + 0.5 * ((effects[i] - school) / errors[i]) ** 2
    return total


slope = value_and_gradient(energy, "q", jit=JIT)


@njit
def sample(start, effects, errors, kicks, coins, step, leaps):
    """Return a draw for each row of standard normal momenta, and how many proposals were taken."""
    q, draws, taken = start, np.empty(kicks.shape), 0
    value, d_q = slope(q, effects, errors)
    for k in range(len(kicks)):
        p, new, new_value, d_new = kicks[k], q, value, d_q
        for _ in range(leaps):
            p = p - 0.5 * step * d_new
            new = new + step * p
            new_value, d_new = slope(new, effects, errors)
            p = p - 0.5 * step * d_new
        if math.log(coins[k]) < value - new_value + 0.5 * np.sum(kicks[k] ** 2 - p**2):
            q, value, d_q, taken = new, new_value, d_new, taken + 1
        draws[k] = q
    return draws, taken


def run(count):
    """Return the draws but for the first fifth, and the share of proposals taken."""
    rng = np.random.default_rng(0)
    kicks, coins = rng.normal(size=(count, 10)), rng.uniform(size=count)
    draws, taken = sample(np.zeros(10), EFFECTS, ERRORS, kicks, coins, 0.25, 12)
    return draws[count // 5 :], taken / count


def main():
    """Print what the draws say; draw the schools if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=20_000 if JIT else 500)
    parser.add_argument("--plot", metavar="FILE", help="picture to write")
    options = parser.parse_args()
    draws, share = run(options.draws)
    print(f"{len(draws)} draws, {share:.0%} of the proposals taken, in {JIT or 'plain Python'}")
    schools = draws[:, :1] + np.exp(draws[:, 1:2]) * draws[:, 2:]
    print("schools", *schools.mean(axis=0).round(1))
    if options.plot:
        from matplotlib.figure import Figure

        figure = Figure()
        figure.subplots().boxplot(schools, showfliers=False)
        figure.savefig(options.plot)


if __name__ == "__main__":
    main()
