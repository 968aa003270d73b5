import numpy as np


def first_above_grad_x(x, bound):
    """Gradient of first_above with respect to x; no_adjoint: bound."""
    # ---- forward sweep ----
    total = 0.0
    v_1 = x.shape[0]
    returned = False
    tape_trip = []
    tape_branch = []
    trip_1 = 0
    for i in range(v_1):
        trip_1 += 1
        returned_2 = False
        trip_2 = 0
        for j in range(x.shape[1]):
            trip_2 += 1
            total += x[i, j] * x[i, j]
            branch_1 = total > bound
            tape_branch.append(branch_1)
            if branch_1:
                returned_2 = True
                break
        tape_trip.append(trip_2)
        if returned_2:
            returned = True
            break
    # ---- reverse sweep ----
    d_result = 1.0
    # for i in range(x.shape[0]):
    if returned:
        d_total = 0.0
    else:
        # return total
        d_total = d_result
        d_result = 0.0
    d_x = np.zeros(x.shape, x.dtype)
    for i in reversed(range(v_1)[:trip_1]):
        for j in reversed(range(x.shape[1])[: tape_trip.pop()]):
            # if total > bound:
            if tape_branch.pop():
                # return total * (i + 1)
                d_total += d_result * (i + 1)
                d_result = 0.0
            # total += x[i, j] * x[i, j]
            d_x[i, j] += 2.0 * d_total * x[i, j]
    return d_x
