"""Soft alignment of two series: dynamic programming on a table with a smooth minimum."""

import numpy as np


def soft_minimum(a, b, c, gamma):
    """Return a smooth minimum of three numbers, some of which may be infinite."""
    least = min(a, b, c)
    total = np.exp((least - a) / gamma) + np.exp((least - b) / gamma) + np.exp((least - c) / gamma)
    return least - gamma * np.log(total)


def soft_alignment(x, y, gamma):
    """Return the soft cost of aligning two series."""
    cost = np.full((len(x) + 1, len(y) + 1), np.inf)
    cost[0, 0] = 0.0
    for i in range(1, len(x) + 1):
        for j in range(1, len(y) + 1):
            step = soft_minimum(cost[i - 1, j], cost[i, j - 1], cost[i - 1, j - 1], gamma)
            cost[i, j] = (x[i - 1] - y[j - 1]) ** 2 + step
    return cost[-1, -1]
