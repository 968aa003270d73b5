"""Stores into arrays that have one name: items, slices, masks, augmented assignments."""

import numpy as np

from tests.programs.corpus import program

X = np.array([0.7, -1.2, 0.4, 2.1])
M = np.array([[0.6, 1.1, 0.35], [0.9, 0.2, 0.7], [0.45, 1.3, 0.85]])


@program(X)
def item_store(x):
    a = np.zeros(4)
    a[1] = x[0] * x[1]
    a[2] = a[1] * x[2]
    return np.sum(a * a)


@program(X)
def item_stored_twice(x):
    a = x * 1.0
    a[0] = x[1]
    b = a[0] * a[0]
    a[0] = x[2] * b
    return np.sum(a * a)


@program(X, 0.5)
def item_augmented(x, s):
    a = x * x
    a[0] += s
    a[1] *= s
    a[-1] -= a[0]
    a[2] /= s
    return np.sum(a * a)


@program(X)
def item_of_the_argument(x):
    x[0] = x[1] * x[2]
    return np.sum(x * x)


@program(X)
def argument_augmented(x):
    x *= 2.0
    x += x
    return np.sum(x * x)


@program(X)
def items_in_a_loop(x):
    a = np.zeros(len(x))
    for i in range(len(x)):
        a[i] = x[i] ** 2
    return np.sum(a * x)


@program(X)
def recurrence_in_an_array(x):
    a = np.zeros(len(x))
    a[0] = x[0]
    for i in range(1, len(x)):
        a[i] = a[i - 1] * x[i] + a[i - 1]
    return a[-1] * a[1]


@program(X)
def running_sum_in_place(x):
    a = x * 1.0
    for i in range(1, len(a)):
        a[i] += a[i - 1] * a[i - 1]
    return a[-1]


@program(0.7)
def table(x):
    t = np.zeros((4, 4))
    for i in range(4):
        for j in range(4):
            t[i, j] = x * (i + 1) + (t[i, j - 1] if j else 0.0) ** 2
    return t[-1, -1] * t[1, 2]


@program(X, 0.1)
def heat(x, k):
    u = x.copy()
    for _ in range(3):
        u[1:-1] += k * (u[2:] - 2 * u[1:-1] + u[:-2])
    return np.sum(u**2)


@program(X)
def slice_store(x):
    a = np.ones(4)
    a[1:3] = x[:2] * x[2:]
    return np.sum(a * x)


@program(X)
def slice_store_of_itself(x):
    a = x * 1.0
    a[1:] = a[:-1]
    a[::2] = a[1::2] * x[::2]
    return np.sum(a * np.arange(1.0, 5.0))


@program(X)
def reversed_store_of_itself(x):
    a = x * 1.0
    a[:] = a[::-1] * a
    return np.sum(a * np.arange(1.0, 5.0))


@program(X)
def whole_store(x):
    a = np.empty(4)
    a[:] = x * x
    b = a * x
    a[...] = x
    return np.sum(a * b)


@program(X, 0.3)
def scalar_store(x, s):
    a = x * 1.0
    a[:2] = s
    a[3] = 2.0
    return np.sum(a * a * x)


@program(X)
def mask_store(x):
    a = x * 2
    a[a < 0] = 0.0
    return np.sum(a * x)


@program(X)
def mask_augmented(x):
    a = x * x - 1.0
    a[a > 0] *= x[a > 0]
    return np.sum(a)


@program(X)
def gathered_store(x):
    a = np.zeros(5)
    a[[0, 3, 1]] = x[:3] * 2
    return np.sum(a[:4] * x)


@program(X)
def store_with_repeated_indices(x):
    a = np.zeros(3)
    a[[1, 1, 2]] = x[:3]
    return np.sum(a * np.array([1.0, 10.0, 100.0]))


@program(X)
def update_with_repeated_indices(x):
    a = np.zeros(3)
    a[[1, 1, 2]] += x[:3]
    return np.sum(a * a)


@program(X)
def augmented_by_an_expression_of_itself(x):
    a = x * 1.0
    a *= a
    a += a * a
    a /= 1.0 + a
    return np.sum(a)


@program(X, 0.5)
def augmented_by_a_scalar(x, s):
    a = x * s
    a *= s
    a -= s
    a **= 2
    return np.sum(a)


