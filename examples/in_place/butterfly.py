"""A Fourier transform of real and imaginary parts in place: bit reversal, then butterflies on slices."""

import numpy as np


def transform_in_place(real, imaginary):
    """Overwrite a signal of 2**n samples by its discrete Fourier transform."""
    n = len(real)
    j = 0
    for i in range(1, n):
        bit = n >> 1
        while j & bit:
            j ^= bit
            bit >>= 1
        j |= bit
        if i < j:
            real[i], real[j] = real[j], real[i]
            imaginary[i], imaginary[j] = imaginary[j], imaginary[i]
    half = 1
    while half < n:
        angles = -np.pi * np.arange(half) / half
        cosines, sines = np.cos(angles), np.sin(angles)
        for start in range(0, n, 2 * half):
            first, second = slice(start, start + half), slice(start + half, start + 2 * half)
            turned_real = cosines * real[second] - sines * imaginary[second]
            turned_imaginary = cosines * imaginary[second] + sines * real[second]
            real[second] = real[first] - turned_real
            imaginary[second] = imaginary[first] - turned_imaginary
            real[first] += turned_real
            imaginary[first] += turned_imaginary
        half *= 2


def power_in_band(signal, weights):
    """Return the weighted power spectrum of a signal, summed."""
    real, imaginary = signal.copy(), np.zeros_like(signal)
    transform_in_place(real, imaginary)
    return np.sum(weights * (real**2 + imaginary**2))
