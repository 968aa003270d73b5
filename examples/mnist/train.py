"""Train a network of one hidden layer on MNIST with a gradient that cladpy generates.

    python examples/mnist/train.py                    on the sample in this folder
    python examples/mnist/train.py --data FOLDER      on the four files of MNIST

The loss is plain NumPy; --show-source prints the gradient that trains it.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from cladpy import gradient
from curve import check_picture, draw_curve
from idx import DataError, Digits, load_mnist

SAMPLE = Path(__file__).parent / "sample"

Array = NDArray[np.float32]
Parameters = tuple[Array, Array, Array, Array]
Gradient = Callable[..., Parameters]


@gradient("w1,b1,w2,b2")
def loss(
    w1: Annotated[np.ndarray, "f4[784, hidden]"],
    b1: Annotated[np.ndarray, "f4[hidden]"],
    w2: Annotated[np.ndarray, "f4[hidden, 10]"],
    b2: Annotated[np.ndarray, "f4[10]"],
    images: Annotated[np.ndarray, "f4[batch, 784]"],
    targets: Annotated[np.ndarray, "f4[batch, 10]"],
):
    """Return half the squared distance of the outputs from the targets, per image."""
    hidden = np.maximum(images @ w1 + b1, 0)
    residual = hidden @ w2 + b2 - targets
    return np.sum(residual * residual) / (2 * len(images))


class Examples(NamedTuple):
    """Digits as the network takes them.

    Attributes
    ----------
    images : ndarray, shape (n, pixels), float32
        Grey values from 0 to 1.
    targets : ndarray, shape (n, 10), float32
        1 in the column of the digit, 0 elsewhere.
    """

    images: Array
    targets: Array

    @classmethod
    def of(cls, digits: Digits) -> "Examples":
        """Scale the pixels and spell each label as a row of ten numbers."""
        return cls(digits.images.astype(np.float32) / np.float32(255), np.eye(10, dtype=np.float32)[digits.labels])

    def batches(self, size: int, generator: np.random.Generator) -> Iterator["Examples"]:
        """Yield all examples once in random order, without the last partial batch."""
        order = generator.permutation(len(self.images))
        for start in range(0, len(order) - size + 1, size):
            chosen = order[start : start + size]
            yield Examples(self.images[chosen], self.targets[chosen])


class Epoch(NamedTuple):
    """Where one pass over the training images ended."""

    loss: float
    accuracy: float


def initial_parameters(inputs: int, hidden: int, generator: np.random.Generator) -> Parameters:
    """Draw weights with variance 2 / inputs, for ReLU; biases are 0."""

    def layer(rows: int, columns: int) -> tuple[Array, Array]:
        weights = generator.standard_normal((rows, columns), dtype=np.float32) * np.float32(np.sqrt(2 / rows))
        return weights, np.zeros(columns, np.float32)

    return layer(inputs, hidden) + layer(hidden, 10)


def descend(parameters: Parameters, batch: Examples, rate: float, differentiate: Gradient) -> None:
    """Move the parameters, in place, one step against the gradient of the batch's loss."""
    for parameter, adjoint in zip(parameters, differentiate(*parameters, *batch), strict=True):
        np.subtract(parameter, rate * adjoint, out=parameter)


def accuracy(parameters: Parameters, examples: Examples) -> float:
    """Return the share of the images whose largest output is that of their digit."""
    w1, b1, w2, b2 = parameters
    outputs = np.maximum(examples.images @ w1 + b1, 0) @ w2 + b2
    return float(np.mean(outputs.argmax(axis=1) == examples.targets.argmax(axis=1)))


