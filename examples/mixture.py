"""Fit a mixture of Gaussians by its log likelihood, with no expectation step: the gradient has the responsibilities.

    python examples/mixture.py [--steps 300] [--plot FILE]

The parameters are free numbers: weights come from a softmax, deviations from an exponential.
"""

import argparse

import numpy as np

from cladpy import gradient, value_and_gradient


def log_densities(means, log_deviations, points):
    """Return the log density of each point under each component; ``points`` and ``means`` have a row a vector."""
    squares = np.sum((points[:, None] - means) ** 2, axis=-1)
    return -0.5 * squares / np.exp(2 * log_deviations) - means.shape[1] * (log_deviations + 0.5 * np.log(2 * np.pi))


def log_sum_exp(values):
    """Return the log of the sum of exponentials along the last axis, without overflow."""
    largest = np.max(values, axis=-1, keepdims=True)
    return np.log(np.sum(np.exp(values - largest), axis=-1)) + largest[..., 0]


def misfit(logits, means, log_deviations, points):
    """Return the negative log likelihood of a point, on average."""
    weighted = logits - log_sum_exp(logits) + log_densities(means, log_deviations, points)
    return -np.mean(log_sum_exp(weighted))


def responsibilities(logits, means, log_deviations, points):
    """Return how likely each point is of each component: the adjoint of the weighted log densities."""
    weighted = logits - log_sum_exp(logits) + log_densities(means, log_deviations, points)
    return gradient(lambda values: np.sum(log_sum_exp(values)), "values")(weighted)


def fit(points, components, steps):
    """Return the parameters and the misfits of gradient descent with momentum, from points as first means."""
    pair = value_and_gradient(misfit, "logits, means, log_deviations")
    first = np.random.default_rng(1).choice(len(points), components, replace=False)
    parameters = [np.zeros(components), points[first], np.ones(components)]
    speeds, misfits = [np.zeros_like(each) for each in parameters], []
    for _ in range(steps):
        value, slopes = pair(*parameters, points)
        misfits.append(float(value))
        speeds = [0.9 * speed - 0.05 * slope for speed, slope in zip(speeds, slopes, strict=True)]
        parameters = [each + speed for each, speed in zip(parameters, speeds, strict=True)]
    return parameters, misfits


def main():
    """Print the fitted components; draw them if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--plot", metavar="FILE", help="picture to write")
    options = parser.parse_args()
    generator = np.random.default_rng(0)
    centres = np.array([[0.0, 0.0], [4.0, 1.0], [1.0, 5.0]])
    points = np.concatenate(
        [c + s * generator.normal(size=(80, 2)) for c, s in zip(centres, (1, 0.5, 0.8), strict=True)]
    )
    parameters, misfits = fit(points, 3, options.steps)
    print(f"negative log likelihood {misfits[0]:.3f} to {misfits[-1]:.3f}")
    for mean, log_deviation in zip(parameters[1], parameters[2], strict=True):
        print(f"mean {mean.round(2)}, deviation {np.exp(log_deviation):.2f}")
    if options.plot:
        from matplotlib.figure import Figure

        figure = Figure(figsize=(4.5, 4), layout="constrained")
        axes = figure.subplots()
        axes.scatter(*points.T, s=8, c=responsibilities(*parameters, points).clip(0, 1))
        axes.plot(*parameters[1].T, "k+", markersize=12)
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
