"""A helper that updates its argument, called twice: on an array, and on a view of it."""

import numpy as np

WRT = "image, a"


def smooth(rows, a):
    for i in range(1, len(rows)):
        rows[i] += a * (rows[i - 1] - rows[i])


def smoothed(image, a):
    image = image.copy()
    smooth(image, a)
    smooth(image.T, a)
    return np.sum(image ** 2)


def arguments(rng):
    return rng.standard_normal((3, 4)), 0.3