@program(np.arange(6.0).reshape(2, 3) / 3)
def row_and_column_stores(m):
    a = m * 1.0
    a[0] = a[1] * 2
    a[:, 2] += a[:, 0]
    a[1, 1] = a[0, 0]
    return np.sum(a * a)


@program(X)
def double_buffer_by_rebinding(x):
    a = x * 1.0
    for _ in range(3):
        b = np.zeros_like(a)
        b[1:-1] = a[1:-1] + 0.1 * (a[2:] - 2 * a[1:-1] + a[:-2])
        b[0] = a[0]
        b[-1] = a[-1]
        a = b
    return np.sum(a * a)


@program(X)
def array_made_in_the_loop(x):
    s = 0.0
    for v in x:
        a = np.zeros(2)
        a[0] = v * v
        a[1] = a[0] * v
        s = s + np.sum(a)
    return s


@program(X)
def array_carried_and_stored(x):
    a = np.ones(2)
    for v in x:
        a[0] = a[1] * v
        a[1] = a[0] + v
    return a[0] * a[1]


@program(X)
def store_under_a_condition(x):
    a = x * 1.0
    for i in range(4):
        if a[i] < 0:
            a[i] = a[i - 1] * x[i]
    return np.sum(a * a)


@program(X)
def store_then_break(x):
    a = x * 1.0
    for i in range(1, 4):
        a[i] *= a[i - 1]
        if a[i] > 0.1:
            break
        a[0] += a[i]
    return np.sum(a * x)


@program(X)
def inactive_array_becomes_active(x):
    a = np.ones(4)
    s = np.sum(a * a)
    a[2] = x[0]
    return np.sum(a * a) * s


@program(X, 0.4)
def inactive_array_in_a_loop(x, y):
    a = np.zeros(4)
    for i in range(4):
        s = a[i - 1]
        a[i] = s * y + x[i]
    return a[3]


@program(X)
def integer_array_beside(x):
    k = np.zeros(4, int)
    k[1] = 2
    k += 1
    return np.sum(x[k % 4] * k)


@program(X)
def overwritten_before_it_is_read(x):
    a = x * x
    a[:] = 2.0
    return np.sum(a * x)


@program(X)
def swapped_items(x):
    a = x * 1.0
    a[0], a[1] = a[1], a[0] * a[2]
    return np.sum(a * np.arange(1.0, 5.0))


@program(X)
def returned_array(x):
    a = np.zeros(4)
    a[1:] = x[1:] ** 2
    return a


# ---- with another name, a view or a helper ----


@program(X)
def alias_updated(x):
    a = x * 1.0
    b = a
    b += x
    return np.sum(a * b)


@program(X)
def view_updated(x):
    a = x * 1.0
    v = a[1:]
    v *= 2.0
    return np.sum(a * a)


@program(X)
def base_updated_under_a_view(x):
    a = x * 1.0
    v = a[::-1]
    a[0] = a[1] * a[2]
    return v[3] * v[0]


@program(X)
def copy_is_no_alias(x):
    a = x * 1.0
    b = a.copy()
    b *= a
    a[0] = 5.0
    return np.sum(a * b)


@program(X)
def helper_updates_its_argument(x):
    a = x * 1.0
    scale_in_place(a)
    return np.sum(a * a)


def scale_in_place(a):
    a *= 3.0


@program(X)
def helper_fills_and_returns(x):
    a = squares(x)
    a[0] = x[1]
    return np.sum(a * x)


def squares(x):
    a = np.zeros(len(x))
    for i in range(len(x)):
        a[i] = x[i] * x[i]
    return a


@program(X)
def state_of_a_helper_overwritten(x):
    a = x * 1.0
    h = np.tanh(a)
    s = np.sum(product(a, h))
    a *= 2.0
    h[0] = 0.0
    return s * np.sum(a * h)


def product(a, b):
    return a * b


@program(X)
def rows_updated_by_iteration(x):
    a = np.outer(x, x)
    for row in a:
        row *= row[0]
    return np.sum(a)


@program(X)
def out_argument(x):
    a = np.empty(4)
    np.multiply(x, x, out=a)
    return np.sum(a * x)


@program(X)
def two_names_swapped_in_a_loop(x):
    a, b = x * 1.0, np.zeros(4)
    for _ in range(3):
        b[1:] = a[:-1] * 0.5
        a, b = b, a
    return np.sum(a * b)


