"""Train the network with conjugate gradients on products of the Hessian with vectors.

    python examples/mnist/second_order.py [--images N] [--steps N]

Each step solves ``(H + damping) s = -gradient`` by a few rounds of conjugate gradients. The Hessian has the square of
fifty thousand numbers; it is never made.
"""

import argparse

import numpy as np
from numpy.typing import NDArray

from cladpy import hessian_vector_product, value_and_gradient
from idx import load_mnist
from train import Examples, accuracy, command_line, initial_parameters, loss

Arrays = tuple[NDArray[np.float32], ...]

slope = value_and_gradient(loss.primal, "w1, b1, w2, b2")
product = hessian_vector_product(loss.primal, "w1, b1, w2, b2")


def inner(left: Arrays, right: Arrays) -> float:
    """Return the inner product of two tuples of arrays."""
    return float(sum(np.vdot(a, b) for a, b in zip(left, right, strict=True)))


def added(left: Arrays, factor: float, right: Arrays) -> Arrays:
    """Return ``left + factor * right``."""
    return tuple(a + np.float32(factor) * b for a, b in zip(left, right, strict=True))


def solved(parameters: Arrays, data: Examples, target: Arrays, damping: float, rounds: int = 10) -> Arrays:
    """Return an approximate solution of the damped Newton equation, by conjugate gradients."""
    solution: Arrays = tuple(np.zeros_like(each) for each in target)
    rest = direction = target
    for _ in range(rounds):
        curved = added(product(*parameters, *data, *direction), damping, direction)
        bend, before = inner(direction, curved), inner(rest, rest)
        if bend <= 0.0:  # the loss curves down this way
            break
        solution = added(solution, before / bend, direction)
        rest = added(rest, -before / bend, curved)
        direction = added(rest, inner(rest, rest) / before, direction)
    return solution


def train(parameters: Arrays, data: Examples, steps: int, damping: float = 0.1) -> tuple[Arrays, list[float]]:
    """Return the parameters after some steps, and the loss before each; a step that does not lower it is not taken."""
    losses: list[float] = []
    for _ in range(steps):
        value, gradient = slope(*parameters, *data)
        losses.append(float(value))
        moved = added(parameters, 1.0, solved(parameters, data, tuple(-each for each in gradient), damping))
        is_lower = loss.primal(*moved, *data) < value
        parameters, damping = (moved, damping / 2) if is_lower else (parameters, damping * 4)
    return parameters, losses


def main() -> None:
    """Print the loss before each step, and the accuracy at the end."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default=command_line().get_default("data"), help="folder of the images")
    parser.add_argument("--images", type=int, default=1000, help="images to train on (1000)")
    parser.add_argument("--steps", type=int, default=15, help="steps of Newton's method (15)")
    options = parser.parse_args()
    train_set, test_set = map(Examples.of, load_mnist(options.data))
    some = Examples(train_set.images[: options.images], train_set.targets[: options.images])
    parameters, losses = train(initial_parameters(784, 64, np.random.default_rng(0)), some, options.steps)
    print("\n".join(f"step {step:2}   loss {value:.4f}" for step, value in enumerate(losses)))
    print(f"test accuracy {accuracy(parameters, test_set):.2%}")  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
