def affine_grad_p(p, x):
    """Gradient of affine with respect to p; no_adjoint: x."""
    # ---- forward sweep ----
    v_1 = x @ p.w + p.b
    # ---- reverse sweep ----
    # return np.sum((x @ p.w + p.b) ** 2)
    d_1 = 2 * v_1
    del v_1
    d_p_b = d_1.sum(axis=0)
    d_p_w = x.T @ d_1
    return d_p_w, d_p_b
