import numpy as np
from cladpy.runtime import own


def alias_grad_a_x(a, x):
    """Gradient of alias with respect to a, x."""
    # ---- forward sweep ----
    a = a.copy()
    d_a = np.zeros_like(a)
    b = a
    a += x
    v_1 = own(b)
    del b
    v_2 = own(a)
    del a
    # ---- reverse sweep ----
    # return np.sum(a * b)
    d_a[...] = v_1
    del v_1
    d_a[...] += v_2
    return d_a.copy(), d_a
