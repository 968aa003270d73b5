import numpy as np
from cladpy.runtime import own


def smoothed_grad_image_a(image, a):
    """Gradient of smoothed with respect to image, a."""
    # ---- forward sweep ----
    image = image.copy()
    d_image = np.zeros_like(image)
    rows = image
    v_1 = len(rows)
    tape_d_rows = []
    tape_1 = []
    for i in range(1, v_1):
        tape_d_rows.append(d_image)
        v_2 = rows[i - 1] - rows[i]
        tape_1.append(v_2)
        rows[i] += a * v_2
        del v_2
    del rows
    rows = image.T
    d_rows = d_image.T
    v_3 = len(rows)
    tape_d_rows_2 = []
    tape_2 = []
    for i in range(1, v_3):
        tape_d_rows_2.append(d_rows)
        v_4 = rows[i - 1] - rows[i]
        tape_2.append(v_4)
        rows[i] += a * v_4
        del v_4
    del rows, d_rows
    v_5 = own(image)
    del image
    # ---- reverse sweep ----
    # return np.sum(image ** 2)
    d_image[...] += 2 * v_5
    del v_5
    d_a = 0.0
    for i in reversed(range(1, v_3)):
        d_rows = tape_d_rows_2.pop()
        # rows[i] += a * (rows[i - 1] - rows[i])
        d_1 = own(d_rows[i])
        d_a += np.sum(d_1 * tape_2.pop())
        d_2 = a * d_1
        del d_1
        d_3 = d_rows[i - 1]
        d_3[...] += d_2
        del d_3
        d_4 = d_rows[i]
        del d_rows
        d_4[...] -= d_2
        del d_2, d_4
    # smooth(image.T, a)
    d_a = d_a
    d_a_2 = 0.0
    for i in reversed(range(1, v_1)):
        d_rows = tape_d_rows.pop()
        # rows[i] += a * (rows[i - 1] - rows[i])
        d_5 = own(d_rows[i])
        d_a_2 += np.sum(d_5 * tape_1.pop())
        d_6 = a * d_5
        del d_5
        d_7 = d_rows[i - 1]
        d_7[...] += d_6
        del d_7
        d_8 = d_rows[i]
        del d_rows
        d_8[...] -= d_6
        del d_6, d_8
    # smooth(image, a)
    d_a += d_a_2
    return d_image, float(d_a)
