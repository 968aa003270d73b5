"""Programs in which views and other names of a stored array live on; arguments as in ``programs_elements``."""

import numpy as np


def alias_then_update(x, p):
    a = x.copy()
    b = a
    a += p
    return np.sum(a * b)


def alias_then_rebinding(x, p):
    a = x.copy()
    b = a
    a = a + p
    a += b
    b[0] = 2.0
    return np.sum(a * b)


def alias_of_alias(x, p):
    a = x.copy()
    b = a
    c = b
    c[0] = p
    b[1:] *= c[0]
    return np.sum(a * b * c)


def alias_before_it_is_overwritten(x, p):
    a = x.copy()
    b = a
    t = np.sum(np.exp(b))
    a[:] = p * b[::-1]
    return t + np.sum(b * b)


def row_view_read_after_the_store(m, p):
    a = m.copy()
    row = a[1]
    a[1] = p * a[0]
    return np.sum(row * row * a[2])


def element_read_before_the_store(m, p):
    a = m.copy()
    t = a[1, 1]
    a[1, 1] = p
    return np.sum(a * a) * t


def swapped_without_a_copy(m):
    a = m.copy()
    t = a[0]
    a[0] = a[1]
    a[1] = t
    return np.sum(a * a * np.arange(3.0))


def swapped_with_a_copy(m):
    a = m.copy()
    t = a[0].copy()
    a[0] = a[1]
    a[1] = t
    return np.sum(a * a * np.arange(15.0).reshape(5, 3))


def swapped_by_a_tuple(m):
    a = m.copy()
    a[0], a[1] = a[1], a[0]
    a[[2, 3]] = a[[3, 2]]
    return np.sum(a * a * np.arange(15.0).reshape(5, 3))


def even_and_odd(x, p):
    a = x.copy()
    even, odd = a[::2], a[1::2]
    even += p * odd
    odd -= p * even
    even *= odd
    return np.sum(a * a)


def overlapping_views(x, p):
    a = x.copy()
    left, middle, right = a[:-2], a[1:-1], a[2:]
    middle += p * (left + right)
    left *= middle
    right[...] = middle
    return np.sum(a * a) + np.sum(left * right)


def interior_and_boundary(m, p):
    a = m.copy()
    inner = a[1:-1, 1:-1]
    top = a[0]
    inner += p * a[:-2, 1:-1]
    top *= inner[0, 0]
    a[:, 0] = a[:, 1]
    return np.sum(a * a) + np.sum(inner * inner)


def transposed_stores(m, p):
    a = m.copy()
    t = a.T
    t[0] = p * t[1]
    a[0] *= t[2, 0]
    t[1:, 1:] += a[0, 0]
    return np.sum(a * a) + np.sum(t[0])


def flat_view(m, p):
    a = m.copy()
    flat = a.reshape(-1)
    flat[::2] *= p
    flat[1:4] = a[2]
    a[4] = flat[:3]
    return np.sum(a * a) + np.sum(flat)


def flat_copy(m, p):
    a = m.copy()
    flat = a.T.reshape(-1)
    flat[::2] *= p
    a[0] = flat[:3]
    return np.sum(a * a) + np.sum(flat * flat)


def raveled_view_or_copy(m, p):
    a = m.copy()
    total = 0.0
    for b in (0, 1):
        v = a.ravel() if b else a.T.ravel()
        v *= p
        total = total + np.sum(v * v)
    return total + np.sum(a * a)


def column_vectors(m, p):
    a = m.copy()
    column = a[:, :1]
    a -= p * column
    column[1:] = a[:-1, 2:]
    return np.sum(a * a) + np.sum(column)


def new_axis(x, p):
    a = x.copy()
    v = a[:, None]
    v *= p
    w = v[None]
    w[0, 2] = a[1] * a[3]
    return np.sum(a * a) + np.sum(v * w)


def view_of_either(x, p):
    a, b = x.copy(), np.sin(x)
    v = a if p > 0.5 else b
    v *= p
    a[0] = b[0]
    return np.sum(a * b * v)


def view_chosen_by_loop(x, p):
    a, b = x.copy(), np.sin(x)
    for k in range(4):
        v = a if k % 2 else b[::-1]
        v[k] *= p
        v += a[0]
    return np.sum(a * a) + np.sum(b * b)


