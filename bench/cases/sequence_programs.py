"""Programs that go through time on small arrays, and their reverse sweeps by hand in the same form."""

import numpy as np

# ---- an LSTM ----


def lstm(wx, wh, b, xs, target):
    """Return the squared error of the last state of a layer of long short-term memory."""
    hidden = wh.shape[0]
    h = np.zeros((xs.shape[1], hidden))
    c = np.zeros((xs.shape[1], hidden))
    for x in xs:
        gates = x @ wx + h @ wh + b
        keep = 1 / (1 + np.exp(-gates[:, :hidden]))
        take = 1 / (1 + np.exp(-gates[:, hidden : 2 * hidden]))
        give = 1 / (1 + np.exp(-gates[:, 2 * hidden : 3 * hidden]))
        new = np.tanh(gates[:, 3 * hidden :])
        c = keep * c + take * new
        h = give * np.tanh(c)
    return np.sum((h - target) ** 2)


def lstm_by_hand(wx, wh, b, xs, target):
    """Return the adjoints of the weights."""
    hidden = wh.shape[0]
    h = np.zeros((xs.shape[1], hidden))
    c = np.zeros((xs.shape[1], hidden))
    kept = []
    for x in xs:
        gates = x @ wx + h @ wh + b
        keep = 1 / (1 + np.exp(-gates[:, :hidden]))
        take = 1 / (1 + np.exp(-gates[:, hidden : 2 * hidden]))
        give = 1 / (1 + np.exp(-gates[:, 2 * hidden : 3 * hidden]))
        new = np.tanh(gates[:, 3 * hidden :])
        before = c
        c = keep * before + take * new
        squashed = np.tanh(c)
        kept.append((h, before, keep, take, give, new, squashed))
        h = give * squashed
    d_h, d_c = 2 * (h - target), np.zeros_like(c)
    d_wx, d_wh, d_b = np.zeros_like(wx), np.zeros_like(wh), np.zeros_like(b)
    for x in xs[::-1]:
        h, before, keep, take, give, new, squashed = kept.pop()
        d_gates = np.empty((len(x), 4 * hidden))
        d_c += d_h * give * (1 - squashed * squashed)
        d_gates[:, :hidden] = d_c * before * keep * (1 - keep)
        d_gates[:, hidden : 2 * hidden] = d_c * new * take * (1 - take)
        d_gates[:, 2 * hidden : 3 * hidden] = d_h * squashed * give * (1 - give)
        d_gates[:, 3 * hidden :] = d_c * take * (1 - new * new)
        d_wx += x.T @ d_gates
        d_wh += h.T @ d_gates
        d_b += d_gates.sum(axis=0)
        d_h = d_gates @ wh.T
        d_c *= keep
    return d_wx, d_wh, d_b


def lstm_arguments(steps):
    """Return weights of 32 states, and 16 sequences of 20 numbers a step."""
    rng = np.random.default_rng(0)
    weights = 0.3 * rng.standard_normal((20, 128)), 0.3 * rng.standard_normal((32, 128)), np.zeros(128)
    return *weights, rng.standard_normal((steps, 16, 20)), rng.standard_normal((16, 32))


# ---- bodies that attract each other ----


def n_body(x, v, masses, dt, steps):
    """Return how far bodies are from the origin after some leap-frog steps, all pairs at once."""
    for _ in range(steps):
        offsets = x[None, :, :] - x[:, None, :]
        squares = np.sum(offsets * offsets, axis=2) + 0.01
        weights = masses / (squares * np.sqrt(squares))
        v = v + dt * np.sum(weights[:, :, None] * offsets, axis=1)
        x = x + dt * v
    return np.sum(masses * np.sum(x * x, axis=1))


def n_body_by_hand(x, v, masses, dt, steps):
    """Return the adjoints of places and speeds."""
    kept = []
    for _ in range(steps):
        offsets = x[None, :, :] - x[:, None, :]
        squares = np.sum(offsets * offsets, axis=2) + 0.01
        weights = masses / (squares * np.sqrt(squares))
        kept.append((offsets, squares, weights))
        v = v + dt * np.sum(weights[:, :, None] * offsets, axis=1)
        x = x + dt * v
    d_x, d_v = 2 * masses[:, None] * x, np.zeros_like(v)
    for _ in range(steps):
        offsets, squares, weights = kept.pop()
        d_v += dt * d_x
        d_sums = dt * d_v
        d_squares = np.sum(d_sums[:, None, :] * offsets, axis=2)
        d_squares *= -1.5 * weights / squares
        d_offsets = weights[:, :, None] * d_sums[:, None, :]
        offsets *= (2 * d_squares)[:, :, None]
        d_offsets += offsets
        d_x = d_x + d_offsets.sum(axis=0) - d_offsets.sum(axis=1)
    return d_x, d_v


def n_body_arguments(bodies):
    """Return bodies and twenty steps."""
    rng = np.random.default_rng(0)
    return rng.standard_normal((bodies, 3)), 0.1 * rng.standard_normal((bodies, 3)), np.full(bodies, 1.0), 0.01, 20
