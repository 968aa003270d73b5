"""The network of examples/mnist: its loss, and two backward passes by hand."""

import numpy as np

NAMES = ("w1", "b1", "w2", "b2")
BATCH, HIDDEN, RATE = 128, 64, np.float32(0.1)


def loss(w1, b1, w2, b2, images, targets):
    """Return half the squared distance of the outputs from the targets, per image."""
    hidden = np.maximum(images @ w1 + b1, 0)
    residual = hidden @ w2 + b2 - targets
    return np.sum(residual * residual) / (2 * len(images))


def parameters():
    """Return the weights and biases that every training starts from."""
    rng = np.random.default_rng(1)
    w1 = (rng.standard_normal((784, HIDDEN)) * np.sqrt(2 / 784)).astype(np.float32)
    w2 = (rng.standard_normal((HIDDEN, 10)) * np.sqrt(2 / HIDDEN)).astype(np.float32)
    return [w1, np.zeros(HIDDEN, np.float32), w2, np.zeros(10, np.float32)]


def examples(count):
    """Return images and targets like those of digits: mostly dark, one target in ten."""
    rng = np.random.default_rng(0)
    images = np.maximum(rng.random((count, 784), dtype=np.float32) - np.float32(0.6), 0)
    return images, np.eye(10, dtype=np.float32)[rng.integers(0, 10, count)]


def orders(count, epochs):
    """Return the order of the examples for each epoch, cut into batches."""
    rng = np.random.default_rng(2)
    whole = count // BATCH * BATCH
    return [rng.permutation(count)[:whole].reshape(-1, BATCH) for _ in range(epochs)]


def naive(w1, b1, w2, b2, images, targets):
    """Return the adjoints, as one writes them down: each operation makes a new array."""
    hidden = np.maximum(images @ w1 + b1, 0)
    residual = hidden @ w2 + b2 - targets
    d_residual = residual / len(images)
    d_w2 = hidden.T @ d_residual
    d_b2 = np.sum(d_residual, axis=0)
    d_hidden = (d_residual @ w2.T) * (hidden > 0)
    return images.T @ d_hidden, np.sum(d_hidden, axis=0), d_w2, d_b2


class Expert:
    """A training step that writes into the same arrays again and again."""

    def __init__(self):
        f4 = np.float32
        self.images, self.targets = np.empty((BATCH, 784), f4), np.empty((BATCH, 10), f4)
        self.hidden, self.d_hidden = np.empty((BATCH, HIDDEN), f4), np.empty((BATCH, HIDDEN), f4)
        self.residual, self.mask = np.empty((BATCH, 10), f4), np.empty((BATCH, HIDDEN), bool)
        self.adjoints = [np.empty_like(each) for each in parameters()]

    def step(self, own, images, targets, chosen):
        """Move the parameters one step, on the batch that is chosen."""
        w1, b1, w2, b2 = own
        d_w1, d_b1, d_w2, d_b2 = self.adjoints
        hidden, residual, d_hidden = self.hidden, self.residual, self.d_hidden
        np.take(images, chosen, axis=0, out=self.images, mode="clip")
        np.take(targets, chosen, axis=0, out=self.targets, mode="clip")
        np.matmul(self.images, w1, out=hidden)
        np.add(hidden, b1, out=hidden)
        np.maximum(hidden, 0, out=hidden)
        np.matmul(hidden, w2, out=residual)
        np.add(residual, b2, out=residual)
        np.subtract(residual, self.targets, out=residual)
        np.multiply(residual, np.float32(1 / BATCH), out=residual)
        np.sum(residual, axis=0, out=d_b2)
        np.matmul(hidden.T, residual, out=d_w2)
        np.matmul(residual, w2.T, out=d_hidden)
        np.greater(hidden, 0, out=self.mask)
        np.multiply(d_hidden, self.mask, out=d_hidden)
        np.sum(d_hidden, axis=0, out=d_b1)
        np.matmul(self.images.T, d_hidden, out=d_w1)
        for parameter, adjoint in zip(own, self.adjoints, strict=True):
            np.multiply(adjoint, RATE, out=adjoint)
            np.subtract(parameter, adjoint, out=parameter)


def stepping(differentiate):
    """Return a training step that takes the adjoints from a function; what is around them is that of the expert."""
    taken = np.empty((BATCH, 784), np.float32), np.empty((BATCH, 10), np.float32)

    def step(own, images, targets, chosen):
        for whole, batch in zip((images, targets), taken, strict=True):
            np.take(whole, chosen, axis=0, out=batch, mode="clip")
        for parameter, adjoint in zip(own, differentiate(*own, *taken), strict=True):
            np.multiply(adjoint, RATE, out=adjoint)  # which nobody else holds
            np.subtract(parameter, adjoint, out=parameter)

    return step


class Training:
    """A training that goes on from epoch to epoch.

    Parameters
    ----------
    step : callable
        ``step(parameters, images, targets, chosen)`` moves the parameters in place.
    """

    def __init__(self, step, images, targets):
        self.step = step
        self.images, self.targets = images, targets
        self.parameters = parameters()

    def epoch(self, order):
        """Run all batches of an order."""
        for chosen in order:
            self.step(self.parameters, self.images, self.targets, chosen)

    def result(self):
        """Return the parameters as NumPy arrays."""
        return [np.asarray(each) for each in self.parameters]
