"""Two rows of a matrix and two elements of a vector exchanged."""

import numpy as np

WRT = "a, b"


def eliminated(a, b, p):
    a, b = a.copy(), b.copy()
    a[[0, p]] = a[[p, 0]]
    b[0], b[p] = b[p], b[0]
    a[1] -= a[1, 0] / a[0, 0] * a[0]
    return np.sum(a) + np.sum(b * b)


def arguments(rng):
    return rng.standard_normal((3, 3)), rng.standard_normal(3), 2
