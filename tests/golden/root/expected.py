def root_grad_a(a, tol):
    """Gradient of root with respect to a; no_adjoint: tol."""
    # ---- forward sweep ----
    x = a
    tape_x = []
    while True:
        tape_x.append(x)
        step = (x * x - a) / (2 * x)
        x = x - step
        if abs(step) < tol:
            break
    # ---- reverse sweep ----
    # return x
    d_x = 1.0
    d_a = 0.0
    while tape_x:
        # x = x - step
        d_step = -d_x
        x = tape_x.pop()
        # step = (x * x - a) / (2 * x)
        d_1 = d_step / (2.0 * x)
        step = (x * x - a) / (2 * x)
        d_a -= d_1
        d_x += 2.0 * d_1 * x - 2.0 * d_1 * step
    # x = a
    d_a += d_x
    return d_a
