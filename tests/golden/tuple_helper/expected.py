import numpy as np
from cladpy.runtime import divide_guarded


def moments_forward_x(x):
    """Run moments and keep what moments_pullback_x reads."""
    m = np.mean(x)
    v_1 = x - m
    result = m, np.mean(v_1**2)
    return result, (v_1,)


def moments_pullback_x(state, d_out):
    """Pullback of moments with respect to x."""
    (v_1,) = state
    del state
    # return m, np.mean((x - m) ** 2)
    d_result_0 = d_out[0]
    d_result_1 = d_out[1]
    d_x = 2 * (d_result_1 / v_1.size) * v_1
    d_m = d_result_0 - d_x.sum()
    # m = np.mean(x)
    d_x += d_m / v_1.size
    return (d_x,)


def standard_grad_x_w(x, w):
    """Gradient of standard with respect to x, w."""
    # ---- forward sweep ----
    v_1, state = moments_forward_x(x)
    m = v_1[0]
    v = v_1[1]
    v_2 = x - m
    v_3 = np.sqrt(v + 1e-05)
    v_4 = w * v_2 / v_3
    # ---- reverse sweep ----
    # return np.sum(w * (x - m) / np.sqrt(v + 1e-5))
    d_v = divide_guarded((-(1.0 / v_3) * v_4).sum(), 2 * v_3)
    del v_4
    d_w = 1.0 / v_3 * v_2
    del v_2
    d_x = 1.0 / v_3 * w
    d_m = -d_x.sum()
    # m, v = moments(x)
    (d_1,) = moments_pullback_x(state, (d_m, d_v))
    del state
    d_x += d_1
    return d_x, d_w
