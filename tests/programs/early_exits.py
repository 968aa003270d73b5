"""Early exits: break, continue and return in loops, for/else, while/else, while True."""

import math

import numpy as np

from tests.programs.corpus import program

X = np.array([0.7, -1.2, 0.4, 2.1])


@program(1.3, other=[(0.1,)])
def return_before_the_end(x):
    if x > 1:
        return x * x
    return math.sin(x)


@program(1.3, other=[(0.1,), (-3.0,)])
def returns_in_all_arms(x):
    if x > 1:
        return x * x
    elif x > 0:  # noqa: RET505
        return x
    else:
        return -x * 3


@program(1.3, 0.4)
def return_of_a_constant(x, y):
    if x < 0:
        return 2.0
    x = x * y
    return x * x


@program(1.1, 5, wrt="x", other=[(1.1, 2), (3.0, 5)])
def break_on_an_active_value(x, n):
    s = x
    for i in range(n):
        s = s * x + i
        if s > 5:
            break
    return s * x


@program(1.1)
def break_at_the_top(x):
    s = x
    for i in range(5):
        if i == 3:
            break
        s = s * x
    return s


@program(1.1)
def break_in_else(x):
    s = x
    for _ in range(9):
        if s < 3:
            s = s * x + 0.5
        else:
            break
    return s


@program(X)
def continue_on_an_element(x):
    s = 1.0
    for v in x:
        if v < 0:
            continue
        s = s * v
    return s


@program(X)
def continue_after_a_change(x):
    s = 1.0
    for v in x:
        s = s + v
        if v < 0:
            s = s * 2
            continue
        s = s * v
    return s


@program(X)
def continue_as_the_last_statement(x):
    s = 0.0
    for v in x:
        s = s * v + v
        continue
    return s


@program(1.1)
def break_and_continue(x):
    s = x
    for i in range(8):
        if i % 2:
            continue
        if i == 6:
            s = s * 3
            break
        s = s * x + i
    return s


@program(1.2, other=[(2.1,)])
def return_in_a_loop(x):
    s = x
    for i in range(6):
        s = s * x
        if s > 4:
            return s * i
    return s


@program(X, 1.3, other=[(X, 8.0)])
def return_in_nested_loops(a, x):
    s = x
    for i in range(3):
        for j in range(3):
            s = s * a[i] + a[j]
            if s > 4:
                return s * x
    return s


@program(X, 1.3)
def break_of_the_inner_loop(a, x):
    s = x
    for v in a:
        for w in a:
            s = s + v * w * x
            if w < 0:
                break
        s = s * 0.5
    return s


@program(X, 1.3)
def breaks_of_both_loops(a, x):
    s = x
    for v in a:
        for w in a:
            s = s + v * w
            if s > 2:
                break
        if s > 2:
            s = s * x
            break
    return s


@program(X, 1.3)
def continue_of_the_outer_loop(a, x):
    s = x
    for v in a:
        for w in a:
            if w * v < 0:
                s = s * 1.1 + w
                break
        if v < 0.5:
            continue
        s = s * v
    return s


@program(1.3)
def for_else_reached(x):
    s = x
    for i in range(3):
        s = s + i * x
        if s > 100:
            break
    else:
        s = s * x
    return s


@program(1.3)
def for_else_skipped(x):
    s = x
    for i in range(3):
        s = s + i * x
        if s > 2:
            break
    else:
        s = s * x
    return s


@program(1.3, other=[(3.0,)])
def for_else_with_return(x):
    s = x
    for i in range(3):
        s = s * x
        if s > 8:
            return s + i
    else:  # noqa: PLW0120
        s = s - 1
    return s * s


@program(1.3)
def for_else_of_an_empty_loop(x):
    for _ in range(0):
        x = x * 2
    else:  # noqa: PLW0120
        x = x * 3
    return x


@program(1.3, other=[(4.0,)])
def while_else(x):
    n = 3
    while n:
        n -= 1
        x = x * 1.5
        if x > 5:
            x = x - 1
            break
    else:
        x = x * x
    return x


@program(1.3)
def nested_else(x):
    s = x
    for i in range(3):
        for j in range(3):
            if j == i:
                break
            s = s * x
        else:
            s = s + 100
        s = s + j
    else:  # noqa: PLW0120
        s = s * x
    return s


@program(2.0, 1e-12, wrt="a")
def while_true_with_break(a, tol):
    x = a
    while True:
        step = (x * x - a) / (2 * x)
        x = x - step
        if abs(step) < tol:
            break
    return x


@program(1.3)
def while_true_with_return(x):
    n = 0
    while True:
        x = x * 1.2 + n
        n += 1
        if x > 6:
            return x * n


@program(1.3)
def while_true_left_at_once(x):
    s = 0.0
    while True:
        s = s + x * x
        break
    return s


@program(1.3, 0.4)
def nested_while_true(x, y):
    s = 0.0
    c = 0
    while True:
        s = s + x * y
        d = 0
        while True:
            s = s * x
            if d == 1:
                s = s + y
                break
            d += 1
        if c == 1:
            s = s * y
            break
        c += 1
    return s


@program(1.3)
def while_with_continue(x):
    n = 6
    s = x
    while n > 0:
        n -= 1
        if n % 3 == 0:
            s = s + x
            continue
        s = s * x
    return s


@program(1.3, 0.4, other=[(0.3, 0.4)])
def two_breaks_with_different_work(x, y):
    s = x
    for i in range(10):
        s = s * 1.5
        if s > 4:
            s = s * y
            break
        if i == 2:
            s = s + y
            break
        s = s + x
    return s


@program(1.3, other=[(0.2,), (-1.0,)])
def return_in_branch_in_loop_in_branch(x):
    s = x
    if x > 0:
        for i in range(4):
            if i == 2:
                if s > 1:
                    return s * x
                s = s + 1
            s = s * x
        return s
    return x * x


@program(1.3, 0.7)
def names_after_a_break(x, y):
    for i in range(5):
        t = x * i + y
        if t > 3:
            break
    return t * i


@program(1.1)
def continue_in_while_true(x):
    n, s = 0, x
    while True:
        n += 1
        if n == 2:
            s = s * 3
            continue
        if n > 4:
            break
        s = s * x + n
    return s


@program(X)
def search_with_return(x):
    best = x[0]
    for v in x:
        if v > 2:
            return v * best
        if v > best:
            best = v * 1.5
    return best


@program(np.array([1.3, 0.3, 0.8]))
def bisection(x):
    lo, hi = 0.0, x[0]
    for _ in range(5):
        mid = 0.5 * (lo + hi)
        if mid > 0.5:
            hi = mid
        else:
            lo = mid
    return lo * x[1] + hi * x[2] + x[0]
