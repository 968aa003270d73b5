import numpy as np
from cladpy.runtime import no_adjoint


def layer_forward_w_b(h, w, b):
    """Run layer and keep what layer_pullback_w_b reads."""
    result = np.tanh(h @ w + b)
    return result, (h, result)


def layer_pullback_w_b(state, d_out):
    """Pullback of layer with respect to w, b; no_adjoint: h."""
    h, result = state
    del state
    # return np.tanh(h @ w + b)
    d_1 = d_out * (1.0 - result * result)
    del result
    d_b = d_1.sum(axis=0)
    d_w = h.T @ d_1
    return no_adjoint, d_w, d_b


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


def penalised_grad_w1_b1_w2_b2(h, w1, b1, w2, b2, on_gradient):
    """Gradient of penalised with respect to w1, b1, w2, b2; no_adjoint: h.

    on_gradient gets each adjoint as soon as it is final.
    """
    # ---- forward sweep ----
    h, state = layer_forward_w_b(h, w1, b1)
    h, state_2 = layer_forward_h_w_b(h, w2, b2)
    # ---- reverse sweep ----
    # return np.sum(h * h) + 0.5 * np.sum(w1 * w1)
    d_w1 = w1.copy()
    d_h = h + h
    del h
    # h = layer(h, w2, b2)
    d_h, d_w2, d_b2 = layer_pullback_h_w_b(state_2, d_h)
    del state_2
    on_gradient("w2", d_w2.copy())
    del d_w2
    on_gradient("b2", d_b2.copy())
    del d_b2
    # h = layer(h, w1, b1)
    _, d_1, d_b1 = layer_pullback_w_b(state, d_h)
    del state, d_h
    d_w1 += d_1
    del d_1
    d_b1_2 = d_b1.copy()
    del d_b1
    on_gradient("w1", d_w1)
    del d_w1
    on_gradient("b1", d_b1_2)
    del d_b1_2
