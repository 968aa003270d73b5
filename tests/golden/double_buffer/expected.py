import numpy as np
from cladpy.runtime import own


def diffuse_grad_u_k(u, k, steps):
    """Gradient of diffuse with respect to u, k; no_adjoint: steps."""
    # ---- forward sweep ----
    old = u.copy()
    d_old = np.zeros_like(old)
    d_old_2 = d_old
    new = np.zeros_like(u)
    d_new = np.zeros_like(new)
    tape_d_new = []
    tape_d_old = []
    tape_1 = []
    for _ in range(steps):
        tape_d_new.append(d_new)
        tape_d_old.append(d_old)
        v_1 = old[2:] - 2 * old[1:-1] + old[:-2]
        tape_1.append(v_1)
        new[1:-1] = old[1:-1] + k * v_1
        del v_1
        v_2 = old
        del old
        d_1 = d_old
        del d_old
        old = new
        del new
        d_old = d_new
        del d_new
        new = v_2
        del v_2
        d_new = d_1
        del d_1
    del new, d_new
    v_3 = own(old)
    del old
    # ---- reverse sweep ----
    # return np.sum(old * old)
    d_old[...] += v_3
    d_old[...] += v_3
    del d_old, v_3
    d_k = 0.0
    for _ in reversed(range(steps)):
        d_new = tape_d_new.pop()
        # new[1:-1] = old[1:-1] + k * (old[2:] - 2 * old[1:-1] + old[:-2])
        d_2 = d_new[1:-1].copy()
        d_new[1:-1] = 0
        del d_new
        d_old = tape_d_old.pop()
        d_old[1:-1] += d_2
        d_k += d_2 @ tape_1.pop()
        d_2 *= k
        d_old[:-2] += d_2
        d_old[2:] += d_2
        d_old[1:-1] -= 2.0 * d_2
        del d_old, d_2
    return d_old_2, float(d_k)
