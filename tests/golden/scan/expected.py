import numpy as np
from cladpy.runtime import check_scalar


def recurrence_grad_w_h(w, h, rows):
    """Gradient of recurrence with respect to w, h; no_adjoint: rows."""
    # ---- forward sweep ----
    h_shape = h.shape
    tape_h = []
    tape_h_2 = []
    tape_v_shape = []
    trip_1 = 0
    for x in rows:
        trip_1 += 1
        tape_h.append(h)
        v_1 = w @ h
        tape_v_shape.append(v_1.shape)
        h = np.tanh(v_1 + x)
        del x, v_1
        tape_h_2.append(h)
    h_shape_2 = h.shape
    sum = 0
    trip_2 = 0
    for v_2 in h:
        trip_2 += 1
        sum += v_2 * v_2
    check_scalar(sum)
    # ---- reverse sweep ----
    d_h = 0.0
    for index in reversed(range(trip_2)):
        # return sum(v * v for v in h)
        d_h = np.broadcast_to(d_h, h_shape_2).copy()
        d_h[index] += 2.0 * h[index]
    del h_shape_2
    d_w = np.zeros(w.shape, w.dtype)
    for index in reversed(range(trip_1)):
        h = tape_h_2.pop()
        # h = cell(h, x)
        d_1 = (d_h * (1.0 - h * h)).astype(np.float64)
        del h
        v_shape = tape_v_shape.pop()
        h = tape_h.pop()
        d_w += np.outer(np.broadcast_to(d_1, v_shape), h)
        del h
        d_h = np.broadcast_to(d_1, v_shape) @ w
        del d_1, v_shape
    return d_w, np.broadcast_to(d_h, h_shape).copy()
