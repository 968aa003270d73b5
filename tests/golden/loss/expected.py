import numpy as np


def loss_grad_w1_b1_w2_b2(w1, b1, w2, b2, images, targets):
    """Gradient of loss with respect to w1, b1, w2, b2; no_adjoint: images, targets."""
    # ---- forward sweep ----
    hidden = np.maximum(images @ w1 + b1, 0)
    residual = hidden @ w2 + b2 - targets
    # ---- reverse sweep ----
    # return np.sum(residual * residual) / (2 * len(images))
    d_residual = 2 * (1.0 / (2 * len(images))) * residual
    del residual
    # residual = hidden @ w2 + b2 - targets
    d_b2 = d_residual.sum(axis=0)
    d_hidden = d_residual @ w2.T
    d_w2 = hidden.T @ d_residual
    del d_residual
    # hidden = np.maximum(images @ w1 + b1, 0)
    d_hidden *= hidden > 0
    del hidden
    d_b1 = d_hidden.sum(axis=0)
    d_w1 = images.T @ d_hidden
    return d_w1, d_b1, d_w2, d_b2
