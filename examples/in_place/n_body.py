"""Bodies that attract each other, moved by a leap-frog scheme in place."""

import numpy as np


def accelerate(positions, masses, softening, out):
    """Write into ``out`` how the bodies are accelerated."""
    out[:] = 0
    for i in range(len(masses)):
        offsets = positions - positions[i]
        distances = np.sqrt(np.sum(offsets**2, axis=1) + softening**2)
        out[i] += (masses / distances**3) @ offsets


def final_spread(positions, velocities, masses, dt, steps):
    """Return how far the bodies are from their centre of mass, squared and weighed, after some steps."""
    x, v = positions.copy(), velocities.copy()
    a = np.empty_like(x)
    accelerate(x, masses, 0.1, a)
    for _ in range(steps):
        v += 0.5 * dt * a
        x += dt * v
        accelerate(x, masses, 0.1, a)
        v += 0.5 * dt * a
    x -= masses @ x / np.sum(masses)
    return np.sum(masses[:, None] * x**2)
