"""The three specimens: their raw form, what is known of their arguments, and the text that they must become."""

import numpy as np

from cladpy.ir.fact import FLOAT, INT, Fact
from tests.optimize.inference import array

SINGLE = np.float32

LOSS = """
def loss(w1, b1, w2, b2, images, targets):
    # ---- forward sweep ----
    v__1 = images @ w1 # 1
    v__2 = v__1 + b1 # 1
    hidden = np.maximum(v__2, 0) # 1
    v__3 = hidden @ w2 # 2
    v__4 = v__3 + b2 # 2
    residual = v__4 - targets # 2
    v__5 = residual * residual # 3
    v__6 = np.sum(v__5) # 3
    v__7 = len(images) # 3
    v__8 = 2 * v__7 # 3
    v__9 = v__6 / v__8 # 3
    # ---- reverse sweep ----
    d__9 = 1.0 # 3
    d__6 = d__9 / v__8 # 3
    d__5 = d__6 # 3
    d_residual = d__5 * residual # 3
    d_residual = d_residual + d__5 * residual # 3
    d__4 = d_residual # 2
    d__3 = d__4 # 2
    d_b2 = d__4.sum(axis=0) # 2
    d_hidden = d__3 @ w2.T # 2
    d_w2 = hidden.T @ d__3 # 2
    d__2 = d_hidden * (hidden > 0) # 1
    d__1 = d__2 # 1
    d_b1 = d__2.sum(axis=0) # 1
    d_w1 = images.T @ d__1 # 1
    return (owned(d_w1), owned(d_b1), owned(d_w2), owned(d_b2))
"""
LOSS_FACTS = {
    "w1": array("pixels", "hidden", dtype=SINGLE),
    "b1": array("hidden", dtype=SINGLE),
    "w2": array("hidden", "classes", dtype=SINGLE),
    "b2": array("classes", dtype=SINGLE),
    "images": array("batch", "pixels", dtype=SINGLE),
    "targets": array("batch", "classes", dtype=SINGLE),
}
LOSS_RESULT = """
def loss(w1, b1, w2, b2, images, targets):
    # ---- forward sweep ----
    hidden = np.maximum(images @ w1 + b1, 0)
    residual = hidden @ w2 + b2 - targets
    # ---- reverse sweep ----
    d_residual = 2 * (1.0 / (2 * len(images))) * residual
    del residual
    d_b2 = d_residual.sum(axis=0)
    d_hidden = d_residual @ w2.T
    d_w2 = hidden.T @ d_residual
    del d_residual
    d_hidden *= hidden > 0
    del hidden
    d_b1 = d_hidden.sum(axis=0)
    d_w1 = images.T @ d_hidden
    return (d_w1, d_b1, d_w2, d_b2)
"""

HEAT = """
def heat(u, k, steps):
    # ---- forward sweep ----
    u__2 = u.copy() # 1
    tape__1 = []
    for _ in range(steps): # 2
        v__1 = u__2[2:] # 3
        v__2 = u__2[1:-1] # 3
        v__3 = 2 * v__2 # 3
        v__4 = v__1 - v__3 # 3
        v__5 = u__2[:-2] # 3
        v__6 = v__4 + v__5 # 3
        tape__1.append(v__6) # 3
        v__7 = k * v__6 # 3
        u__2[1:-1] += v__7 # 3
    v__8 = u__2 ** 2 # 4
    v__9 = np.sum(v__8) # 4
    # ---- reverse sweep ----
    d__9 = 1.0 # 4
    d__8 = d__9 # 4
    d_u = owned(2 * d__8 * u__2) # 4
    d_k = 0.0
    for _ in reversed(range(steps)):
        v__10 = tape__1.pop()
        d__7 = d_u[1:-1] # 3
        d_k = d_k + np.sum(d__7 * v__10) # 3
        d__6 = k * d__7 # 3
        d__4 = d__6 # 3
        d_u[:-2] += d__6 # 3
        d__1 = d__4 # 3
        d_u[2:] += d__1 # 3
        d__3 = -d__4 # 3
        d__2 = 2 * d__3 # 3
        d_u[1:-1] += d__2 # 3
    return (owned(d_u), float(d_k))
"""
HEAT_FACTS = {"u": array("n"), "k": FLOAT, "steps": INT, "d_k": Fact("number", np.dtype(float), ())}
HEAT_RESULT = """
def heat(u, k, steps):
    # ---- forward sweep ----
    u = u.copy()
    tape_1 = []
    for _ in range(steps):
        v_1 = u[2:] - 2 * u[1:-1] + u[:-2]
        tape_1.append(v_1)
        u[1:-1] += k * v_1
        del v_1
    # ---- reverse sweep ----
    d_u = 2 * u
    del u
    d_k = 0.0
    for _ in reversed(range(steps)):
        d_k += np.sum(d_u[1:-1] * tape_1.pop())
        d_1 = k * d_u[1:-1]
        d_u[:-2] += d_1
        d_u[2:] += d_1
        d_u[1:-1] -= 2 * d_1
        del d_1
    return (d_u, float(d_k))
"""

ROOT = """
def root(a, tol):
    # ---- forward sweep ----
    x = a # 1
    tape_x__1 = []
    while True: # 2
        tape_x__1.append(x)
        v__1 = x * x # 3
        v__2 = v__1 - a # 3
        v__3 = 2 * x # 3
        step = v__2 / v__3 # 3
        x = x - step # 4
        v__4 = abs(step) # 5
        v__5 = v__4 < tol # 5
        if v__5: # 5
            break # 5
    # ---- reverse sweep ----
    d_x = 1.0
    d_a = 0.0
    while tape_x__1:
        x__2 = tape_x__1.pop()
        v__6 = x__2 * x__2
        v__7 = v__6 - a
        v__8 = 2 * x__2
        step__2 = v__7 / v__8
        d_step = -d_x # 4
        d__2 = d_step / v__8 # 3
        d__3 = -d__2 * step__2 # 3
        d_x = d_x + 2 * d__3 # 3
        d__1 = d__2 # 3
        d_a = d_a - d__2 # 3
        d_x = d_x + d__1 * x__2 # 3
        d_x = d_x + d__1 * x__2 # 3
    d_a = d_a + d_x # 1
    return owned(d_a)
"""
ROOT_FACTS = {"a": FLOAT, "tol": FLOAT, "x__2": FLOAT}
ROOT_RESULT = """
def root(a, tol):
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
    d_x = 1.0
    d_a = 0.0
    while tape_x:
        x = tape_x.pop()
        step = (x * x - a) / (2 * x)
        d_step = -d_x
        d_1 = d_step / (2 * x)
        d_a -= d_1
        d_x += 2 * d_1 * x - 2 * d_1 * step
    d_a += d_x
    return d_a
"""
