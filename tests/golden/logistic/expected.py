import numpy as np


def logistic_grad_w_b(w, b, x, y):
    """Gradient of logistic with respect to w, b; no_adjoint: x, y."""
    # ---- forward sweep ----
    p = 1 / (1 + np.exp(-(x @ w + b)))
    v_1 = 1 - y
    v_2 = 1 - p
    # ---- reverse sweep ----
    # return -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p)) + 0.5 * np.sum(w * w)
    d_1 = -1.0 / y.size
    d_p = d_1 * y / p - d_1 * v_1 / v_2
    del v_1, v_2
    # p = 1 / (1 + np.exp(-(x @ w + b)))
    d_2 = d_p * p * (1.0 - p)
    del p, d_p
    d_b = d_2.sum()
    d_w = w + d_2 @ x
    return d_w, float(d_b)
