"""Adjust a bundle of rays: cameras and points from where the points are seen, with a sparse Jacobian by colouring.

    python examples/bundle_adjustment.py [--plot FILE]

A residual depends on one camera and one point, so that columns of the Jacobian which meet in no row share a sweep.
"""

import argparse

import numpy as np

from cladpy import jacobian

CAMERAS, POINTS = 6, 40


def residuals(unknowns, cameras, points, seen):
    """Return the errors of what is seen: cameras that are shifted and turned about the vertical look along z."""
    poses = unknowns[: 4 * CAMERAS].reshape(CAMERAS, 4)[cameras]
    places = unknowns[4 * CAMERAS :].reshape(POINTS, 3)[points] - poses[:, :3]
    cosine, sine = np.cos(poses[:, 3]), np.sin(poses[:, 3])
    depth = sine * places[:, 0] + cosine * places[:, 2]
    across = (cosine * places[:, 0] - sine * places[:, 2]) / depth
    return np.concatenate([across - seen[0], places[:, 1] / depth - seen[1]])


def pattern(cameras, points):
    """Return which residual depends on which unknown."""
    found = np.zeros((len(cameras), 4 * CAMERAS + 3 * POINTS), bool)
    rows = np.arange(len(cameras))
    for offset in range(4):
        found[rows, 4 * cameras + offset] = True
    for offset in range(3):
        found[rows, 4 * CAMERAS + 3 * points + offset] = True
    return np.vstack([found, found])


def simulate():
    """Return true unknowns, a first guess, the cameras and points of each observation, and where they are seen."""
    generator = np.random.default_rng(0)
    cameras, points = (each.ravel() for each in np.indices((CAMERAS, POINTS)))
    poses = np.column_stack([np.linspace(-2, 2, CAMERAS), np.zeros((CAMERAS, 2)), np.linspace(0.2, -0.2, CAMERAS)])
    places = generator.uniform((-2, -1, 5), (2, 1, 8), (POINTS, 3))
    true = np.concatenate([poses.ravel(), places.ravel()])
    seen = residuals(true, cameras, points, np.zeros((2, 1))).reshape(2, -1)
    return true, true + generator.normal(0, 0.05, len(true)), cameras, points, seen


def adjust(steps=6):
    """Return the sums of squares after each step of Gauss and Newton, damped, and the sweeps that a Jacobian takes."""
    _, unknowns, *given = simulate()
    sparse = jacobian(residuals, "unknowns", pattern=pattern(*given[:2]))
    sums = []
    for _ in range(steps):
        errors, slopes = residuals(unknowns, *given), sparse(unknowns, *given)
        sums.append(float(errors @ errors))
        unknowns = unknowns - np.linalg.solve(slopes.T @ slopes + 1e-9 * np.eye(len(unknowns)), slopes.T @ errors)
    return sums, min(len(sparse.pattern.columns), len(sparse.pattern.rows))


def main():
    """Print the sums of squares; draw them if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plot", metavar="FILE", help="picture to write")
    options = parser.parse_args()
    sums, sweeps = adjust()
    print(f"{4 * CAMERAS + 3 * POINTS} columns in {sweeps} sweeps")
    print("\n".join(f"{step}: {total:.3g}" for step, total in enumerate(sums)))
    if options.plot:
        from matplotlib.figure import Figure

        figure = Figure(figsize=(7, 4), layout="constrained")
        figure.subplots().semilogy(sums)
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
