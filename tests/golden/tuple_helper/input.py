"""A helper that returns a tuple: its cotangent is one, too."""

import numpy as np

WRT = "x, w"


def moments(x):
    m = np.mean(x)
    return m, np.mean((x - m) ** 2)


def standard(x, w):
    m, v = moments(x)
    return np.sum(w * (x - m) / np.sqrt(v + 1e-5))


def arguments(rng):
    return rng.standard_normal(6), rng.standard_normal(6)
