"""The else clause of a loop, run where no break was."""

import numpy as np

WRT = "x"


def search(x, target):
    best = 0.0
    for k in range(len(x)):
        if x[k] > target:
            best = x[k] * x[k]
            break
    else:
        best = np.sum(x)
    return best * best


def arguments(rng):
    return rng.standard_normal(4), 5.0
