"""Comprehensions and generators: with conditions, nested, in calls, consumed in place; star unpacking and walrus."""

import numpy as np

from tests.programs.corpus import program

X = np.array([0.7, -1.2, 0.4])
M = np.array([[0.7, -1.2], [0.4, 0.9]])


def values(x, n):
    for k in range(n):
        yield x * k


def total(*values):
    s = 0.0
    for v in values:
        s = s + v * v
    return s


@program(X)
def list_of_products(x):
    r = [v * v for v in x]
    return r[0] * r[1] + r[2]


@program(X)
def array_of_a_comprehension(x):
    return np.sum(np.array([v * v for v in x]) * x)


@program(X)
def comprehension_with_a_condition(x):
    r = [v * v for v in x if v > 0]
    return sum(r) * r[0]


@program(X)
def comprehension_with_two_conditions(x):
    return sum([v * v for v in x if v > -5 if v < 0.6])


@program(M)
def comprehension_over_rows(m):
    r = [np.sum(row) * row[0] for row in m]
    return r[0] * r[1]


@program(M)
def nested_loops_in_a_comprehension(m):
    r = [v * w for v in m[0] for w in m[1] if w > 0]
    return r[0] * r[-1]


@program(X)
def comprehension_of_comprehensions(x):
    r = [[v * k for k in range(3)] for v in x]
    return r[0][1] * r[1][2] + r[2][2]


@program(X, 0.4)
def comprehension_with_a_capture(x, k):
    r = [v * k for v in x]
    return r[0] * r[2]


@program([1.3, 0.4], [0.9, 2.0])
def comprehension_over_zip(p, q):
    r = [a * b for a, b in zip(p, q, strict=True)]
    return r[0] * r[1]


@program(X)
def comprehension_over_enumerate(x):
    r = [v * k for k, v in enumerate(x)]
    return r[1] * r[2]


@program(1.3)
def comprehension_over_a_literal(x):
    a, b, c = [x * k for k in (1.0, 2.0, 3.0)]
    return a * b + c


@program(1.3)
def comprehension_over_a_literal_range(x):
    r = [x * k + 1 for k in range(3)]
    return r[0] * r[1] * r[2]


@program(X)
def dict_comprehension(x):
    d = {k: v * v for k, v in enumerate(x)}
    return d[0] * d[2]


@program(1.3, 0.4)
def dict_comprehension_over_names(x, y):
    d = {name: v * v for name, v in (("x", x), ("y", y))}
    return d["x"] * d["y"]


@program({"a": 1.3, "b": 0.4})
def dict_comprehension_over_items(p):
    q = {name: v * v for name, v in p.items()}
    return q["a"] * q["b"]


@program({"a": 1.3, "b": 0.4}, {"a": 0.2, "b": 0.3})
def dict_updated_leaf_by_leaf(p, g):
    q = {k: p[k] - 0.1 * g[k] for k in p}
    return q["a"] * q["b"]


@program(X)
def set_comprehension_of_indices(x):
    chosen = {k % 2 for k in range(3)}
    s = 0.0
    for k in range(3):
        if k in chosen:
            s = s + x[k] * x[k]
    return s


@program(X)
def generator_into_a_list(x):
    r = list(v * v for v in x)
    return r[0] * r[1]


@program(X)
def generator_into_a_tuple(x):
    a, b, c = tuple(v * v for v in x)
    return a * b + c


@program(X)
def generator_in_a_for(x):
    s = 1.0
    for v in (w * w for w in x):
        s = s * v + v
    return s


@program(X)
def generator_in_a_variable(x):
    squares = (v * v for v in x)
    s = 1.0
    for v in squares:
        s = s + v
    return s


@program(X)
def generator_in_a_star_call(x):
    return total(*(v * v for v in x))


@program(1.3)
def generator_function(x):
    s = 0.0
    for v in values(x, 3):
        s = s + v * v
    return s


@program(X)
def generator_in_np_array(x):
    return np.sum(np.array(list(v * 2 for v in x)))


@program(X)
def sum_with_a_nested_condition(x):
    return sum(v * w for v in x for w in x if v > w)


@program(X)
def max_of_a_generator(x):
    return max(v * v for v in x) * min(v for v in x)


@program(X)
def any_and_all_as_conditions(x):
    if any(v < 0 for v in x) and not all(v > 0 for v in x):
        return np.sum(x * x)
    return np.sum(x)


@program(X)
def joined_comprehensions(x):
    r = [v * v for v in x] + [v * 2 for v in x]
    return r[0] * r[4]


@program(X)
def comprehension_in_an_argument(x):
    return np.sum(np.stack([x * k for k in range(3)]))


@program(X)
def concatenated_comprehension(x):
    return np.sum(np.concatenate([x[:k] * k for k in range(1, 4)]) ** 2)


@program(X)
def comprehension_variable_does_not_leak(x):
    v = x[0] * 2
    r = [v * v for v in x]
    return v * r[1]


@program(X)
def walrus_in_a_comprehension(x):
    r = [y for v in x if (y := v * v) > 0.2]
    return r[0] * y


@program(X)
def conditional_element(x):
    r = [v if v > 0 else v * v for v in x]
    return r[0] * r[1]


@program(X)
def unpacked_star(x):
    a, *rest = x
    return a * rest[0] + rest[1]


@program((1.3, 0.4, 0.9, 0.2))
def unpacked_star_in_the_middle(p):
    a, *middle, z = p
    return a * z + middle[0] * middle[1] + len(middle)


@program([1.3, 0.4])
def display_with_star(p):
    q = [*p, 2.0, *p]
    return q[0] * q[3] + q[4]


@program((1.3, 0.4))
def tuple_display_with_star(p):
    a, b, c = (*p, p[0] * p[1])
    return a * b * c


@program({"a": 1.3}, 0.4)
def dict_display_with_double_star(p, y):
    q = {**p, "b": y}
    return q["a"] * q["b"]


@program({"a": 1.3}, {"b": 0.4})
def dicts_joined(p, q):
    r = p | q
    return r["a"] * r["b"]


@program({"a": 1.3, "b": 0.4})
def dict_methods_that_read(p):
    return p.get("a") * p.get("c", 2.0) + sum(p.values()) + sum(v * v for _, v in p.items())


@program({"a": 1.3, "b": 0.4})
def dict_iterated(p):
    s = 1.0
    for key in p:
        s = s * p[key] + (1 if key in p else 0)
    return s


@program(1.3, 0.4)
def dict_made_by_dict(x, y):
    d = dict(a=x, b=y)
    return d["a"] * d["b"]


@program(1.3, 0.4)
def dict_of_zip(x, y):
    d = dict(zip(("a", "b"), (x, y), strict=True))
    return d["a"] * d["b"]


@program(1.3, 0.4)
def chained_comparison_of_values(x, y):
    if 0 < y < x < 2:
        return x * y
    return x


@program(1.3, 0.4)
def comparison_with_effects(x, y):
    if 0 < (z := x * y) < 1 and (w := z + x) > 1:
        return z * w
    return x


@program(X)
def for_else_with_walrus(x):
    for v in x:
        if (s := v * v) > 100:
            break
    else:
        s = s * 3
    return s


@program(4.3)
def while_else_with_a_break(x):
    while x > 0.5:
        x = x * 0.5
        if x < 0.1:
            break
    else:
        x = x * x
    return x
