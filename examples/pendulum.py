"""Fit an ordinary differential equation through ten thousand steps, in memory that does not grow with them.

    python examples/pendulum.py [--steps N] [--plot FILE]

The length and the friction of a pendulum are found from its angle at a few times. The steps are not recorded:
``checkpoint`` keeps the state before some of them, and runs the others again.
"""

import argparse

import numpy as np

from cladpy import checkpoint, value_and_gradient

TRUE = np.array([1.3, 0.15])
STEPS = 10_000
TIME = 10.0
WATCHED = 20


def swing(parameters, steps):
    """Return the angles at some times, evenly spaced, by the midpoint rule."""
    length, friction = parameters
    state = np.array([1.0, 0.0])
    angles = np.zeros(WATCHED)
    step = TIME / steps
    for i in checkpoint(range(steps)):
        half = state + 0.5 * step * np.array([state[1], -9.81 / length * np.sin(state[0]) - friction * state[1]])
        state = state + step * np.array([half[1], -9.81 / length * np.sin(half[0]) - friction * half[1]])
        if (i + 1) % (steps // WATCHED) == 0:
            angles[(i + 1) // (steps // WATCHED) - 1] = state[0]
    return angles


def misfit(parameters, steps, observed):
    """Return the sum of the squared errors of the angles."""
    return np.sum((swing(parameters, steps) - observed) ** 2)


d_misfit = value_and_gradient(misfit, "parameters")


def fit(steps=STEPS, rounds=8):
    """Return the parameters after some steps of gradient descent with a rate that adapts, and the misfits."""
    observed = swing(TRUE, steps)
    parameters, rate = np.array([1.25, 0.1]), 0.003
    value, slope = d_misfit(parameters, steps, observed)
    values = [value]
    for _ in range(rounds):
        further = parameters - rate * slope
        found, direction = d_misfit(further, steps, observed)
        if found < value:
            parameters, value, slope, rate = further, found, direction, rate * 1.5
        else:
            rate /= 3
        values.append(value)
    return parameters, values


def main():
    """Print what is found; draw the misfits if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=STEPS, help=f"of the integration ({STEPS})")
    parser.add_argument("--rounds", type=int, default=8, help="of the descent (8)")
    parser.add_argument("--plot", metavar="FILE", help="picture to write")
    options = parser.parse_args()
    parameters, values = fit(options.steps, options.rounds)
    print(f"length {parameters[0]:.4f}, friction {parameters[1]:.4f}; misfit {values[0]:.4f} -> {values[-1]:.6f}")
    if options.plot:
        from matplotlib.figure import Figure

        figure = Figure(figsize=(7, 4), layout="constrained")
        figure.subplots().semilogy(values)
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
