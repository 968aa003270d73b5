"""Programs that store elements and slices of one array, as users write them.

Arguments by name: ``x`` is a vector of 6, ``m`` a matrix of 5 rows and 3 columns, ``s`` a square matrix of 4, ``p`` a
float near 0.8, ``n`` the number 3.
"""

import numpy as np


def filled_by_loop(x, p):
    out = np.zeros(len(x))
    for i in range(len(x)):
        out[i] = np.sin(x[i]) * p
    return np.sum(out * out)


def running_product(x):
    a = np.ones(len(x) + 1)
    for i in range(len(x)):
        a[i + 1] = a[i] * x[i]
    return np.sum(a)


def elements_swapped(x, p):
    a = x * p
    a[0], a[3] = a[3], a[0]
    return np.sum(a * np.arange(6.0))


def bubble_sort(x):
    a = x.copy()
    for i in range(len(a)):
        for j in range(len(a) - 1 - i):
            if a[j] > a[j + 1]:
                a[j], a[j + 1] = a[j + 1], a[j]
    return np.sum(a * np.arange(6.0) ** 2)


def elements_clipped(x, p):
    a = x.copy()
    for i in range(len(a)):
        if a[i] > p:
            a[i] = p
        elif i % 2:
            a[i] *= a[i]
    return np.sum(a**3)


def element_powers(x, p):
    a = x.copy()
    a[0] **= 2
    a[1] **= p
    a[2] /= a[3]
    a[3] -= a[2] * p
    a[4] *= a[4]
    a[5] = -a[5]
    return np.sum(np.cos(a))


def indices_from_an_array(x, p):
    order = np.array([2, 0, 5, 2, 1])
    a = np.zeros(6)
    for k in range(len(order)):
        a[order[k]] += x[k] * p
        a[order[k]] *= x[k]
    return np.sum(a)


def index_rebound_between_stores(x, p):
    a = x.copy()
    i = 0
    a[i] = p * a[i + 1]
    i = i + 2
    a[i] *= a[0]
    i -= 1
    a[i] = a[2] * a[0]
    return np.sum(a * a)


def index_array_changed_between_stores(x, p):
    a = x.copy()
    index = np.array([0, 1])
    a[index] = p * a[index + 1]
    index[0] = 4
    a[index] *= a[0]
    index += 1
    a[index] = a[2:4] ** 2
    return np.sum(a * a * np.arange(6.0))


def mask_changed_between_stores(x, p):
    a = x.copy()
    mask = np.array([True, False, True, False, False, True])
    a[mask] = a[mask] * p
    mask[1] = True
    mask[0] = False
    a[mask] **= 2
    return np.sum(np.sin(a))


def slice_bounds_from_the_loop(x, p):
    a = x.copy()
    low, high = 0, 2
    for _ in range(3):
        a[low:high] *= p * a[low + 1 : high + 1]
        low, high = low + 1, high + 1
    return np.sum(a * a)


def doubled_until_large(x):
    a = x.copy()
    while np.sum(a) < 20.0:
        a *= 1.0 + 0.1 * a
    return np.sum(a[1:] * a[:-1])


def stored_on_one_branch(x, p):
    a = x.copy()
    if p > 2.0:
        a[0] = p
    else:
        a[1:3] = p * a[0]
    if a[1] > 10.0:
        a *= 2.0
    return np.sum(a * a)


def stored_in_nested_subscripts(m, p):
    a = m.copy()
    a[1][2] = p * a[0][0]
    a[2][1:] *= a[1][2]
    a[1:][2][0] += p
    a[3][...] = a[4]
    return np.sum(a * a)


def read_before_and_after(x, p):
    a = x.copy()
    before = a[2]
    a[2] = p * before
    after = a[2]
    a[2] = after * before
    return np.sum(a) + before * after


def old_values_in_formulas(x, p):
    a = x.copy()
    first = np.sum(np.sin(a) * a)
    a[1:4] = p
    second = np.sum(np.exp(a) * a)
    a *= a
    third = np.sum(a**3)
    a[0] = 0.0
    return first * second + third + np.sum(a)


def result_updated_after_its_rule(x, p):
    y = np.tanh(x)
    z = np.exp(x * p)
    y *= z
    z[0] = 1.0
    y[1:] += z[:-1]
    return np.sum(y * y) + np.sum(z)


def operand_updated_after_its_rule(x, p):
    a = x.copy()
    y = a * a
    z = np.sqrt(a)
    a += p
    w = y / a
    a *= z
    return np.sum(w * a)


def rebound_then_updated(x, p):
    a = x
    a = a * p
    a += x
    a = a + a[0]
    a[0] = a[1] * p
    return np.sum(a * a)


def new_array_each_iteration(x, p):
    total = np.zeros(3)
    for i in range(4):
        row = np.zeros(3)
        row[0] = x[i]
        row[1:] = p * row[0]
        row *= x[i + 1]
        total += row * row
    return np.sum(total)


def one_buffer_for_all_iterations(x, p):
    row = np.empty(3)
    total = 0.0
    for i in range(4):
        row[:] = x[i : i + 3]
        row[0] *= p
        row += row[::-1]
        total += np.sum(row * row)
    return total


def buffer_kept_between_iterations(x, p):
    row = np.zeros(3)
    total = 0.0
    for i in range(5):
        row[i % 3] += x[i]
        row *= p
        total = total + np.sum(np.sin(row)) * row[0]
    return total


