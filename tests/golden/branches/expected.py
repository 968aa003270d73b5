import numpy as np


def piecewise_grad_x_s(x, s, mode):
    """Gradient of piecewise with respect to x, s; no_adjoint: mode."""
    # ---- forward sweep ----
    y = x * x
    total = np.sum(y)
    del y
    # ---- reverse sweep ----
    # return total - s
    d_total = 1.0
    d_s = -1.0
    # if total > s:
    if total > s:
        # total = total * s
        d_s += d_total * total
        d_total *= s
    # y = x * x
    d_x = 2 * d_total * x
    return d_x, float(d_s)
