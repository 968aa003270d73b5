import numpy as np
from cladpy.runtime import check_scalar, matmul_adjoint_left, matmul_adjoint_right, unbroadcast


def loss_grad_w1_b1_w2_b2(w1, b1, w2, b2, images, targets):
    """Gradient of loss with respect to w1, b1, w2, b2; no_adjoint: images, targets."""
    # ---- forward sweep ----
    v_1 = images @ w1
    v_2 = v_1 + b1
    hidden = np.maximum(v_2, 0)
    v_3 = hidden @ w2
    v_4 = v_3 + b2
    residual = v_4 - targets
    v_5 = residual * residual
    v_shape = np.shape(v_5)
    v_6 = np.sum(v_5)
    del v_5
    v_7 = 2 * len(images)
    result = v_6 / v_7
    result_shape = np.shape(result)
    check_scalar(result)
    del result
    # ---- reverse sweep ----
    # return np.sum(residual * residual) / (2 * len(images))
    d_1 = np.broadcast_to(unbroadcast(np.broadcast_to(1.0 / v_7, result_shape), v_6), v_shape)
    del v_shape, v_6, result_shape
    d_residual = 2 * unbroadcast(d_1 * residual, residual)
    del residual, d_1
    # residual = hidden @ w2 + b2 - targets
    d_2 = unbroadcast(d_residual, v_4)
    del v_4, d_residual
    d_3 = unbroadcast(d_2, v_3)
    del v_3
    d_b2 = unbroadcast(d_2, b2)
    del d_2
    d_hidden = matmul_adjoint_left(d_3, w2, np.shape(hidden))
    d_w2 = matmul_adjoint_right(d_3, hidden, np.shape(w2))
    del d_3
    # hidden = np.maximum(images @ w1 + b1, 0)
    d_4 = unbroadcast(d_hidden * (hidden > 0), v_2)
    del v_2, hidden, d_hidden
    d_b1 = unbroadcast(d_4, b1)
    d_w1 = matmul_adjoint_right(unbroadcast(d_4, v_1), images, np.shape(w1))
    return d_w1, d_b1, d_w2, d_b2
