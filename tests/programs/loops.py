"""Loops over everything, with nothing but the loop itself to get wrong."""

import itertools
import math

import numpy as np

from tests.programs.corpus import program

X = np.array([0.7, -1.2, 0.4])


@program(1.3)
def for_range(x):
    s = 1.0
    for _ in range(4):
        s = s * x + 0.5
    return s


@program(np.array([0.6, 1.1, 0.9]), 0.3, other=[(np.array([0.6, 1.1, 0.9]), 0.8)])
def a_name_that_only_some_iterations_bind(x, p):
    a = x * 1.0
    for _ in range(3):
        for _ in range(2):
            if p > 0.5:
                continue
            e = a * x
        if p < 0.5:
            a = a * e
            a[1:] *= e[0]
    return np.sum(a)


@program(np.array([0.6, 1.1, 0.9]), 0.3, other=[(np.array([0.6, 1.1, 0.9]), 0.8)])
def a_scalar_that_only_one_path_binds(x, p):
    s = 1.0
    for k in range(3):
        if p < 0.5:
            e = s * x[k]
        s = s * p
        if p < 0.5:
            s = s * e
    return s


@program(np.array([0.6, 1.1, 0.9]), 0.3)
def an_array_of_two_names_that_some_iterations_bind(x, p):
    a = x * 1.0
    for i in range(3):
        if i % 2 == 0:
            e = x * p
            e[1:] = a[1:]
            h = e
            h[0] = p
        else:
            a = a * e
    return np.sum(a)


@program(np.array([0.6, 1.1, 0.9]), np.array([1.6, 0.1, 0.3]), 0.3)
def two_buffers_that_some_iterations_exchange(x, y, p):
    a = x.copy()
    for i in range(3):
        if i % 2 == 0:
            for _ in range(2):
                e = np.ones_like(y)
                e[1:] = y[:-1] * p
                y, e = e, y
        else:
            b = np.zeros_like(a)
            b[...] = e + a
    return np.sum(y * y) + np.sum(e) + np.sum(b)


def _scaled_by_rows(z, rows):
    for _, row in enumerate(rows):
        z /= 1.5 + np.cos(row * row)
    return row


@program(np.array([[0.6, 1.1], [0.9, 0.2], [0.45, 1.3]]), np.array([[0.3, 0.8], [1.2, 0.7]]))
def rows_of_that_name_in_a_helper_as_well(x, y):
    total = 0.0
    for _, row in enumerate(x):
        last = _scaled_by_rows(x[0], y)
        total = total + np.sum(last * row)
    return total


@program(1.3, 3, wrt="x", other=[(1.3, 0), (1.3, 1)])
def for_range_of_an_argument(x, n):
    s = x
    for i in range(n):
        s = s * math.sin(x + i)
    return s


@program(1.3)
def for_range_with_start_and_step(x):
    s = x
    for i in range(7, 0, -2):
        s = s + x**i / i
    return s


@program(X, other=[(np.array([0.3, 0.1, -0.2, 0.9, 1.1]),)])
def for_over_an_array(x):
    s = 1.0
    for v in x:
        s = s * v + v * v
    return s


@program(np.array([[1.0, 2.0], [0.5, -0.3], [0.2, 0.1]]))
def for_over_rows(m):
    s = np.zeros(2)
    for row in m:
        s = s * row + row
    return np.sum(s * s)


@program(1.3, 0.4)
def for_over_a_tuple_of_expressions(x, y):
    s = 0.0
    for v in (x, y, x * y, 2.0):
        s = s * y + v
    return s


@program(1.3, 0.4)
def for_over_a_list(x, y):
    s = x
    for v in [x * y, y, x]:
        s = s * v
    return s


@program(X, np.array([0.2, 0.5, -0.4]))
def for_over_zip(x, y):
    s = 0.0
    for a, b in zip(x, y, strict=True):
        s = s * a + a * b
    return s


@program(X, np.array([0.2, 0.5, -0.4, 9.0]))
def for_over_zip_of_unequal_lengths(x, y):
    s = 1.0
    for a, b in zip(x, y):  # noqa: B905
        s = s * a + b
    return s


@program(X)
def for_over_enumerate(x):
    s = 0.0
    for i, v in enumerate(x):
        s = s + (i + 1) * v**2
    return s


@program(X)
def for_over_enumerate_from_three(x):
    s = 1.0
    for i, v in enumerate(x, 3):
        s = s * v + i
    return s


@program(X, np.array([0.2, 0.5, -0.4]))
def for_over_enumerate_of_zip(x, y):
    s = 0.0
    for i, (a, b) in enumerate(zip(x, y, strict=True)):
        s = s * b + i * a
    return s


@program(X)
def for_over_reversed(x):
    s = 1.0
    for v in reversed(x):
        s = s * v + v
    return s


