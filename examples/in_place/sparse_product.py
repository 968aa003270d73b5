"""Products of a sparse matrix with a vector: rows compressed, and triplets that are scattered."""

import numpy as np


def growth_compressed(values, columns, starts, x, steps):
    """Return the squared vector, summed, after products with a matrix stored row by row."""
    x = x.copy()
    y = np.empty_like(x)
    for _ in range(steps):
        for i in range(len(starts) - 1):
            part = slice(starts[i], starts[i + 1])
            y[i] = values[part] @ x[columns[part]]
        x[:] = np.tanh(y)
    return np.sum(x**2)


def growth_triplets(values, rows, columns, x, steps):
    """Return the same for a matrix stored as triplets."""
    x = x.copy()
    for _ in range(steps):
        y = np.zeros_like(x)
        np.add.at(y, rows, values * x[columns])
        x[:] = np.tanh(y)
    return np.sum(x**2)
