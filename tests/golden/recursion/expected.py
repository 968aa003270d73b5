from cladpy.runtime import no_adjoint


def power_forward_x(x, n):
    """Run power and keep what power_pullback_x reads."""
    v_1 = 0.0
    state = None
    if n == 0:
        result = 1.0
    else:
        v_1, state = power_forward_x(x, n - 1)
        result = x * v_1
    return result, (x, n, v_1, state)


def power_pullback_x(state, d_out):
    """Pullback of power with respect to x; no_adjoint: n."""
    x, n, v_1, state = state
    # if n == 0:
    if n == 0:
        del state
        d_x = 0.0
    else:
        # return x * power(x, n - 1)
        d_x = d_out * v_1
        d_1, _ = power_pullback_x(state, d_out * x)
        del state
        d_x = d_x + d_1
    return d_x, no_adjoint


def cubed_grad_x(x, n):
    """Gradient of cubed with respect to x; no_adjoint: n."""
    # ---- forward sweep ----
    _, state = power_forward_x(x, n)
    # ---- reverse sweep ----
    # return power(x, n) + x
    d_1, _ = power_pullback_x(state, 1.0)
    del state
    d_x = 1.0 + d_1
    return float(d_x)
