import numpy as np
from cladpy.runtime import own


def smoothed_grad_image_a(image, a):
    """Gradient of smoothed with respect to image, a."""
    # ---- forward sweep ----
    image = image.copy()
    d_image = np.zeros_like(image)
    v_1 = len(image)
    tape_1 = []
    for i in range(1, v_1):
        v_2 = image[i - 1] - image[i]
        tape_1.append(v_2)
        image[i] += a * v_2
        del v_2
    rows = image.T
    d_rows = d_image.T
    v_3 = len(rows)
    tape_2 = []
    for i in range(1, v_3):
        v_4 = rows[i - 1] - rows[i]
        tape_2.append(v_4)
        rows[i] += a * v_4
        del v_4
    del rows
    v_5 = own(image)
    del image
    # ---- reverse sweep ----
    # return np.sum(image ** 2)
    d_image[...] += 2 * v_5
    del v_5
    d_a = 0.0
    for i in reversed(range(1, v_3)):
        # rows[i] += a * (rows[i - 1] - rows[i])
        d_1 = d_rows[i]
        d_a += d_1 @ tape_2.pop()
        d_2 = a * d_1
        del d_1
        d_rows[i - 1] += d_2
        d_rows[i] -= d_2
        del d_2
    del d_rows
    for i in reversed(range(1, v_1)):
        # rows[i] += a * (rows[i - 1] - rows[i])
        d_3 = d_image[i]
        d_a += d_3 @ tape_1.pop()
        d_4 = a * d_3
        del d_3
        d_image[i - 1] += d_4
        d_image[i] -= d_4
        del d_4
    return d_image, float(d_a)
