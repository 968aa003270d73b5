"""Two names of one array, updated through one of them and read through both."""

import numpy as np

WRT = "a, x"


def alias(a, x):
    b = a
    a += x
    return np.sum(a * b)


def arguments(rng):
    return rng.standard_normal(4), rng.standard_normal(4)
