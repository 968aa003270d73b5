import numpy as np


def piecewise_grad_x_s(x, s, mode):
    """Gradient of piecewise with respect to x, s; no_adjoint: mode."""
    # ---- forward sweep ----
    branch_1 = mode == "square"
    if branch_1:
        y = x * x
    else:
        y = np.sin(x)
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
    # if mode == "square":
    if branch_1:
        # y = x * x
        d_x = 2 * d_total * x
    else:
        # y = np.sin(x)
        d_x = d_total * np.cos(x)
    return d_x, float(d_s)