def broadcast_stores(m, p):
    a = m.copy()
    a[1:3] = a[0]
    a[:, 1:2] = p * a[:, :1]
    a[3] = p
    a[:, 2] += a[0, 0]
    a[...] *= a[0]
    a[2:] += a[:3, :1]
    return np.sum(a * a)


def integer_pairs(m, p):
    a = m.copy()
    rows, columns = np.array([0, 2, 4]), np.array([1, 1, 0])
    a[rows, columns] = p * a[columns, rows - 2]
    a[rows, 2] += a[0, 1]
    a[1, columns] = p
    a[[0, 0], [2, 2]] = a[1:3, 0]
    return np.sum(a * a)


def masks_of_rows_and_columns(m, p):
    a = m.copy()
    rows = np.array([True, False, True, True, False])
    columns = np.array([False, True, True])
    a[rows] *= p
    a[rows, 1] = a[~rows, 0].sum()
    a[:, columns] += a[0, 0]
    a[a > 1.2] = p
    a[rows] += a[1]
    return np.sum(a * a)


def open_mesh(s, p):
    a = s.copy()
    a[np.ix_([0, 2], [1, 3])] = p * a[np.ix_([1, 3], [0, 1])]
    a[np.ix_([0, 1], [0, 1])] *= a[3, 3]
    return np.sum(a * a)


def diagonal_by_indices(s, p):
    a = s.copy()
    k = np.arange(4)
    a[k, k] += p
    a[k[:-1], k[1:]] *= a[k[1:], k[:-1]]
    return np.sum(a @ a)


def negative_indices(x, p):
    a = x.copy()
    for i in range(1, 4):
        a[-i] = a[-i - 1] * p
        a[-i:] *= a[0]
    a[::-2] += a[::2]
    return np.sum(a * a)


def last_write_wins(x):
    a = np.zeros(4)
    a[[1, 1, 2, 1]] = x[:4]
    a[[0, 0]] += x[4:]
    return np.sum(a * a * np.arange(1.0, 5.0))


def sums_by_label(x, p):
    labels = np.array([0, 1, 0, 2, 1, 0])
    sums = np.zeros(3)
    np.add.at(sums, labels, x * p)
    counts = np.zeros(3)
    np.add.at(counts, labels, 1.0)
    sums /= counts
    return np.sum(sums**3)


def whole_array_overwritten(x, p):
    a = x.copy()
    b = np.sum(a * a)
    a[:] = p
    c = np.sum(a * x)
    a[:] = x[::-1]
    return b + c + np.sum(a * a * np.arange(6.0))


def added_array_is_used_again(x, p):
    a = x.copy()
    b = np.sin(x[1:])
    a[1:] = 2.0 * a[1:]
    a[1:] += b
    a[2:] *= p
    a[:-1] -= b
    return np.sum(a * a) + np.sum(b * b)


def accumulated_in_zero_dimensions(x, p):
    t = np.zeros(())
    for i in range(3):
        t += x[i] * p
        t *= x[i + 1]
    t[...] = t * t
    t[()] = t + x[0]
    return t * p


def zero_dimensional_regions(x, p):
    a = x.copy()
    a[..., 0] = p * a[..., 1]
    a[2, ...] *= a[..., 0]
    t = a[..., 3]
    t += a[2, ...]
    return np.sum(a * a)


def scalars_do_not_write_back(x, p):
    a = x.copy()
    t = a[1]
    t += p
    t *= a[0]
    a[2] = t
    return np.sum(a * a) + t


def updates_by_expressions_of_itself(x):
    a = x.copy()
    a += a[::-1]
    a *= np.sum(a)
    a -= a.mean()
    a /= np.sqrt(np.sum(a * a))
    a **= 3
    return np.sum(a * np.arange(6.0))


def softmax_in_place(m):
    a = m.copy()
    a -= a.max(axis=1, keepdims=True)
    np.exp(a, out=a)
    a /= a.sum(axis=1, keepdims=True)
    return -np.sum(np.log(a[:, 0]))


def self_products(x, p):
    a = x.copy()
    a *= a
    a /= a + p
    a **= a
    a -= a * a
    a @= np.outer(x, x)
    return np.sum(a)


def matrix_update(m, p):
    a = m.copy()
    w = np.array([[1.0, p, 0.5], [p, p * p, 0.3], [0.1, 0.2, p]])
    a @= w
    a[1:] @= w
    return np.sum(a * a)


def assigned_walrus(x, p):
    a = x.copy()
    if (t := a[0] * p) > 0.0:
        a[1] = t
    a[2] = (u := a[1] * t)
    return np.sum(a * a) * u


def comprehension_after_a_store(x, p):
    a = x.copy()
    a[1] = p * a[0]
    values = [a[i] * p for i in range(3)]
    a[1] = 0.0
    return sum(values) + np.sum(a * a)


def sum_of_generator_between_stores(x, p):
    a = x.copy()
    total = sum(v * v for v in a)
    a[1] = p * total
    return sum(v * v for v in a) * a[1]


def chained_targets(x, p):
    a = np.zeros(4)
    b = x.copy()
    a[0] = b[1] = t = p * x[2]
    a[1:] = b[:3] = x[3:] * t
    return np.sum(a * a) + np.sum(b * b) * t


def annotated_and_deleted(x, p):
    a: np.ndarray = x.copy()
    a[0] = p
    b = a * a
    del a
    b[1] *= p
    return np.sum(b * b)


def assert_between_stores(x, p):
    a = x.copy()
    a[0] = p
    assert a[0] > 0.0
    a[1] *= a[0]
    return np.sum(a * a)
