def heat_grad_u_k(u, k, steps):
    """Gradient of heat with respect to u, k; no_adjoint: steps."""
    # ---- forward sweep ----
    u = u.copy()
    tape_1 = []
    for _ in range(steps):
        v_1 = u[2:] - 2 * u[1:-1] + u[:-2]
        tape_1.append(v_1)
        u[1:-1] += k * v_1
        del v_1
    # ---- reverse sweep ----
    # return np.sum(u ** 2)
    d_u = 2 * u
    del u
    d_k = 0.0
    for _ in reversed(range(steps)):
        # u[1:-1] += k * (u[2:] - 2 * u[1:-1] + u[:-2])
        d_1 = d_u[1:-1]
        d_k += d_1 @ tape_1.pop()
        d_2 = k * d_1
        del d_1
        d_u[:-2] += d_2
        d_u[1:-1] -= 2.0 * d_2
        d_u[2:] += d_2
        del d_2
    return d_u, float(d_k)
