"""Train a recurrent network that keeps its state in an object.

    python examples/recurrent.py [--epochs 300] [--plot FILE]

The network reads a wave value by value and predicts the next one.
"""

import argparse

import numpy as np

from cladpy import value_and_gradient


class Cell:
    """A recurrent layer with its weights and its state."""

    def __init__(self, recurrent, inputs, outputs):
        """Start from a state of zeros."""
        self.recurrent = recurrent
        self.inputs = inputs
        self.outputs = outputs
        self.state = np.zeros(len(inputs))

    def step(self, value):
        """Take in a value; return the prediction of the next one."""
        self.state = np.tanh(self.recurrent @ self.state + self.inputs * value)
        return self.outputs @ self.state


def loss(recurrent, inputs, outputs, wave):
    """Return the mean squared error of the predictions along a wave."""
    cell = Cell(recurrent, inputs, outputs)
    total = 0.0
    for now in range(len(wave) - 1):
        error = cell.step(wave[now]) - wave[now + 1]
        total += error**2
    return total / (len(wave) - 1)


def train(wave, size, epochs, rate):
    """Return the weights after gradient descent from small random ones, and the loss of each epoch."""
    generator = np.random.default_rng(0)
    weights = [0.3 * generator.standard_normal(shape) for shape in ((size, size), size, size)]
    differentiate = value_and_gradient(loss, "recurrent,inputs,outputs")
    losses = []
    for _ in range(epochs):
        value, adjoints = differentiate(*weights, wave)
        losses.append(value)
        for weight, adjoint in zip(weights, adjoints, strict=True):
            np.subtract(weight, rate * adjoint, out=weight)
    return weights, losses


def main():
    """Train on a wave; print and draw how the loss falls."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--epochs", type=int, default=300)
    parser.add_argument("--plot", metavar="FILE", help="picture to write")
    options = parser.parse_args()
    _, losses = train(np.sin(np.linspace(0, 12, 60)), size=8, epochs=options.epochs, rate=0.05)
    print(f"loss {losses[0]:.4f} at first, {losses[-1]:.4f} after {options.epochs} epochs")
    if options.plot:
        from matplotlib.figure import Figure

        figure = Figure(figsize=(7, 4), layout="constrained")
        axes = figure.subplots()
        axes.semilogy(losses)
        axes.set(xlabel="epoch", ylabel="mean squared error")
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
