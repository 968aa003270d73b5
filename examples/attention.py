"""Train a small block of attention to sort: softmax and einsum, of several heads at once.

    python examples/attention.py [--steps 300] [--plot FILE]

Each token is a number; for each place the block shall give the number that belongs there when they are sorted. What it
learns can be seen in the weights of its heads.
"""

import argparse

import numpy as np

from cladpy import value_and_gradient

TOKENS, WIDTH, HEADS = 6, 16, 2
SHAPES = {"slope": (WIDTH,), "shift": (WIDTH,), "key": (HEADS, WIDTH, WIDTH), "query": (HEADS, TOKENS, WIDTH)}


def softmax(scores):
    """Return the weights along the last axis."""
    raised = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    return raised / np.sum(raised, axis=-1, keepdims=True)


def weights(params, numbers):
    """Return what each place takes of each token: axes are example, head, place and token."""
    features = np.tanh(numbers[..., None] * params["slope"] + params["shift"])
    keys = np.einsum("btw,hwd->bhtd", features, params["key"])
    return softmax(np.einsum("hpd,bhtd->bhpt", params["query"], keys))


def predicted(params, numbers):
    """Return the number at each place: the mean of what the heads take."""
    return np.mean(np.einsum("bhpt,bt->bhp", weights(params, numbers), numbers), axis=1)


def loss(params, numbers):
    """Return the mean square distance from the sorted numbers."""
    return np.mean((predicted(params, numbers) - np.sort(numbers, axis=1)) ** 2)


def train(steps):
    """Return the parameters and the losses, by Adam."""
    pair, generator = value_and_gradient(loss, "params"), np.random.default_rng(0)
    params, losses = {name: generator.normal(size=shape) for name, shape in SHAPES.items()}, []
    momentum, squares = ({name: np.zeros_like(p) for name, p in params.items()} for _ in range(2))
    for step in range(1, steps + 1):
        value, slopes = pair(params, generator.uniform(-1, 1, (32, TOKENS)))
        losses.append(float(value))
        for name, d in slopes.items():
            momentum[name] += 0.1 * (d - momentum[name])
            squares[name] += 0.01 * (d * d - squares[name])
            scale = np.sqrt(squares[name] / (1 - 0.99**step)) + 1e-8
            params[name] -= 0.03 * momentum[name] / (1 - 0.9**step) / scale
    return params, losses


def main():
    """Print losses and one sorted example; draw what its places take if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--plot", metavar="FILE", help="picture to write")
    options = parser.parse_args()
    params, losses = train(options.steps)
    print(f"mean square error {losses[0]:.3f} to {losses[-1]:.3f}")
    numbers = np.random.default_rng(1).uniform(-1, 1, (1, TOKENS))
    print(f"sorted  {np.sort(numbers[0]).round(2)}\nlearnt  {predicted(params, numbers)[0].round(2)}")
    if options.plot:
        from matplotlib.figure import Figure

        figure = Figure(figsize=(6, 3), layout="constrained")
        for head, axes in enumerate(figure.subplots(1, HEADS)):
            axes.imshow(weights(params, numbers)[0, head][:, np.argsort(numbers[0])], cmap="Greys", vmin=0, vmax=1)
            axes.set(title=f"head {head + 1}", xlabel="token, by size", ylabel="place")
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
