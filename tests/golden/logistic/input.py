"""Logistic regression with a penalty."""

import numpy as np

WRT = "w, b"


def logistic(w, b, x, y):
    p = 1 / (1 + np.exp(-(x @ w + b)))
    return -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p)) + 0.5 * np.sum(w * w)


def arguments(rng):
    return rng.standard_normal(3), 0.2, rng.standard_normal((5, 3)), rng.integers(0, 2, 5).astype(float)
