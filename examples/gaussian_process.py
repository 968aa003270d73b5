"""Fit a Gaussian process: its marginal likelihood goes up along the gradient through a Cholesky factor.

    python examples/gaussian_process.py [--points 30] [--plot FILE]

SciPy's optimizer asks for value and gradient at once. The text of the gradient is that of the textbook: a solution with
the factor, a product of it with itself, the factor's adjoint.
"""

import argparse

import numpy as np
from scipy.linalg import cho_factor, cho_solve
from scipy.optimize import minimize

from cladpy import value_and_gradient


def covariance(logs, x, other):
    """Return the covariance of the values at two sets of points: smooth, of a height and a width."""
    height, width = np.exp(logs[0]), np.exp(logs[1])
    return height * np.exp(-0.5 * ((x[:, None] - other) / width) ** 2)


def misfit(logs, x, y):
    """Return the negative log of the marginal likelihood; ``logs`` are those of height, width and noise."""
    noisy = covariance(logs, x, x) + np.exp(logs[2]) * np.eye(len(x))
    factor, lower = cho_factor(noisy, lower=True)
    weights = cho_solve((factor, lower), y)
    return 0.5 * y @ weights + np.sum(np.log(np.diag(factor))) + 0.5 * len(x) * np.log(2 * np.pi)


def by_determinant(logs, x, y):
    """Return the same number as the formula has it: by a solution and a determinant."""
    noisy = covariance(logs, x, x) + np.exp(logs[2]) * np.eye(len(x))
    return 0.5 * y @ np.linalg.solve(noisy, y) + 0.5 * np.linalg.slogdet(noisy)[1] + 0.5 * len(x) * np.log(2 * np.pi)


def fit(x, y):
    """Return the optimizer's result."""
    pair = value_and_gradient(misfit, "logs")
    return minimize(pair, np.zeros(3), args=(x, y), jac=True, method="L-BFGS-B")


def draw(path, x, y, logs):
    """Draw the measurements and the fitted process: its mean, and twice its deviation."""
    from matplotlib.figure import Figure

    grid = np.linspace(-0.5, 10.5, 200)
    across = covariance(logs, grid, x)
    factor = cho_factor(covariance(logs, x, x) + np.exp(logs[2]) * np.eye(len(x)))
    mean = across @ cho_solve(factor, y)
    deviation = np.sqrt(np.exp(logs[0]) - np.sum(across * cho_solve(factor, across.T).T, axis=1))
    figure = Figure(figsize=(7, 3.5), layout="constrained")
    axes = figure.subplots()
    axes.fill_between(grid, mean - 2 * deviation, mean + 2 * deviation, color="0.88")
    axes.plot(grid, mean)
    axes.plot(x, y, "k.")
    axes.set(xlabel="place", ylabel="value")
    figure.savefig(path, dpi=150)


def main():
    """Print the fitted parameters; draw the process if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--points", type=int, default=30)
    parser.add_argument("--plot", metavar="FILE", help="picture to write")
    options = parser.parse_args()
    generator = np.random.default_rng(0)
    x = np.sort(generator.uniform(0, 10, options.points))
    y = np.sin(x) + 0.2 * generator.standard_normal(options.points)
    found = fit(x, y)
    print("height {:.3f}, width {:.3f}, variance of the noise {:.4f}".format(*np.exp(found.x)))
    print(f"after {found.nfev} evaluations of value and gradient: {misfit(np.zeros(3), x, y):.3f} to {found.fun:.3f}")
    if options.plot:
        draw(options.plot, x, y, found.x)


if __name__ == "__main__":
    main()
