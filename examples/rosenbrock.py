"""Minimise Rosenbrock's function in 100 dimensions: what second derivatives save.

    python examples/rosenbrock.py [--plot FILE]

SciPy's minimiser is given nothing, the gradient, the Hessian, or products of the Hessian with vectors.
"""

import argparse

import numpy as np
from scipy.optimize import minimize

from cladpy import gradient, hessian, hessian_vector_product

SIZE = 100


def rosenbrock(x):
    """Return a sum over a long bent valley, zero where every number is 1."""
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


slope = gradient(rosenbrock, "x")
curvature = hessian(rosenbrock, "x")
product = hessian_vector_product(rosenbrock, "x")

METHODS = {
    "BFGS, differences": {"method": "BFGS"},
    "BFGS, gradient": {"method": "BFGS", "jac": slope},
    "trust-exact, Hessian": {"method": "trust-exact", "jac": slope, "hess": curvature},
    "Newton-CG, products": {"method": "Newton-CG", "jac": slope, "hessp": product},
}


def compare(size=SIZE):
    """Return for each method the values along the way, and how often the function was evaluated."""
    start = np.zeros(size)
    results = {}
    for name, options in METHODS.items():
        values = []
        done = minimize(rosenbrock, start, callback=lambda x, seen=values: seen.append(rosenbrock(x)), **options)
        results[name] = values, done
    return results


def draw(path, results):
    """Draw the value after each iteration."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    for name, (values, _) in results.items():
        axes.semilogy(np.maximum(values, 1e-20), label=name)
    axes.set(xlabel="iteration", ylabel="value")
    axes.legend(frameon=False)
    figure.savefig(path, dpi=150)


def main():
    """Print iterations and evaluations of each method; draw the values if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=SIZE, help=f"dimensions ({SIZE})")
    parser.add_argument("--plot", metavar="FILE", help="picture to write")
    options = parser.parse_args()
    results = compare(options.size)
    print(f"{'method':22} iterations  evaluations        value")
    for name, (values, done) in results.items():
        print(f"{name:22} {len(values):10}  {done.nfev:11}  {done.fun:11.3g}")
    if options.plot:
        draw(options.plot, results)


if __name__ == "__main__":
    main()
