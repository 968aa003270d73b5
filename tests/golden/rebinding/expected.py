import numpy as np


def diffuse_grad_u_k(u, k, steps):
    """Gradient of diffuse with respect to u, k; no_adjoint: steps."""
    # ---- forward sweep ----
    tape_1 = []
    for _ in range(steps):
        v_1 = np.roll(u, 1) - 2 * u + np.roll(u, -1)
        tape_1.append(v_1)
        u = u + k * v_1
        del v_1
    # ---- reverse sweep ----
    # return np.sum(u * u)
    d_u = 2 * u
    d_k = 0.0
    for _ in reversed(range(steps)):
        # u = u + k * (np.roll(u, 1) - 2 * u + np.roll(u, -1))
        d_k += d_u @ tape_1.pop()
        d_1 = k * d_u
        d_u += np.roll(d_1, 1)
        d_u -= 2.0 * d_1
        d_u += np.roll(d_1, -1)
        del d_1
    return d_u, float(d_k)
