import numpy as np
from cladpy.runtime import multiply_guarded


def logistic_grad_w_b(w, b, x, y):
    """Gradient of logistic with respect to w, b; no_adjoint: x, y."""
    # ---- forward sweep ----
    v_1 = np.exp(-(x @ w + b))
    p = 1 / (1 + v_1)
    v_2 = 1 - y
    v_3 = 1 - p
    # ---- reverse sweep ----
    # return -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p)) + 0.5 * np.sum(w * w)
    d_1 = -1.0 / y.size
    d_p = d_1 * y / p - d_1 * v_2 / v_3
    del v_2, v_3
    # p = 1 / (1 + np.exp(-(x @ w + b)))
    d_2 = -multiply_guarded(-d_p * p * p, v_1)
    del v_1, p, d_p
    d_b = d_2.sum()
    d_w = w + d_2 @ x
    return d_w, float(d_b)
