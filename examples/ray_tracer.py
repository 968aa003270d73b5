"""Differentiate a ray tracer: how the colour of each pixel changes with the place of a sphere.

python examples/ray_tracer.py [--size 48] [--plot FILE]
"""

import argparse
import math
from dataclasses import dataclass

import numpy as np

from cladpy import value_and_gradient


@dataclass
class Vector:
    """A point or direction in space."""

    x: float
    y: float
    z: float

    def __sub__(self, other):
        return Vector(self.x - other.x, self.y - other.y, self.z - other.z)

    def __rmul__(self, factor):
        return Vector(factor * self.x, factor * self.y, factor * self.z)

    def __matmul__(self, other):
        return self.x * other.x + self.y * other.y + self.z * other.z

    def unit(self):
        """Return the vector of length 1 in the same direction."""
        return (1 / math.sqrt(self @ self)) * self


def colour(centre, direction, light):
    """Return the brightness of the unit sphere where a ray from the origin meets it, or that of the background."""
    ray = direction.unit()
    along = ray @ centre
    inside = along * along - centre @ centre + 1
    if inside < 0:
        return 0.1
    normal = (along - math.sqrt(inside)) * ray - centre
    return 0.1 + 0.9 * max(normal @ light, 0.0)


def render(centre, light, size):
    """Return the picture, and its derivative by the sphere's place from left to right."""
    differentiate = value_and_gradient(colour, "centre")
    picture, change = np.empty((2, size, size))
    places = np.linspace(-0.6, 0.6, size).tolist()
    for row, y in enumerate(reversed(places)):
        for column, x in enumerate(places):
            picture[row, column], d_centre = differentiate(centre, Vector(x, y, 1.0), light)
            change[row, column] = d_centre.x
    return picture, change


def main():
    """Render; print the range of the change; draw both pictures if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=48, help="pixels along each side")
    parser.add_argument("--plot", metavar="FILE", help="picture to write")
    options = parser.parse_args()
    picture, change = render(Vector(0.2, 0.1, 3.0), Vector(-1.0, 1.0, -1.0).unit(), options.size)
    print(f"brightness up to {picture.max():.3f}; its change from {change.min():.3f} to {change.max():.3f}")
    if options.plot:
        from matplotlib.figure import Figure

        figure = Figure(figsize=(8, 4), layout="constrained")
        left, right = figure.subplots(1, 2)
        figure.colorbar(left.imshow(picture, cmap="gray"), ax=left)
        figure.colorbar(right.imshow(change, cmap="coolwarm", vmin=-1, vmax=1), ax=right)
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
