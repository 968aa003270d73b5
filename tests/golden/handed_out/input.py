"""Each adjoint is given to a function of the caller's as soon as it is final, with a penalty that reads a parameter."""

import numpy as np

WRT = "w1, b1, w2, b2"
ON_GRADIENT = True


def layer(h, w, b):
    return np.tanh(h @ w + b)


def penalised(h, w1, b1, w2, b2):
    h = layer(h, w1, b1)
    h = layer(h, w2, b2)
    return np.sum(h * h) + 0.5 * np.sum(w1 * w1)


def arguments(rng):
    return (
        rng.standard_normal((4, 3)),
        rng.standard_normal((3, 3)),
        rng.standard_normal(3),
        rng.standard_normal((3, 2)),
        rng.standard_normal(2),
    )
