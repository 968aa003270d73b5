def running_grad_u(u, steps):
    """Gradient of running with respect to u; no_adjoint: steps."""
    # ---- forward sweep ----
    u = u.copy()
    tape_1 = []
    tape_2 = []
    for _ in range(steps):
        tape_1.append(u[:-1].copy())
        tape_2.append(u[1:].copy())
        u[1:] = u[:-1] * u[1:]
    # ---- reverse sweep ----
    # return np.sum(u ** 2)
    d_u = 2 * u
    del u
    for _ in reversed(range(steps)):
        # u[1:] = u[:-1] * u[1:]
        d_1 = d_u[1:].copy()
        d_u[1:] = 0
        d_u[1:] += d_1 * tape_1.pop()
        d_u[:-1] += d_1 * tape_2.pop()
        del d_1
    return d_u
