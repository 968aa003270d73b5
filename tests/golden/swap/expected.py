import numpy as np
from cladpy.runtime import add_at, divide_guarded, multiply_guarded, take_last, unbroadcast_to


def eliminated_grad_a_b(a, b, p):
    """Gradient of eliminated with respect to a, b; no_adjoint: p."""
    # ---- forward sweep ----
    a_2 = a.copy()
    b = b.copy()
    v_1 = [p, 0]
    v_2 = a_2[v_1]
    v_shape = v_2.shape
    v_3 = [0, p]
    a_2[v_3] = v_2
    del v_2
    v_4 = b[0]
    b[0] = b[p]
    b[p] = v_4
    v_5 = a_2[0, 0]
    v_6 = a_2[1, 0] / v_5
    v_7 = a_2[0].copy()
    a_2[1] -= v_6 * a_2[0]
    del a_2
    # ---- reverse sweep ----
    # return np.sum(a) + np.sum(b * b)
    d_b = b + b
    del b
    # a[1] -= a[1, 0] / a[0, 0] * a[0]
    d_a = np.broadcast_to(1.0, a.shape).copy()
    d_1 = -d_a[1]
    d_a[0] += v_6 * d_1
    d_2 = divide_guarded(d_1 @ v_7, v_5)
    del v_7, d_1
    d_a[0, 0] -= multiply_guarded(d_2, v_6)
    d_a[1, 0] += d_2
    # b[0], b[p] = b[p], b[0]
    d_3 = d_b[p]
    d_b[p] = 0
    d_4 = d_b[0]
    d_b[0] = d_3
    d_b[p] += d_4
    # a[[0, p]] = a[[p, 0]]
    d_5 = take_last(d_a, v_3)
    d_a[v_3] = 0
    add_at(d_a, v_1, unbroadcast_to(d_5, v_shape, np.float64))
    return d_a, d_b
