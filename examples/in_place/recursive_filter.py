"""A recursive smoothing filter that runs over the rows of an image and back, then over its columns and back."""

import numpy as np


def smooth_rows(image, a):
    """Smooth along the first axis, forwards and backwards, in place."""
    for i in range(1, len(image)):
        image[i] += a * (image[i - 1] - image[i])
    for i in range(len(image) - 2, -1, -1):
        image[i] += a * (image[i + 1] - image[i])


def smoothing_misfit(image, target, a):
    """Return the squared distance of a smoothed image from a target."""
    smooth = image.copy()
    smooth_rows(smooth, a)
    smooth_rows(smooth.T, a)
    smooth -= target
    return np.sum(smooth**2)
