"""Sample a hierarchical model by Hamiltonian Monte Carlo, compiled from the density to the sampler.

    python examples/hierarchical_hmc.py [--draws N]

Effects of a treatment in eight schools (Rubin 1981) share a mean and a spread. The sampler is a function under
``numba.njit`` that calls the gradient as it calls any other function. Without numba the same text runs in plain Python.
"""

import argparse
import math
from importlib.util import find_spec

import numpy as np

from cladpy import value_and_gradient

EFFECTS = np.array([28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0])
ERRORS = np.array([15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0])


def energy(q, effects, errors):
    """Return minus the log density of the mean, the log of the spread, and the schools' deviations in spreads."""
    mean, log_spread = q[0], q[1]
    total = 0.5 * (mean / 20.0) ** 2 + 0.5 * (log_spread - 1.5) ** 2
    for i in range(len(effects)):
        school = mean + math.exp(log_spread) * q[i + 2]
        total += 0.5 * q[i + 2] ** 2 + 0.5 * ((effects[i] - school) / errors[i]) ** 2
    return total


JIT = "numba" if find_spec("numba") is not None else None
slope = value_and_gradient(energy, "q", jit=JIT)


def sample(start, effects, errors, kicks, coins, step, leaps):
    """Return a draw for each row of standard normal momenta, and how many proposals were taken."""
    q, draws, taken = start.copy(), np.empty(kicks.shape), 0
    value, d_q = slope(q, effects, errors)
    for k in range(len(kicks)):
        p = kicks[k].copy()
        new, new_value, d_new, before = q.copy(), value, d_q.copy(), value + 0.5 * np.sum(p * p)
        for _ in range(leaps):
            p = p - 0.5 * step * d_new
            new = new + step * p
            new_value, d_new = slope(new, effects, errors)
            p = p - 0.5 * step * d_new
        if math.log(coins[k]) < before - new_value - 0.5 * np.sum(p * p):
            q, value, d_q, taken = new, new_value, d_new, taken + 1
        draws[k] = q
    return draws, taken


if JIT is not None:
    import numba

    sample = numba.njit(sample)


def run(count, seed=0):
    """Return draws of the mean, the log of the spread and the deviations, and the share of proposals taken."""
    rng = np.random.default_rng(seed)
    kicks, coins = rng.normal(size=(count, len(EFFECTS) + 2)), rng.uniform(size=count)
    draws, taken = sample(np.zeros(len(EFFECTS) + 2), EFFECTS, ERRORS, kicks, coins, 0.25, 12)
    return draws[count // 5 :], taken / count


def main():
    """Print what the draws say."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draws", type=int, default=20_000 if JIT else 500)
    options = parser.parse_args()
    draws, share = run(options.draws)
    print(f"{len(draws)} draws, {share:.0%} of the proposals taken, in {JIT or 'plain Python'}")
    schools = draws[:, :1] + np.exp(draws[:, 1:2]) * draws[:, 2:]
    print(f"mean {draws[:, 0].mean():.1f} +- {draws[:, 0].std():.1f}, spread {np.exp(draws[:, 1]).mean():.1f}")
    print("schools", " ".join(f"{each:.1f}" for each in schools.mean(axis=0)))


if __name__ == "__main__":
    main()
