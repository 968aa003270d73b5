"""Find where a wave in a pond started from how it looks later: gradient descent through a 2-D wave equation.

    python examples/wave_source.py [--size N] [--steps N] [--rounds N] [--plot FILE]

The height of the water is updated in place, by slices. The gradient is compiled to loops by numba, if that is there.
"""

import argparse
from importlib.util import find_spec

import numpy as np

from cladpy import value_and_gradient

SIZE, STEPS, ROUNDS = 64, 60, 40
SPEED = 0.3  # squared, in cells a step; below 0.5, where the scheme is stable


def ripple(source, steps):
    """Return the height of the water some steps after a disturbance."""
    height, before = source.copy(), source.copy()
    for _ in range(steps):
        spread = height[2:, 1:-1] + height[:-2, 1:-1] + height[1:-1, 2:] + height[1:-1, :-2] - 4 * height[1:-1, 1:-1]
        inner = 2 * height[1:-1, 1:-1] - before[1:-1, 1:-1] + SPEED * spread
        before[1:-1, 1:-1] = height[1:-1, 1:-1]
        height[1:-1, 1:-1] = inner
    return height


def misfit(source, seen, steps):
    """Return half the square of what a source misses the height that was seen by."""
    return 0.5 * np.sum((ripple(source, steps) - seen) ** 2)


def true_source(size):
    """Return two drops that fell at once."""
    x, y = np.meshgrid(np.linspace(0, 1, size), np.linspace(0, 1, size))
    drops = ((0.35, 0.4, 1.0), (0.7, 0.6, -0.7))
    return sum(h * np.exp(-((x - a) ** 2 + (y - b) ** 2) / 0.004) for a, b, h in drops)


def find(size=SIZE, steps=STEPS, rounds=ROUNDS, jit="numba"):
    """Return the true source, the one that is found, and the misfits on the way."""
    true = true_source(size)
    seen = ripple(true, steps)
    derivative = value_and_gradient(misfit, "source", jit=jit)
    source, speed, values = np.zeros_like(true), np.zeros_like(true), []
    for _ in range(rounds):
        value, slope = derivative(source, seen, steps)
        values.append(value)
        speed = 0.8 * speed - 0.02 * slope  # at most what the largest eigenvalue of many steps allows
        source = source + speed
    return true, source, values


def main():
    """Print the misfits; draw the sources if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("size", SIZE), ("steps", STEPS), ("rounds", ROUNDS)):
        parser.add_argument(f"--{name}", type=int, default=default, help=f"({default})")
    parser.add_argument("--plot", metavar="FILE", help="picture to write")
    parser.add_argument("--python", action="store_true", help="do not compile")
    options = parser.parse_args()
    jit = "numba" if find_spec("numba") is not None and not options.python else None
    true, found, values = find(options.size, options.steps, options.rounds, jit)
    print(f"misfit {values[0]:.3f} -> {values[-1]:.5f}; source off by {np.abs(true - found).max():.3f} at most")
    if options.plot:
        from matplotlib.figure import Figure

        figure = Figure(figsize=(9, 3), layout="constrained")
        shown = {"the source": true, "what is seen": ripple(true, options.steps), "the source as found": found}
        for axes, (title, values) in zip(figure.subplots(1, 3), shown.items(), strict=True):
            axes.imshow(values, cmap="coolwarm", vmin=-1, vmax=1)
            axes.set_title(title)
        figure.savefig(options.plot, dpi=120)


if __name__ == "__main__":
    main()
