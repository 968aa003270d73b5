"""Differentiate through Newton's method: how the place of a planet depends on the eccentricity of its orbit.

    python examples/newton.py [--plot FILE]

Kepler's equation has no solution in closed form; it is solved by a loop that ends when a step is small.
"""

import argparse
import math

import numpy as np

from cladpy import gradient


def anomaly(eccentricity, time):
    """Return the angle E with ``E - eccentricity * sin(E) = time``."""
    angle = time
    steps = 0
    while True:
        step = (angle - eccentricity * math.sin(angle) - time) / (1 - eccentricity * math.cos(angle))
        angle -= step
        steps += 1
        if abs(step) < 1e-12 or steps == 50:
            break
    return angle


def distance(eccentricity, time):
    """Return the distance from the sun, in units of half the long axis."""
    return 1 - eccentricity * math.cos(anomaly(eccentricity, time))


d_distance = gradient(distance, "eccentricity")


def by_formula(eccentricity, time):
    """Return the same derivative from the implicit function theorem."""
    angle = anomaly(eccentricity, time)
    d_angle = math.sin(angle) / (1 - eccentricity * math.cos(angle))
    return -math.cos(angle) + eccentricity * math.sin(angle) * d_angle


def draw(path, times, eccentricities):
    """Draw the derivative over one orbit."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    for eccentricity in eccentricities:
        slopes = [d_distance(eccentricity, time) for time in times]
        axes.plot(times, slopes, label=f"eccentricity {eccentricity}")
    axes.set(xlabel="time, 2 pi an orbit", ylabel="change of distance with eccentricity")
    axes.legend(frameon=False)
    figure.savefig(path, dpi=150)


def main():
    """Print a few derivatives beside those of the formula; draw them if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plot", metavar="FILE", help="picture to write")
    options = parser.parse_args()
    print("time   generated   by formula")
    for time in (0.5, 1.5, 2.5):
        print(f"{time:4}  {d_distance(0.6, time):10.6f}   {by_formula(0.6, time):10.6f}")
    if options.plot:
        draw(options.plot, np.linspace(0, 2 * math.pi, 200).tolist(), (0.1, 0.4, 0.7))


if __name__ == "__main__":
    main()