@program(X)
def for_over_a_slice(x):
    s = 1.0
    for v in x[::-2]:
        s = s * v + v
    return s


@program({"a": 1.3, "b": 0.4})
def for_over_dict_values(d):
    s = 1.0
    for v in d.values():
        s = s * v + v
    return s


@program({"a": 1.3, "b": 0.4})
def for_over_dict_items(d):
    s = 1.0
    for k, v in d.items():
        s = s * v + (v if k == "b" else 2 * v)
    return s


@program(1.3)
def while_counter(x):
    s, n = 1.0, 0
    while n < 3:
        s = s * x + n
        n += 1
    return s


@program(2.0)
def while_on_an_active_value(x):
    s = x
    while s < 50.0:
        s = s * x + 1.0
    return s


@program(2.0, other=[(0.5,), (9.0,)])
def while_newton(a):
    x = a
    while abs(x * x - a) > 1e-12:
        x = 0.5 * (x + a / x)
    return x * a


@program(1.3)
def nested_ranges(x):
    s = 0.0
    for i in range(3):
        for j in range(i):
            s = s * x + i * j + x
    return s


@program(1.3)
def nested_while_in_for(x):
    s = x
    for i in range(3):
        k = i
        while k > 0:
            s = s * x + k
            k -= 1
    return s


@program(X)
def three_deep(x):
    s = 0.0
    for i in range(2):
        for v in x:
            for j in range(2):
                s = s * v + math.sin(s) + i + j
    return s


@program(1.3)
def loop_never_entered(x):
    s = x
    for _ in range(0):
        s = s * x
    while s > 100.0:
        s = s / x
    return s * s


@program(1.3, -1.0, other=[(1.3, 1.0)])
def loop_never_reached(x, y):
    s = x
    if y > 0:
        for _ in range(3):
            s = s * y
    return s * y


@program(1.1, 0.4)
def two_carried_names(x, u):
    s, t = x, 1.0
    for i in range(4):
        s = s + math.sin(u * (i + 1))
        t = t * s
    return t * s


@program(1.1)
def fibonacci_like(x):
    a, b = x, 1.0
    for _ in range(6):
        a, b = b, a * x + b
    return a * b


@program(X, 0.1, 3, wrt="x, k", other=[(np.linspace(0, 1, 6), 0.2, 2)])
def rebinding_array_in_loop(x, k, n):
    u = x
    for _ in range(n):
        u = u + k * (np.roll(u, 1) - 2 * u + np.roll(u, -1))
    return np.sum(u**3)


@program(1.3, 0.4)
def sum_of_a_comprehension(x, y):
    return sum([x * k + y * y for k in range(4) if k != 2])


@program(X)
def sum_of_a_generator(x):
    return sum(v * v * (i + 1) for i, v in enumerate(x))


@program(X)
def nested_comprehension(x):
    rows = [[a * b for a in x] for b in x]
    return sum(r[0] * r[-1] for r in rows)


@program(1.3)
def loop_value_unused(x):
    s = x
    for i in range(3):
        t = s * i  # noqa: F841
    return s * x


@program(1.3)
def loop_of_a_constant(x):
    s = 0.0
    for _ in range(3):
        s = 2.0
    return s * x


@program(0.9)
def invariant_inside_the_loop(x):
    s = 0.0
    for i in range(3):
        t = math.exp(x)
        s = s + t * i + t
    return s


@program(X)
def for_over_an_iterator(x):
    s = 1.0
    places = iter([2, 0, 1])
    for i in places:
        s = s * np.sin(x[i])
        if i == 0:
            break
    return s


@program(X)
def for_over_a_map(x):
    s = 1.0
    for i in map(abs, [-2, 1]):
        s = s * np.sin(x[i])
    return s


@program(X)
def for_over_a_chain(x):
    s = 1.0
    for i, k in enumerate(itertools.chain([2, 1], [0])):
        s = s * np.sin(x[k] * (i + 1))
    return s


@program(X)
def for_over_a_product(x):
    s = 1.0
    for i, k in itertools.product(range(2), range(2)):
        s = s * np.sin(x[i + k])
    return s


@program(X)
def for_over_a_string(x):
    s = 1.0
    for letter in "cab":
        s = s * np.sin(x["abc".index(letter)])
    return s


@program(X)
def for_over_the_keys_of_a_local_dict(x):
    s = 1.0
    places = {"b": 2, "a": 1}
    for key in places:
        s = s * np.sin(x[places[key]])
    return s


@program(0.7, 0.6)
def overwritten_in_each_iteration(x, p):
    s = np.sin(x) * p
    for _ in range(3):
        s = 0.5
    return s + x


@program(0.7, 3)
def overwritten_if_there_is_an_iteration(x, n):
    s, t, k = np.sin(x), x * x, 0
    while k < n:
        s = 2.0
        k += 1
    for _ in range(0):
        t = 2.0
    return s + t