def train(
    parameters: Parameters,
    train_set: Examples,
    test_set: Examples,
    options: argparse.Namespace,
    *,
    generator: np.random.Generator,
    differentiate: Gradient = loss,
) -> list[Epoch]:
    """Run stochastic gradient descent on the parameters, in place.

    Parameters
    ----------
    parameters : tuple of ndarray
        Weights and biases; they are updated.
    train_set, test_set : Examples
        What is learnt, and what the accuracy is measured on after each epoch.
    options : Namespace
        ``epochs``, ``batch`` and ``lr`` of the command line.
    generator : Generator
        Draws the order of the images.
    differentiate : callable
        Gives the adjoints of the four parameters for parameters, images and targets.

    Returns
    -------
    list of Epoch
        Loss on the training images and accuracy on the test images.
    """
    epochs: list[Epoch] = []
    steps = len(train_set.images) // options.batch
    progress = tqdm(total=options.epochs * steps, unit=" batches", disable=None, dynamic_ncols=True)
    with progress as bar, np.errstate(over="ignore", invalid="ignore"):  # a loss that is not finite ends the training
        for number in range(1, options.epochs + 1):
            for batch in train_set.batches(options.batch, generator):
                descend(parameters, batch, options.lr, differentiate)
                if bar.update():  # true when the bar was drawn again
                    bar.set_postfix(loss=f"{loss.primal(*parameters, *batch):.4f}", refresh=False)
            epochs.append(Epoch(float(loss.primal(*parameters, *train_set)), accuracy(parameters, test_set)))
            bar.set_postfix(loss=f"{epochs[-1].loss:.4f}", refresh=False)
            bar.write(f"epoch {number:3d}   loss {epochs[-1].loss:.4f}   test accuracy {epochs[-1].accuracy:.2%}")
            if not np.isfinite(epochs[-1].loss):
                raise ValueError("the loss is no longer finite; train with a smaller --lr")
    return epochs


def positive(number: type) -> Callable[[str], float]:
    """Return a reader of a number above zero, for argparse."""

    def read(text: str) -> float:
        value = number(text)
        if not 0 < value < float("inf"):
            raise ValueError(text)
        return value

    read.__name__ = f"positive {number.__name__}"
    return read


def command_line() -> argparse.ArgumentParser:
    """Describe the options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    data = Path(os.environ.get("MNIST_DIR") or SAMPLE)
    parser.add_argument("--data", type=Path, default=data, metavar="FOLDER", help="the four IDX files, gzipped or not")
    parser.add_argument("--epochs", type=positive(int), default=20, help="passes over the training images (20)")
    parser.add_argument("--batch", type=positive(int), default=128, help="images a step (128)")
    parser.add_argument("--lr", type=positive(float), default=0.05, help="learning rate (0.05)")
    parser.add_argument("--hidden", type=positive(int), default=64, help="units of the hidden layer (64)")
    parser.add_argument("--seed", type=int, default=0, help="of the weights and of the order of the images (0)")
    parser.add_argument("--show-source", action="store_true", help="print the generated gradient first")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the learning curve into a PNG file")
    parser.add_argument("--force", action="store_true", help="let --plot overwrite the file")
    return parser


def run(options: argparse.Namespace) -> None:
    """Load the images, train, and draw the curve if asked."""
    if options.plot:
        check_picture(options.plot, overwrite=options.force)
    train_set, test_set = map(Examples.of, load_mnist(options.data))
    if options.batch > len(train_set.images):
        raise ValueError(f"--batch {options.batch} is more than the {len(train_set.images)} training images")
    generator = np.random.default_rng(options.seed)
    parameters = initial_parameters(train_set.images.shape[1], options.hidden, generator)
    if options.show_source:
        loss(*parameters, *Examples(*(array[: options.batch] for array in train_set)))  # for the types of its arguments
        print(loss.source)
    print(f"{len(train_set.images)} training images and {len(test_set.images)} test images from {options.data}")
    epochs = train(parameters, train_set, test_set, options, generator=generator)
    if options.plot:
        draw_curve(options.plot, [epoch.loss for epoch in epochs], [epoch.accuracy for epoch in epochs])


def main() -> int:
    """Run the command line and return the exit status."""
    options = command_line().parse_args()
    try:
        run(options)
    except (DataError, OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
