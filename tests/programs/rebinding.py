"""Rebinding: names that mean another thing later, loop variables included."""

import numpy as np

from tests.programs.corpus import program

X = np.array([0.7, -1.2, 0.4])


@program(3.0, 4.0)
def parameter_taken_over(x, y):
    x = y
    return x * y


@program(3.0, 4.0)
def parameter_overwritten_by_a_constant(x, y):
    y = x
    x = 2.0
    return y * x


@program(1.3, 0.4)
def swap(x, y):
    x, y = y, x
    return x * x - y


@program(1.3, 0.4, 0.9)
def rotation(x, y, z):
    for _ in range(2):
        x, y, z = y, z, x * y
    return x + 2 * y + 3 * z


@program(1.3, 0.4)
def chain_of_targets(x, y):
    a = b = x * y
    a = a * x
    return a * b


@program(1.3, 0.4)
def starred_target(x, y):
    head, *rest, last = x, y, x * y, x + y, 2.0
    return head * rest[0] + rest[1] * rest[2] * last


@program(1.3, 0.4)
def nested_targets(x, y):
    (a, b), [c, (d, e)] = (x, y), [x * y, (x - y, 2.0)]
    return a * b + c * d * e


@program(1.3, 0.4)
def same_target_twice(x, y):
    a, a = x, y
    return a * a + x


@program(1.3)
def loop_variable_read_after_the_loop(x):
    s = x
    for i in range(4):
        s = s + i
    return s * i * x


@program(X)
def element_read_after_the_loop(x):
    s = 0.0
    for v in x:
        s = s + v * v
    return s * v


@program(X)
def loop_variable_rebound_in_the_body(x):
    s = 0.0
    for v in x:
        s = s + v
        v = v * s
        s = s * v
    return s * v


@program(1.3)
def counter_rebound_in_the_body(x):
    s = x
    for i in range(4):
        i = i * 2
        s = s + i * x
        i = 7
    return s * i


@program(1.3)
def loop_variable_of_two_loops(x):
    s = x
    for i in range(3):
        s = s * x + i
    for i in (x, x * x):
        s = s + i
    return s * i


@program(1.3)
def loop_variable_shadowed_by_the_inner_loop(x):
    s = x
    for i in range(3):
        for i in range(2):
            s = s * x + i
        s = s + i
    return s


@program(1.3, X)
def loop_variable_is_a_parameter(x, a):
    s = 1.0
    for x in a:
        s = s * x + x
    return s * x


@program(1.1, 4, wrt="x", other=[(1.1, 0), (1.1, 7)])
def trip_count_rebound_in_the_body(x, n):
    s = x
    for i in range(n):
        s = s * x + i
        n = n - 1
    return s * n


@program(X)
def iterable_rebound_in_the_body(x):
    s = 0.0
    for v in x:
        s = s + v * np.sum(x)
        x = x * 0.5
    return s + np.sum(x)


@program(X)
def accumulator_reset_in_the_loop(x):
    total = 0.0
    for i in range(3):
        s = 0.0
        for v in x:
            s = s + v * (i + 1)
        total = total + s * s
    return total


@program(1.3)
def shift_register(x):
    x1 = x2 = x3 = 0.0
    for i in range(5):
        x3 = x2
        x2 = x1
        x1 = x * i
    return x1 + 2 * x2 + 3 * x3


@program(1.3, 0.4)
def varied_late_in_the_loop(x, y):
    s, t = 0.0, y
    for _ in range(3):
        s = s + t * t
        t = x
    return s


@program(1.3, 0.4)
def old_value_used_after_rebinding(x, y):
    a = x * y
    b = a * a
    a = b * x
    c = a * b
    a = c + b
    return a * c


@program(1.3, 0.4)
def augmented_scalar(x, y):
    s = x
    s += y
    s *= s
    s -= x * s
    s /= y
    s **= 2
    return s


@program(1.3, 0.4)
def deleted_and_bound_again(x, y):
    t = x * y
    s = t * t
    del t
    t = s + x
    return t * s


@program(X)
def scalar_then_array_then_scalar(x):
    s = 2.0
    s = s * x
    s = np.sum(s * s)
    return s * x[0]


@program(1.3)
def scalar_becomes_array_in_the_loop(x):
    s = x
    for _ in range(2):
        s = s * np.array([1.0, 2.0]) * x
    return np.sum(s)


@program(X, np.array([1.0, 2.0, 3.0]))
def array_augmented_on_a_rebound_name(x, y):
    a = x * y
    b = a * a
    a = b + 0.0
    a += y
    a *= b
    return np.sum(a)


@program(1.3)
def loop_carried_through_a_chain(x):
    a, b, c = x, 0.0, 0.0
    for _ in range(4):
        c = b * x
        b = a + c
        a = a * 0.5
    return c


@program(1.2, 0.7)
def names_that_the_compiler_uses(x, y):
    d_x = x * y
    v_1 = d_x + x
    tape_s = [v_1, d_x]
    result = 0.0
    for state in tape_s:
        result = result * y + state
    no_adjoint = result * d_x
    return no_adjoint + d_x
