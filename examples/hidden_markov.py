"""Differentiate the forward algorithm of a hidden Markov model: the adjoint of the evidence is the posterior.

    python examples/hidden_markov.py [--length 120] [--plot FILE]

The log likelihood changes with the log probability of what was seen at a time in a state exactly by the posterior
probability of that state at that time, so that the backward algorithm need not be written.
"""

import argparse

import numpy as np

from cladpy import gradient


def log_likelihood(evidence, transitions, start):
    """Return the log probability of all that was seen; ``evidence`` has a row a time and a column a state."""
    alpha = start * np.exp(evidence[0])
    total = 0.0
    for row in evidence[1:]:
        scale = np.sum(alpha)
        total += np.log(scale)
        alpha = (alpha / scale) @ transitions * np.exp(row)
    return total + np.log(np.sum(alpha))


posterior = gradient(log_likelihood, "evidence")


def forward_backward(evidence, transitions, start):
    """Return the posterior by the textbook's two passes."""
    seen = np.exp(evidence)
    alpha, beta = np.empty_like(seen), np.ones_like(seen)
    alpha[0] = start * seen[0]
    for t in range(1, len(seen)):
        alpha[t] = alpha[t - 1] @ transitions * seen[t]
    for t in range(len(seen) - 2, -1, -1):
        beta[t] = transitions @ (seen[t + 1] * beta[t + 1])
    product = alpha * beta
    return product / product.sum(axis=1, keepdims=True)


def simulate(length):
    """Return the states of a model of two states, and the log densities of noisy measurements of them."""
    generator = np.random.default_rng(1)
    transitions = np.array([[0.95, 0.05], [0.1, 0.9]])
    states = [0]
    for _ in range(length - 1):
        states.append(int(generator.random() > transitions[states[-1], 0]))
    measured = np.array(states) + 0.7 * generator.standard_normal(length)
    return states, -0.5 * ((measured[:, None] - np.arange(2)) / 0.7) ** 2, transitions


def main():
    """Print how far both posteriors are apart; draw them if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--length", type=int, default=120)
    parser.add_argument("--plot", metavar="FILE", help="picture to write")
    options = parser.parse_args()
    states, evidence, transitions = simulate(options.length)
    found = posterior(evidence, transitions, np.array([0.5, 0.5]))
    expected = forward_backward(evidence, transitions, np.array([0.5, 0.5]))
    print(f"largest difference from the forward-backward algorithm {np.abs(found - expected).max():.1e}")
    if options.plot:
        from matplotlib.figure import Figure

        figure = Figure(figsize=(7, 3), layout="constrained")
        axes = figure.subplots()
        axes.step(range(len(states)), states, where="mid", color="0.7", label="state")
        axes.plot(found[:, 1], label="posterior")
        axes.set(xlabel="time")
        axes.legend(frameon=False)
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
