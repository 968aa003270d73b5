"""Acoustic waves by leap-frog with a source, three buffers that change roles, and recorded traces."""

import numpy as np


def waveform_misfit(speed, wavelet, observed, dx, dt):
    """Return half the squared distance of the traces at some receivers from the observed ones."""
    old = np.zeros_like(speed)
    now = np.zeros_like(speed)
    new = np.zeros_like(speed)
    courant = (speed * dt / dx) ** 2
    row, column = speed.shape[0] // 2, speed.shape[1] // 2
    receivers = np.arange(1, speed.shape[1] - 1, 2)
    misfit = 0.0
    for step in range(len(wavelet)):
        laplacian = now[2:, 1:-1] + now[:-2, 1:-1] + now[1:-1, 2:] + now[1:-1, :-2] - 4 * now[1:-1, 1:-1]
        new[1:-1, 1:-1] = 2 * now[1:-1, 1:-1] - old[1:-1, 1:-1] + courant[1:-1, 1:-1] * laplacian
        new[row, column] += dt**2 * wavelet[step]
        old, now, new = now, new, old
        misfit += 0.5 * np.sum((now[1, receivers] - observed[step]) ** 2)
    return misfit
