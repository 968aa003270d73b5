"""Fit a pendulum to a measured swing: SciPy's optimiser with a gradient that runs at compiled speed.

    python examples/pendulum_fit.py [--steps N] [--plot FILE] [--python]

Frequency, friction and first angle are found from noisy angles; numba compiles the loop, if it is there. Needs SciPy.
"""

import argparse
import math
import time
from importlib.util import find_spec

import numpy as np

from cladpy import value_and_gradient

TRUE, SECONDS, STEPS = np.array([3.0, 0.12, 1.2]), 10.0, 20_000


def misfit(parameters, observed, step):
    """Return the mean square of what a swing misses the observed angles by."""
    frequency, friction, angle = parameters[0], parameters[1], parameters[2]
    speed, total = 0.0, 0.0
    for i in range(len(observed)):
        speed = speed - step * (frequency**2 * math.sin(angle) + friction * speed)
        angle = angle + step * speed
        total += (angle - observed[i]) ** 2
    return total / len(observed)


def swing(parameters, steps):
    """Return the angles of a swing."""
    frequency, friction, angle = parameters
    speed, step, angles = 0.0, SECONDS / steps, np.empty(steps)
    for i in range(steps):
        speed -= step * (frequency**2 * math.sin(angle) + friction * speed)
        angle += step * speed
        angles[i] = angle
    return angles


def fit(steps=STEPS, jit="numba", seed=0):
    """Return the parameters that are found, the number of gradients, and what was observed."""
    from scipy.optimize import minimize

    observed = swing(TRUE, steps) + 0.05 * np.random.default_rng(seed).normal(size=steps)
    derivative = value_and_gradient(misfit, "parameters", jit=jit)
    step = SECONDS / steps
    found = minimize(lambda p: derivative(p, observed, step), [2.9, 0.3, 1.0], jac=True, method="L-BFGS-B")
    return found.x, found.nfev, observed


def main():
    """Print what is found, and the time of a step; draw the swing if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=STEPS, help=f"of the integration ({STEPS})")
    parser.add_argument("--plot", metavar="FILE", help="picture to write")
    parser.add_argument("--python", action="store_true", help="do not compile")
    options = parser.parse_args()
    if find_spec("scipy") is None:
        print("SciPy is not installed: nothing is fitted")
        return
    jit = "numba" if find_spec("numba") and not options.python else None
    fit(10, jit)  # compiled here, and not in what is timed
    begin = time.perf_counter()
    parameters, calls, observed = fit(options.steps, jit)
    each = (time.perf_counter() - begin) / calls / options.steps * 1e9
    print("frequency {:.4f}, friction {:.4f}, first angle {:.4f}; true {}".format(*parameters, TRUE))
    print(f"{calls} gradients, {each:.0f} ns a step in {jit or 'plain Python'}")
    if options.plot:
        from matplotlib.figure import Figure

        figure = Figure()
        figure.subplots().plot(np.transpose([observed, swing(parameters, len(observed))]))
        figure.savefig(options.plot, dpi=120)


if __name__ == "__main__":
    main()
