import numpy as np


def layer_forward_h_w_b(h, w, b):
    """Run layer and keep what layer_pullback_h_w_b reads."""
    result = np.tanh(h @ w + b)
    return result, (h, w, result)


def layer_pullback_h_w_b(state, d_out):
    """Pullback of layer with respect to h, w, b."""
    h, w, result = state
    del state
    # return np.tanh(h @ w + b)
    d_1 = d_out * (1.0 - result * result)
    del result
    d_b = d_1.sum(axis=0)
    d_h = d_1 @ w.T
    del w
    d_w = h.T @ d_1
    return d_h, d_w, d_b


def deep_grad_h_w_b(h, w, b, layers):
    """Gradient of deep with respect to h, w, b; no_adjoint: layers."""
    # ---- forward sweep ----
    tape_state = []
    for _ in range(layers):
        h, state = layer_forward_h_w_b(h, w, b)
        tape_state.append(state)
        del state
    # ---- reverse sweep ----
    # return np.sum(h * h)
    d_h = 2 * h
    d_w = np.zeros(w.shape, w.dtype)
    d_b = np.zeros(b.shape, b.dtype)
    for _ in reversed(range(layers)):
        # h = layer(h, w, b)
        d_1, d_2, d_3 = layer_pullback_h_w_b(tape_state.pop(), d_h)
        del d_h
        d_w += d_2
        del d_2
        d_b += d_3
        del d_3
        d_h = d_1
        del d_1
    return d_h.copy(), d_w, d_b
