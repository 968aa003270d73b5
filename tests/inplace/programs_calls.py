"""Programs that update arrays by calls of NumPy; arguments as in ``programs_elements``."""

import numpy as np


def out_is_an_operand(x, p):
    a = x.copy()
    np.multiply(a, p, out=a)
    np.add(a, a, out=a)
    np.divide(a, x, a)
    return np.sum(a**3)


def out_is_another_array(x, p):
    a, b = x.copy(), np.empty(6)
    np.exp(a, out=b)
    np.sin(a, out=a)
    np.multiply(a, b, out=b)
    return np.sum(a * b)


def out_is_a_slice(m, p):
    a = m.copy()
    np.multiply(a[0], p, out=a[1])
    np.add(a[1:3], a[3:], out=a[:2])
    np.sqrt(a[:, 0], out=a[:, 2])
    return np.sum(a * a)


def out_value_is_used(x, p):
    a = np.empty(6)
    b = np.multiply(x, p, out=a)
    b += 1.0
    return np.sum(a * b)


def out_is_new(x, p):
    a = np.multiply(x, p, out=np.empty(6))
    b = np.add(a, x, out=np.zeros_like(x))
    a[0] = b[1]
    return np.sum(a * b)


def out_in_a_tuple(x, p):
    a = x.copy()
    np.multiply(a, p, out=(a,))
    return np.sum(a * a)


def out_is_none(x, p):
    a = np.multiply(x, p, out=None)
    a[0] = p
    return np.sum(a * a)


def out_of_a_reduction(m, p):
    total = np.zeros(3)
    np.sum(m * p, axis=0, out=total)
    mean = np.empty(5)
    m.mean(axis=1, out=mean)
    total += mean[:3]
    return np.sum(total * total)


def out_of_a_product(s, p):
    a = np.empty((4, 4))
    np.matmul(s, s, out=a)
    b = np.zeros((4, 4))
    np.dot(a, s, out=b)
    b *= p
    return np.sum(a * b)


def out_of_clip_and_maximum(x, p):
    a = x.copy()
    np.maximum(a, p, out=a)
    np.clip(a, 0.5, 1.2, out=a)
    a.clip(0.6, None, out=a)
    return np.sum(a * a)


def safe_division(x, p):
    a = x - 0.9
    quotient = np.divide(p, a, out=np.zeros_like(a), where=a > 0.0)
    return np.sum(quotient * x)


def masked_ufunc(x, p):
    a = x.copy()
    np.multiply(a, p, out=a, where=a > 0.9)
    np.add(a, x[0], out=a, where=np.array([True, False, True, False, True, False]))
    return np.sum(a * a)


def copied_to(x, p):
    a, b = np.zeros(6), np.zeros((2, 6))
    np.copyto(a, x * p)
    np.copyto(b, a)
    np.copyto(a[1:3], 2.0)
    np.copyto(b[0], x, where=x > 0.9)
    return np.sum(a * b)


def filled(x, p):
    a = x.copy()
    a.fill(p)
    a[2:4].fill(x[0] * p)
    return np.sum(a * x)


def added_at(x, p):
    a = np.zeros((3, 2))
    np.add.at(a, [0, 2, 0], x.reshape(3, 2))
    np.add.at(a, ([0, 1, 1], [1, 0, 0]), x[:3] * p)
    np.subtract.at(a[:, 0], np.array([1, 1]), x[4:])
    return np.sum(a**3)


def sorted_in_place(x, p):
    a = x * p
    a.sort()
    return np.sum(a * np.arange(6.0))


def columns_sorted_in_place(m, p):
    a = m * p
    a.sort(axis=0)
    return np.sum(a * np.arange(15.0).reshape(5, 3))


def diagonal_filled(s, p):
    a = s.copy()
    np.fill_diagonal(a, p)
    return np.sum(a @ a)


def put_by_position(m, p):
    a = m.copy()
    np.put(a, [0, 4], p)
    return np.sum(a * a)


def masked_put(x, p):
    a = x.copy()
    np.putmask(a, a > 0.9, p * a)
    np.place(a, a < 0.7, [p])
    return np.sum(a * a)


def flat_iterator(m, p):
    a = m.copy()
    a.flat[2] = p
    a.flat[3:5] *= p
    return np.sum(a * a)


def flat_iterator_is_read(m, p):
    a = m.copy()
    a[0, 0] = p
    total = 0.0
    for v in a.flat:
        total += v * v
    return total


def multiplied_at(x, p):
    a = x.copy()
    np.multiply.at(a, [0, 1, 0], p)
    return np.sum(a * a)


def multiplied_at_by_itself(x, p):
    a = x.copy()
    np.multiply.at(a, [2, 0, 1], a[:3])
    np.divide.at(a[::-1], [1, 2], 2.0 + p * a[:2])
    return np.sum(a * a)


def partitioned(x, p):
    a = x * p
    a.partition(2)
    return np.sum(a[:2])


def shuffled_like(x, p):
    a = x.copy()
    a[np.argsort(a)] = a * p
    return np.sum(a * np.arange(6.0))


def real_part_updated(x, p):
    a = x.copy()
    a.real[1:] *= p
    v = a.real
    v += 1.0
    return np.sum(a * a)


def split_views(x, p):
    a = x.copy()
    left, right = np.split(a, 2)
    left *= p
    right += left
    return np.sum(a * a)


def diagonal_view_is_read(s, p):
    a = s.copy()
    d = np.diagonal(a)
    a *= p
    return np.sum(d * d) + np.sum(a)


def einsum_view_is_read(s, p):
    a = s.copy()
    d = np.einsum("ii->i", a)
    a *= p
    return np.sum(d * d) + np.sum(a)


def broadcast_view_of_what_changes(x, p):
    a = x.copy()
    b = np.broadcast_to(a, (2, 6))
    a *= p
    return np.sum(b * b)


def logical_updates(x, p):
    mask = x > 0.9
    mask |= x < 0.7
    mask[0] = not mask[0]
    a = x.copy()
    a[mask] *= p
    return np.sum(a * a)


def nan_to_num_in_place(x, p):
    a = x * p
    np.nan_to_num(a, copy=False)
    return np.sum(a * a)


def take_and_put_along_axis(m, p):
    a = m.copy()
    order = np.argmax(a, axis=1)[:, None]
    np.put_along_axis(a, order, p, axis=1)
    return np.sum(a * a)


def ufunc_method_with_out(m, p):
    a = np.zeros(3)
    np.add.reduce(m * p, axis=0, out=a)
    np.cumsum(a, out=a)
    return np.sum(a * a)
