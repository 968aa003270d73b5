import numpy as np
from cladpy.runtime import own


def shifted_grad_x_y(x, y):
    """Gradient of shifted with respect to x, y."""
    # ---- forward sweep ----
    u = x.copy()
    d_u = np.zeros_like(u)
    inner = u[1:-1]
    d_inner = d_u[1:-1]
    v_1 = own(u)
    u[1:] *= y
    v_2 = inner[0]
    v_3 = inner[1]
    u[0] = v_2 * v_3
    del u
    v_4 = own(inner)
    del inner
    # ---- reverse sweep ----
    # return np.sum(inner * inner) + u[0]
    d_u[0] += 1.0
    d_inner[...] += v_4
    d_inner[...] += v_4
    del v_4
    # u[0] = inner[0] * inner[1]
    d_1 = d_u[0]
    d_u[0] = 0
    d_inner[1] += d_1 * v_2
    d_inner[0] += d_1 * v_3
    del d_inner
    # u[1:] *= y
    d_y = d_u[1:] * v_1[1:]
    del v_1
    d_u[1:] *= y
    return d_u, d_y
