"""Branches: if, elif, else, conditional expressions, boolean operators, match."""

import math

import numpy as np

from tests.programs.corpus import program


@program(1.3, 0.4, other=[(-1.3, 0.4)])
def if_without_else(x, y):
    s = x * y
    if x > 0:
        s = s * x
    return s


@program(1.3, 0.4, other=[(-1.3, 0.4)])
def if_with_else(x, y):
    if x > 0:
        s = x * y
    else:
        s = y - x
    return s * s


@program(1.3, 0.4, other=[(-1.3, 0.4), (0.2, 0.4)])
def elif_chain(x, y):
    if x > 1:
        s = x * y
    elif x > 0:
        s = x + y
    else:
        s = x / y
    return s * x


@program(1.3, 0.4, other=[(-1.3, 0.4), (1.3, -0.4), (-1.3, -0.4)])
def nested_ifs(x, y):
    s = x
    if x > 0:
        if y > 0:
            s = s * y
        else:
            s = s - y
    elif y > 0:
        s = s / y
    return s * s


@program(1.3, 0.4, other=[(-1.3, 0.4)])
def name_bound_on_one_path(x, y):
    s = x
    if x > 0:
        t = x * y
        s = t * t
    return s


@program(1.3, 0.4, other=[(-1.3, 0.4)])
def branch_rebinds_what_the_condition_reads(x, y):
    if x > 0:
        x = x * y
        x = x * x
    return x


@program(1.3, 0.4, other=[(-1.3, 0.4)])
def condition_read_again_after_rebinding(x, y):
    s = x * y
    if s > 0:
        s = s * x
    if s > 0:
        s = s + y
    return s


@program(1.3, 0.4, other=[(-1.3, 0.4)])
def flag_kept_in_a_name(x, y):
    positive = x > 0
    x = -x
    return x * y if positive else x + y


@program(1.3, 0.4)
def conditional_expression(x, y):
    return (x if x > y else y) * (x if x < y else y) ** 2


@program(1.3, 0.4, other=[(0.2, 0.4), (-1.0, 0.4)])
def nested_conditional_expression(x, y):
    return x * y if x > 1 else (x - y if x > 0 else y)


@program(1.3, 0.4)
def and_returns_an_operand(x, y):
    return (x and y * x) + y


@program(1.3, 0.4)
def or_returns_an_operand(x, y):
    return (0.0 or x * y) * (y or x)


@program(0.7, 0.4, other=[(2.7, 0.4)])
def chained_comparison(x, y):
    return x * y if 0 < x < 1 < 2 else x + y


@program(1.3, 0.4)
def walrus_in_a_condition(x, y):
    if (s := x * y) > 0.1 and (t := s * s) > 0.01:
        return s * t
    return s


@program(1.3, 0.4)
def not_and_or(x, y):
    return x * y if not (x < 0 or y < 0) and x != y else x


@program(np.array([1.0, -2.0, 0.5]))
def branch_on_an_element(x):
    if x[1] < 0:
        return np.sum(x * x)
    return np.sum(x)


@program(np.array([1.0, -2.0, 0.5]))
def branch_on_any_and_all(x):
    s = np.sum(x)
    if (x > 0).any():
        s = s * x[0]
    if np.all(x > 0):
        s = s * x[1]
    return s


@program(np.array([1.0, -2.0, 0.5]))
def branch_by_where(x):
    return np.sum(np.where(x > 0, x * x, -3 * x) * np.maximum(x, 0.1))


@program(1.3, 0.4, "mul", wrt="x, y", other=[(1.3, 0.4, "add"), (1.3, 0.4, "none")])
def match_on_text(x, y, op):
    match op:
        case "add":
            r = x + y
        case "mul" | "times":
            r = x * y
        case _:
            r = x
    return r * r


@program(1.3, 2, wrt="x", other=[(1.3, 0), (1.3, 7)])
def match_on_a_number(x, n):
    match n:
        case 0:
            return x
        case 1 | 2:
            return x * x
        case other:
            return x * other


@program(1.3, 0.4)
def max_and_min_of_scalars(x, y):
    return max(x, y, 0.5) * min(x * y, y, 2.0)


@program(1.3, 0.4, other=[(-1.3, 0.4)])
def absolute_value_by_hand(x, y):
    s = x if x >= 0 else -x
    return math.log(s) * y


@program(1.3, 0.4)
def branch_on_a_constant(x, y):
    if False:
        x = y
    if True:
        y = x * y
    return x * y


@program(1.3, 0.4, other=[(0.1, 0.4)])
def branch_in_a_loop(x, y):
    s = x
    for i in range(4):
        if s > 1:
            s = s * y
        elif i % 2:
            s = s + x
        else:
            s = s * s
    return s


@program(np.array([0.3, 1.4, -0.2, 2.0]))
def branch_by_index_in_a_loop(x):
    s = 1.0
    for i, v in enumerate(x):
        if i % 2 == 0:
            s = s + v * v
        else:
            s = s * v
    return s


@program(1.3, 0.4)
def variable_of_two_types(x, y):
    s = x
    if y > 0:
        s = np.array([x, y])
    return np.sum(s * y)


@program(1.3, 0.4)
def assert_holds(x, y):
    assert x > y, "x is too small"
    return x / y


@program(1.3, 0.4)
def raise_on_the_path_not_taken(x, y):
    if x < 0:
        raise ValueError("negative")
    return math.sqrt(x) * y
