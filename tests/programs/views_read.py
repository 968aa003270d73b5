"""Views that are only read while what they view is updated, ``.flat``, and copies of an array onto itself."""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from tests.programs.corpus import program

X = np.array([[0.7, 1.2, 0.4, 1.1], [0.6, 1.1, 0.35, 0.9], [0.2, 0.7, 0.45, 1.3]])


@program(X, 0.7)
def diagonals_read_behind_stores(x, p):
    a = x.copy()
    d, e = np.diagonal(a), a[:, 1:].diagonal()[::-1]
    t = np.sum(d) * e[0]
    for k in range(2):
        a[k + 1] += np.sin(d[k]) * p
    return np.sum(d**2) * t + np.sum(e * e)


@program(X, 0.7)
def broadcast_rows_read_behind_stores(x, p):
    a = x[0].copy()
    b = np.broadcast_to(a, (3, 4))
    c, m = b.reshape(-1), b[b > 0.9]
    s = b[0, 1] * b[2, 1]
    for row in b:
        s += np.sum(row * row)
        a[0] *= p
    a[1:] -= p
    return s + np.sum(b * x) + np.sum(b[1:, ::-1] ** 3) + np.sum(b.T[0] * b.T[1]) + np.sum(c) * np.sum(m)


@program(X, 0.7)
def broadcast_view_of_one_or_the_other(x, p):
    a = x[0].copy()
    b = np.broadcast_to(a, (3, 4)) if p > 5 else np.broadcast_to([p, p * p, 1.0, x[0, 0]], (3, 4))
    a[2] = p
    return np.sum(b * x) + np.sum(a)


def broadcast(a):
    return np.broadcast_to(a, (2, 4))


def updated_and_seen(a, b, p):
    a[0] = p
    a[1:] *= a[:-1]
    return np.sum(b**2)


@program(X, 0.7)
def broadcast_view_from_a_helper_to_another(x, p):
    a = x[0].copy()
    b = broadcast(a)
    return np.sum(b**3) + updated_and_seen(a, b, p)


@program(X, 0.7)
def windows_read_between_stores(x, p):
    a = x[0].copy()
    w = sliding_window_view(a, 3)
    s = 0.0
    for k in range(4):
        s = s + np.sum(w @ np.array([0.2, 0.5, p])) + w[0, 1] * w[1, 0]
        a[k] = np.tanh(s) * p
    return s + np.sum(w[:, 0] * w[:, 2])


@program(X, 0.7)
def windows_of_a_matrix_contracted(x, p):
    a = x.copy()
    w, k = sliding_window_view(a, (2, 2)), np.array([[p, 1.0], [0.5, -p]])
    for _ in range(2):
        a[:2, :3] += 0.1 * np.einsum("ijkl,kl->ij", w, k)
    return np.sum(a**2)


@program(X, 0.7)
def array_made_of_a_list_beside_an_array_that_is_updated(x, p):
    a, parts = x[0].copy(), [x[1], x[2]]
    b = a if p > 5 else np.asarray([p, p * p, 1.0, x[0, 0]])
    c = np.asarray(parts)
    a[0] = p
    parts[1][1] = p
    return np.sum(b * x) + np.sum(c**2) + np.sum(a)


@program(X, 0.7)
def views_by_method(x, p):
    a = x.copy()
    v = a.T.view()
    v[0] = p
    w = v.view()
    w[1] *= v[0]
    return np.sum(a**2) + np.sum(x.view() * p)


@program(X, 0.7)
def masked_results_in_shared_storage(x, p):
    a = x.copy()
    v = a.T
    t = np.sin(v[1:])
    np.multiply(v, p, out=v, where=v > 0.65)
    np.sqrt(a, out=a, where=a > 0.5)
    return np.sum(a**2) + np.sum(v[1:] * t)


