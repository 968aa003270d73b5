import numpy as np


def search_grad_x(x, target):
    """Gradient of search with respect to x; no_adjoint: target."""
    # ---- forward sweep ----
    best = 0.0
    broke = False
    v_1 = len(x)
    tape_branch = []
    trip_1 = 0
    for k in range(v_1):
        trip_1 += 1
        branch_1 = x[k] > target
        tape_branch.append(branch_1)
        if branch_1:
            best = x[k] * x[k]
            broke = True
            break
    if not broke:
        best = np.sum(x)
    # ---- reverse sweep ----
    # return best * best
    d_best = 2 * best
    # for k in range(len(x)):
    if not broke:
        # best = np.sum(x)
        d_x = d_best
        d_best = 0.0
    else:
        d_x = 0.0
    d_x = np.broadcast_to(d_x, x.shape).copy()
    for k in reversed(range(v_1)[:trip_1]):
        # if x[k] > target:
        if tape_branch.pop():
            # best = x[k] * x[k]
            v_2 = x[k]
            d_x[k] += d_best * v_2
            d_x[k] += d_best * v_2
            d_best = 0.0
    return d_x