@program(X, True, wrt="x", other=[(X, False)])
def alias_of_either(x, flag):
    p, q = x * 1.0, x * x
    v = p if flag else q
    v[1] = v[0] * v[2]
    return np.sum(p * q)


# ---- arrays without dimensions ----


@program(np.array(1.58))
def argument_without_dimensions_updated(c):
    c /= c + 1.0
    c *= c
    return c


@program(np.array(1.58), other=[(np.array(0.7),)])
def condition_on_what_is_updated(c):
    if c > 1.5:
        c /= c + 1.0
    return c * c


@program(X)
def sum_updated_in_place(x):
    a = np.array(np.sum(x))
    b = a * a
    a += b * a
    a *= a
    return b * a


@program(np.array(0.2), X)
def operand_updated_after_its_use(s, x):
    x = x * 1.0
    x *= s
    s -= 1.0
    return np.sum(x * x) * s


@program(M, 0.8, other=[(M, 0.3)])
def shape_read_behind_a_branch_with_arrays_of_the_same_shape(x, p):
    a = x
    if p < 0.5:
        a[a > p] += p * np.tanh(np.cos(p))
    b = a[:, None]
    return np.sum(b)


@program(M)
def old_content_restored_where_nothing_else_reads_the_index(x):
    a = np.sin(x)
    for i in range(2):
        x[i + 1] += 1.0
    return np.sum(a)


@program(M, 0.5, other=[(M, 1.5)])
def content_and_shape_of_an_argument_that_one_path_updates(x, y):
    b = np.sin(x[2])
    if y > 1.0:
        return np.sum(b)
    x[1] -= x[0] ** 2
    return np.sum(np.sin(x))


@program(X, 0.8)
def a_copy_taken_before_an_update(x, p):
    u = x * 1.0
    d = u.copy()
    u *= p
    e = np.array(u)
    for i in range(2):
        u[i:] *= p * d[i:]
    return np.sum(u * d) + np.sum(e * e)


@program(M + 2.0, X[:3], 0.8, other=[(M + 2.0, X[:3], 0.0)])
def a_name_of_arrays_of_other_dimensions(x, y, p):
    b = x
    b[2] /= b[0]
    if p:
        b = y
    return np.sum(np.sin(x)) + np.sum(b)


@program(M + 2.0, X[:3], 0.8)
def a_name_of_an_array_that_is_shared_and_then_of_a_new_one(x, y, p):
    b = x
    c = b.T
    c[2] /= b[0] + p
    b[0] *= c[1]
    b = y * c[0]
    b[1:] *= b[0]
    return np.sum(np.sin(x)) + np.sum(b) * np.sum(c)


@program(M + 2.0, 0.8)
def regions_of_an_array_with_another_name_divided(x, p):
    a = x * 1.0
    b = a.T
    places = np.array([0, 1])
    for k in range(2):
        b[-1] /= a[0, 1] + k
        a[places] /= 1.5 + np.cos(b[:, places].T)
        b[places, 0] **= 2
        a /= p
    return np.sum(b * b) + np.sum(a)


@program(np.array(1.3))
def updated_in_a_loop_without_dimensions(c):
    s = c
    for _ in range(3):
        s *= c
    return s


@program(np.array([0.3, 0.5, 0.7, 0.9, 1.1]), 0.6)
def joined_into_a_buffer(x, p):
    a = x * p
    b = np.zeros(10)
    for _ in range(2):
        np.concatenate([a, x], out=b)
        np.concatenate([b[2:4], b[:2] * p], out=b[6:])
        a[:] = b[3:8]
        np.stack((x[1:3], a[1:3]), out=b[:4].reshape(2, 2))
    return np.sum(np.sin(b))


@program(np.arange(6.0).reshape(3, 2) / 7)
def rows_doubled_and_read(x):
    for row in x:
        row += row
        d = 1.0 - row
    return np.sum(np.sin(d))


@program(np.arange(6.0).reshape(3, 2) / 7)
def rows_added_to_themselves_between(x):
    total = 0.0
    a = x * 1.0
    for k in range(3):
        a[k] += a[k] * a[k]
        a[k] += 2.0 * a[k]
        total = total + np.sum(a[k] * x[k - 1])
    return total