@program(X, 0.7)
def flat_read_and_stored(x, p):
    a = x.copy()
    v = a[:, ::2]
    t = a.flat[1:4]
    for k in range(3):
        v.flat[k] += p * a.T.flat[k + 2]
        a.T.flat[-k - 1] = v.flat[k] ** 2
        v.flat[::3] *= p
    a.flat[2:9] = [p, x[0, 0]]
    a.flat[[0, 10, 0]] = t
    return np.sum(a**2) + np.sum(v) * np.sum(x.flat[x.ravel() > 0.65])


@program(X, 0.7)
def flat_assigned_as_a_whole(x, p):
    a, b = np.zeros((2, 1, 3, 2)), x * p
    a.flat[:] = x
    b.flat = x[1]
    a.flat[3] *= p
    return np.sum(a**2) + np.sum(b * x) + max(a.flat) + np.sum(b.flat)


@program(X, 0.7)
def loops_over_flat(x, p):
    a = x.T.copy().T
    s = k = 0.0
    for v in a.flat:
        s += v * v
        a.flat[int(k + 5) % 12] *= p
        k += 1
    for v, w in zip(x.flat, x.T.flat, strict=True):
        s += v * w * p
    return s


@program(X, 0.7)
def loops_over_places(x, p):
    a = x.copy()
    w, s = a.T, 0.0
    for place, v in np.ndenumerate(w):
        s += v * sum(place)
        w[place] *= p
    for (i, j), v in np.ndenumerate(a):
        a[i, (j + 1) % 4] += 0.1 * v * p
    return s + np.sum(a**2)


class Box:
    def __init__(self, flat):
        self.flat = flat


@program(X, 0.7)
def attribute_of_an_object_by_that_name(x, p):
    b = Box(x * p)
    b.flat[0] *= 2.0
    for row in b.flat:
        p += row[0] * row[1]
    return np.sum(b.flat[1]) * p


@program(X, 0.7)
def unbuffered_updates_at_any_index(x, p):
    a = x.copy()
    v = a[:, 1]
    t = np.sum(v)
    np.multiply.at(a, ([0, 2, 0], [1, 1, 1]), np.array([p, 2.0, p]))
    np.divide.at(a, a > 0.25, 1.0 + p)
    np.negative.at(v, [0, 2, 0])
    return np.sum(a**2) * t + np.sum(v)


@program(X, 0.7)
def values_put_at_places_outside(x, p):
    a = x.copy()
    np.put(a, [13, 2], p, mode="wrap")
    np.put(a, [100, 5, -5], [p, 2 * p, x[0, 0]], "clip")
    a.put([25, 3], [p, 2 * p], mode="wrap")
    return np.sum(a**2)


@program(X, 0.7)
def stores_that_drop_dimensions(x, p):
    a = x.copy()
    a[0] = x[1][None] * p
    a[1:] = np.sin(x)[None, 1:]
    a[2, 1:2] = x[:1, :1] * p
    if p > 5:
        a[0, 0] /= x[0]
    return np.sum(a**2)


@program(X, 0.7, other=((X, 5.5),))
def view_and_value_of_a_branch_that_is_not_taken(x, p):
    a = x.copy()
    for _ in range(2):
        if p > 5:
            c = a[2:0:-1]
            e = np.sin(a)
        a = a * x
    v = c[None] if p > 5 else np.atleast_2d(a)
    if p > 6:
        a[0] = e[1]
    return np.sum(v) + np.sum(a)


@program(np.array([0.7, -1.2, 0.4, 0.9]))
def windows_joined_after_an_update(x):
    b = x * 1.0
    b[0] += 1.0
    v = np.lib.stride_tricks.sliding_window_view(b, 2, axis=0)
    e = np.concatenate([v[1:], v[:1]])
    return np.sum(np.sin(e) * np.arange(6.0).reshape(3, 2))


@program(np.array([0.7, -1.2, 0.4, 0.9]))
def rows_that_are_one_joined_after_an_update(x):
    b = x * 1.0
    b[0] += 1.0
    v = np.broadcast_to(b, (3, 4))
    return np.sum(np.vstack([v[1:], v[:1]]) * np.arange(12.0).reshape(3, 4))
