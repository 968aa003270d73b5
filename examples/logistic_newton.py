"""Fit a logistic regression by Newton's method: a handful of steps, each with the exact Hessian.

    python examples/logistic_newton.py [--plot FILE]

Newton's method needs the Hessian, and nothing else but a system of equations.
"""

import argparse

import numpy as np

from cladpy import gradient, hessian


def loss(weights, features, labels, penalty):
    """Return the negative log-likelihood of labels 0 and 1, with a penalty on the weights."""
    scores = features @ weights
    return np.sum(np.logaddexp(0.0, scores) - labels * scores) + 0.5 * penalty * np.sum(weights**2)


slope = gradient(loss, "weights")
curvature = hessian(loss, "weights")


def simulate(count=500, size=6):
    """Return features, and labels that depend on them."""
    generator = np.random.default_rng(0)
    features = generator.standard_normal((count, size))
    chances = 1 / (1 + np.exp(-features @ np.linspace(-2.0, 2.0, size)))
    return features, (generator.random(count) < chances).astype(float)


def newton(features, labels, penalty=1.0, steps=7):
    """Return the weights, and the length of the gradient before each step."""
    weights = np.zeros(features.shape[1])
    lengths = []
    for _ in range(steps):
        d_weights = slope(weights, features, labels, penalty)
        lengths.append(float(np.linalg.norm(d_weights)))
        weights = weights - np.linalg.solve(curvature(weights, features, labels, penalty), d_weights)
    return weights, lengths


def by_formula(weights, features, penalty):
    """Return the Hessian that textbooks give: the features weighed with p (1 - p)."""
    chances = 1 / (1 + np.exp(-features @ weights))
    return (features.T * (chances * (1 - chances))) @ features + penalty * np.eye(len(weights))


def main():
    """Print how fast the gradient vanishes; draw it if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plot", metavar="FILE", help="picture to write")
    options = parser.parse_args()
    weights, lengths = newton(*simulate())
    print("step  length of the gradient")
    for step, length in enumerate(lengths):
        print(f"{step:4}  {length:.3g}")
    print("weights", weights.round(3))
    if options.plot:
        from matplotlib.figure import Figure

        figure = Figure(figsize=(7, 4), layout="constrained")
        figure.subplots().semilogy(lengths)
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
