"""Fit a pendulum to a measured swing: SciPy's optimiser with a gradient that runs at compiled speed.

    python examples/pendulum_fit.py [--steps N] [--python]

Frequency, friction and first angle are found from noisy angles of a whole trajectory. The loop of scalars is compiled
by numba where that is installed, else it runs in plain Python. It needs SciPy.
"""

import argparse
import math
import time
from importlib.util import find_spec

import numpy as np

from cladpy import value_and_gradient

TRUE = np.array([3.0, 0.12, 1.2])
SECONDS, STEPS = 10.0, 20_000


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
    """Return the parameters that are found, and how often value and gradient were asked for."""
    from scipy.optimize import minimize

    observed = swing(TRUE, steps) + 0.05 * np.random.default_rng(seed).normal(size=steps)
    derivative = value_and_gradient(misfit, "parameters", jit=jit)
    step = SECONDS / steps
    found = minimize(lambda p: derivative(p, observed, step), [2.9, 0.3, 1.0], jac=True, method="L-BFGS-B")
    return found.x, found.nfev


def main():
    """Print what is found, and the time of a step."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=STEPS, help=f"of the integration ({STEPS})")
    parser.add_argument("--python", action="store_true", help="do not compile")
    options = parser.parse_args()
    if find_spec("scipy") is None:
        print("SciPy is not installed: nothing is fitted")
        return
    jit = "numba" if find_spec("numba") is not None and not options.python else None
    fit(10, jit)  # compiled here, and not in what is timed
    begin = time.perf_counter()
    parameters, calls = fit(options.steps, jit)
    each = (time.perf_counter() - begin) / calls / options.steps * 1e9
    names = zip(("frequency", "friction", "first angle"), parameters, TRUE, strict=True)
    print(", ".join(f"{name} {value:.4f} (true {true})" for name, value, true in names))
    print(f"{calls} gradients, {each:.0f} ns a step in {'numba' if jit else 'plain Python'}")


if __name__ == "__main__":
    main()
