def running_grad_u(u, steps):
    """Gradient of running with respect to u; no_adjoint: steps."""
    # ---- forward sweep ----
    u = u.copy()
    tape_u = []
    for _ in range(steps):
        tape_u.append(u[1:].copy())
        u[1:] = u[:-1] * u[1:]
    # ---- reverse sweep ----
    # return np.sum(u ** 2)
    d_u = 2 * u
    for _ in reversed(range(steps)):
        # u[1:] = u[:-1] * u[1:]
        d_1 = d_u[1:].copy()
        u[1:] = tape_u.pop()
        d_u[1:] = d_1 * u[:-1]
        d_u[:-1] += d_1 * u[1:]
        del d_1
    return d_u
