"""Two-dimensional convolutions: a loop over the pixels, and a loop over the kernel."""

import numpy as np


def blurred(image, kernel):
    """Return the squared result of a convolution, pixel by pixel, summed."""
    height, width = kernel.shape
    out = np.empty((image.shape[0] - height + 1, image.shape[1] - width + 1))
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[i, j] = np.sum(image[i : i + height, j : j + width] * kernel)
    return np.sum(out**2)


def blurred_by_shifts(image, kernel):
    """Return the same, by adding up shifted images."""
    height, width = image.shape[0] - kernel.shape[0] + 1, image.shape[1] - kernel.shape[1] + 1
    out = np.zeros((height, width))
    for i in range(kernel.shape[0]):
        for j in range(kernel.shape[1]):
            out += kernel[i, j] * image[i : i + height, j : j + width]
    return np.sum(out**2)
