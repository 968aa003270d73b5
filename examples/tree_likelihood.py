"""Differentiate a recursion over a tree: fit the branch lengths of a family tree to DNA sequences.

    python examples/tree_likelihood.py [--steps 200] [--plot FILE]

The likelihood is Felsenstein's recursion from the leaves to the root, with the substitution model of Jukes and Cantor.
"""

import argparse

import numpy as np

from cladpy import value_and_gradient

TREE = (((0, 0), (1, 1)), 4), (((2, 2), (3, 3)), 5)  # a node is two pairs of (child, number of its branch)
SEQUENCES = "GATTACAGATTACAGG", "GATTACCGATAACAGG", "GACTTCAGCTTACTGG", "GACTTCAGCTTCCTGC"


def transition(length):
    """Return the probabilities of each base behind a branch, by the base before it."""
    stays = np.exp(-4.0 * length / 3.0)
    return stays * np.eye(4) + (1.0 - stays) / 4.0


def partial(node, lengths, leaves):
    """Return the likelihood of what is seen below a node, by site and base of the node."""
    if isinstance(node, int):
        return leaves[node]
    (left, left_branch), (right, right_branch) = node
    from_left = partial(left, lengths, leaves) @ transition(lengths[left_branch])
    from_right = partial(right, lengths, leaves) @ transition(lengths[right_branch])
    return from_left * from_right


def misfit(logarithms, tree, leaves):
    """Return the negative log likelihood of a tree with branches of these logarithmic lengths."""
    root = partial(tree, np.exp(logarithms), leaves)
    return -np.sum(np.log(np.mean(root, axis=1)))


def fit(steps, rate=0.05):
    """Return the logarithmic lengths after gradient descent, and the misfit at each step."""
    leaves = [np.array([[base == letter for letter in "ACGT"] for base in each], float) for each in SEQUENCES]
    differentiate = value_and_gradient(misfit, "logarithms")
    logarithms, misfits = np.full(6, -1.0), []
    for _ in range(steps):
        value, d_logarithms = differentiate(logarithms, TREE, leaves)
        misfits.append(value)
        logarithms -= rate * d_logarithms
    return logarithms, misfits


def main():
    """Fit; print the lengths; draw the misfit if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--plot", metavar="FILE", help="picture to write")
    options = parser.parse_args()
    logarithms, misfits = fit(options.steps)
    print(f"misfit {misfits[0]:.3f} at first, {misfits[-1]:.3f} after {options.steps} steps")
    print("branch lengths", np.exp(logarithms).round(3))
    if options.plot:
        from matplotlib.figure import Figure

        figure = Figure(figsize=(7, 4), layout="constrained")
        axes = figure.subplots()
        axes.plot(misfits)
        axes.set(xlabel="step", ylabel="negative log likelihood")
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
