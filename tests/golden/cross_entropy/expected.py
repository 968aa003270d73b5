import numpy as np
from cladpy.runtime import add_at, divide_guarded, extremum_adjoint, multiply_guarded


def cross_entropy_grad_w_b(w, b, x, labels):
    """Gradient of cross_entropy with respect to w, b; no_adjoint: x, labels."""
    # ---- forward sweep ----
    z = x @ w + b
    v_1 = np.max(z, axis=1, keepdims=True)
    z_2 = z - v_1
    v_2 = np.exp(z_2)
    del z_2
    v_3 = v_2.sum(axis=1, keepdims=True)
    v_4 = np.arange(len(labels))
    # ---- reverse sweep ----
    # return -np.mean(log_p[np.arange(len(labels)), labels])
    d_log_p = np.zeros(z.shape, np.float64)
    add_at(d_log_p, (v_4, labels), -1.0 / labels.size)
    del v_4
    # log_p = z - np.log(np.sum(np.exp(z), axis=1, keepdims=True))
    d_1 = divide_guarded(-d_log_p.sum(axis=1, keepdims=True), v_3)
    del v_3
    d_z = d_log_p + multiply_guarded(d_1, v_2)
    del v_2, d_log_p, d_1
    # z = z - np.max(z, axis=1, keepdims=True)
    d_z += extremum_adjoint(-d_z.sum(axis=1, keepdims=True), z, v_1, 1, True)
    del z, v_1
    # z = x @ w + b
    d_b = d_z.sum(axis=0)
    d_w = x.T @ d_z
    return d_w, d_b
