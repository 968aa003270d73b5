import numpy as np
from cladpy.runtime import own


def interior_grad_u_s(u, s):
    """Gradient of interior with respect to u, s."""
    # ---- forward sweep ----
    u = u.copy()
    d_u = np.zeros_like(u)
    inner = u[1:-1]
    d_inner = d_u[1:-1]
    v_1 = own(inner)
    inner *= s
    del inner
    v_2 = own(u)
    del u
    # ---- reverse sweep ----
    # return np.sum(u * u)
    d_u[...] += v_2
    d_u[...] += v_2
    del v_2
    # inner *= s
    d_s = d_inner @ v_1
    del v_1
    d_inner[...] = s * d_inner
    return d_u, float(d_s)