def view_kept_on_one_branch(x, p):
    a = x.copy()
    v = a[:3]
    if p > 0.5:
        v = v * 2.0
    v += p
    a[3:] *= v
    return np.sum(a * a) + np.sum(v)


def view_of_a_temporary(x, p):
    v = (x * p)[1:]
    w = v[::-1]
    v[0] = w[0] * p
    w *= p
    return np.sum(v * w)


def copied_view_is_apart(x, p):
    a = x.copy()
    v = a[1:].copy()
    w = np.array(a[1:])
    a[1:] *= p
    v += a[1:]
    w[0] = v[0]
    return np.sum(a[1:] * v * w)


def converted_view_is_apart(x, p):
    a = x.copy()
    v = a.astype(float)
    w = a[::2].astype(np.float64)
    a *= p
    v[0] = a[0]
    w += p
    return np.sum(a * v) + np.sum(w)


def product_with_one_is_apart(x, p):
    a = x.copy()
    v = a * 1.0
    w = +a
    a *= p
    return np.sum(a * v * w)


def blocks_of_a_matrix(s, p):
    a = s.copy()
    top, bottom = a[:2], a[2:]
    corner = top[:, :2]
    corner += bottom[:, 2:] * p
    bottom @= s
    top[1] = corner[0, 0]
    return np.sum(a * a)


def views_of_views(s, p):
    a = s.copy()
    b = a[1:]
    c = b[:, 1:]
    d = c.T
    d[0] = p * b[:, 0]
    b[1] *= d[1, 1]
    return np.sum(a * a) + np.sum(d)


def flipped(s, p):
    a = s.copy()
    b = np.flip(a, axis=0)
    c = np.fliplr(b)
    c[0] *= p
    b[:, 0] = a[:, 3]
    return np.sum(a * c) + np.sum(b)


def moved_axes(x, p):
    a = np.reshape(x, (1, 2, 3)).copy()
    b = np.moveaxis(a, 0, -1)
    c = np.swapaxes(b, 0, 1)
    c[1] *= p
    b[0] += c[0, 0]
    return np.sum(a * a)


def expanded_and_squeezed(x, p):
    a = x.copy()
    b = np.expand_dims(a, 0)
    c = np.squeeze(b)
    b[0, 1] = p
    c[2:] *= a[1]
    return np.sum(a * c)


def rotated(s, p):
    a = s.copy()
    b = np.rot90(a)
    b[0] *= p
    a[0] += b[1]
    return np.sum(a * a) + np.sum(b * b)


def at_least_two_dimensions(x, p):
    a = x.copy()
    b = np.atleast_2d(a)
    b[0, 1:] *= p
    a[0] = b[0, 1]
    return np.sum(b * a)


def broadcast_view_is_read(x, p):
    a = x.copy()
    a[0] = p
    b = np.broadcast_to(a, (2, 6))
    return np.sum(b * b)


def sum_of_view_and_base(x, p):
    a = x.copy()
    v = a[2:]
    a += 1.0
    y = np.concatenate([a, v])
    v *= p
    return np.sum(y * y) + np.sum(np.outer(a, v))


def linear_algebra_between_stores(s, p):
    a = s @ s.T + 2 * np.eye(4)
    v = a[0]
    solution = np.linalg.solve(a, s[0])
    v *= p
    a[1] += solution
    return np.sum(np.linalg.solve(a, solution)) + np.sum(v)


def conditional_values_of_views(x, p):
    a = x.copy()
    v = a[1:]
    v *= np.where(v > 0.8, p, v)
    a[:2] = np.maximum(a[:2], p)
    return np.sum(np.where(a > 0.8, a * a, a) * 2.0)


def view_in_while_test(x, p):
    a = x.copy()
    v = a[3:]
    while v[0] < 3.0:
        a *= 1.3
        v += p * 0.1
    return np.sum(a * a)


def view_rebound_to_its_base(x, p):
    a = x.copy()
    v = a[1:4]
    v *= p
    v = a
    v[0] += 1.0
    a = v[::-1]
    a[0] *= v[0]
    return np.sum(a * v)


def view_of_dead_base(x, p):
    a = x.copy()
    v = a[1:]
    a = x * p
    v *= a[1:]
    a[0] = v[0]
    return np.sum(a * a) + np.sum(v)
