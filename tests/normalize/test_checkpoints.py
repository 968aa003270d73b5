"""Loops and calls in checkpoints: as functions of their own, and what is refused."""

import itertools
import math

import numpy as np
import pytest

import cladpy
from cladpy import CladpyError, check_gradient, checkpoint, gradient, hessian, pushforward, value_and_gradient

C = 0.3
X = np.array([0.5, 0.8, 1.2])


def numbers(x, n):
    total = 0.0
    t = x
    for i in cladpy.checkpoint(range(n)):
        t = math.sin(t) * C + i * 0.01
        total += t * x
    return total


def exchanged(a, b, n):
    for _ in checkpoint(range(n), snapshots=2):
        a, b = b * 0.5 + a, np.tanh(a)
    return np.sum(a * b)


def continued(x, n):
    y = x.copy()
    for i in checkpoint(range(n), snapshots=4):
        if i % 2 == 0:
            y = y * 1.1
            continue
        y[0] *= y[1]
    return np.sum(y)


def nested(x, n):
    s = 0.0
    y = x.copy()
    for i in checkpoint(range(n)):
        for j in checkpoint(range(3), snapshots=1):
            y[j] = y[j] * np.cos(s) + 0.1 * i
        s = s + np.sum(y)
    return s


def rows(x, data):
    s = x * 1.0
    for row in checkpoint(data, snapshots=2):
        s = np.sin(s * row)
    return np.sum(s)


def helper(u, k):
    u[1:] += k * u[:-1]


def updated_by_a_helper(x, k, n):
    u = x * 1.0
    for _ in checkpoint(range(n)):
        helper(u, k)
    return np.sum(u * u)


def with_a_loop_that_breaks(x, n):
    y = x * 1.0
    for _ in checkpoint(range(n)):
        k = 0
        while k < 3:
            y = np.sin(y) + x
            k += 1
            if k == 2:
                break
    return np.sum(y)


def within_a_loop(x, n):
    total = 0.0
    for j in range(2):
        y = x * j + x
        for _ in checkpoint(range(n), snapshots=2):
            y = y * np.cos(x)
        total += np.sum(y)
    return total


def below(x, n):
    y = x * 1.0
    for _ in checkpoint(range(n), snapshots=2):
        y = np.sin(y)
    return y


def in_a_function(x, n):
    return np.sum(below(x, n) ** 2)


def through_a_view(x, n):
    u = x.copy()
    for _ in checkpoint(range(n)):
        row = u[1:]
        row *= u[0]
        u[0] += 0.1
    return np.sum(u)


def with_a_buffer(x, k, n):
    w = np.zeros(3)
    u = x * 1.0
    for _ in checkpoint(range(n)):
        w[:] = u * k
        u = u + np.sin(w)
    return np.sum(u)


def updated_behind(x, n):
    v = x * 1.0
    for _ in checkpoint(range(n)):
        x = x * v
    v[0] = 3.0
    x = x + v
    x[1] = 2.0
    return np.sum(x)


def argument_updated(u, n):
    for _ in checkpoint(range(n)):
        u[0] *= u[1]
    u *= 2.0
    return np.sum(u)


def collected(x, n):
    out = []
    y = x
    for _ in checkpoint(range(n)):
        y = y * 1.1
        out.append(np.sum(y))
    return out[0] * out[1]


def with_a_closure(x, n):
    scale = lambda t: t * C * n
    for _ in checkpoint(range(n)):
        x = scale(x)
    return x


def in_a_dict(p, n):
    for _ in checkpoint(range(n)):
        p["u"][0] *= p["k"]
    return np.sum(p["u"])


def turning(x, n):
    k, z = 1, 1 + 0j
    for _ in checkpoint(range(n)):
        z = z * np.exp(1j * x) * k
        k *= 2
    return z.real


def unchanged(x, n):
    for i in checkpoint(range(n)):
        i + n
    return x * n


def layer(h, w):
    return np.tanh(h @ w)


def calls(h, w):
    for _ in range(3):
        h = checkpoint(layer)(h, w)
    return np.sum(h)


def call_by_keyword(h, w):
    return np.sum(checkpoint(layer)(w=w, h=h) ** 2)


def call_and_update(h, w):
    y = checkpoint(layer)(h, w)
    h *= 2.0
    return np.sum(y * h)


H, W = np.full((3, 3), 0.3), np.eye(3) * 0.7 + 0.1
PROGRAMS = [
    (numbers, (0.7, 9)), (numbers, (0.7, 0)), (exchanged, (X, 2 * X, 7)), (continued, (X, 9)), (nested, (X, 5)),
    (updated_by_a_helper, (X, 0.3, 6)), (with_a_loop_that_breaks, (X, 6)), (within_a_loop, (X, 5)),
    (in_a_function, (X, 6)), (through_a_view, (X, 5)), (with_a_buffer, (X, 0.4, 4)), (updated_behind, (X, 3)),
    (argument_updated, (X, 3)), (argument_updated, (X, 0)), (collected, (X, 3)), (with_a_closure, (0.5, 3)),
    (in_a_dict, ({"u": X, "k": 1.5}, 3)), (turning, (0.4, 3)), (unchanged, (0.4, 3)),
    (calls, (H, W)), (call_by_keyword, (H, W)), (call_and_update, (H, W)),
]  # fmt: skip


@pytest.mark.parametrize(("function", "args"), PROGRAMS, ids=[f"{f.__name__}-{a[-1]!s:.2}" for f, a in PROGRAMS])
def test_the_gradient_is_that_of_the_program(function, args):
    """In both modes, by its halves, with the arguments as they were."""
    check_gradient(function, args, variants=("pullback", "tbr", "pushforward"))


def test_what_a_loop_goes_over():
    """Rows of an array that is not differentiated."""
    check_gradient(rows, (X, np.array([[1.0, 2.0, 3.0], [0.5, 0.6, 0.7], [1.0, 1.0, 2.0]])), "x")


def until_it_is_large(x):
    y = x * 1.0
    while checkpoint(np.sum(y) < 50.0):
        y = y * 1.3 + x
    return np.sum(y)


def until_an_element_is_large(x):
    y = x.copy()
    while checkpoint(y[0] < 50.0, snapshots=3):
        y[1:] += 0.1 * y[:-1]
        y[0] *= 1.2
    return np.sum(y)


def broken_off(x, n):
    for i in checkpoint(range(n)):
        if i > 4:
            continue
        x = x * np.cos(x)
        if np.sum(x) < 1.0:
            break
    return np.sum(x)


def returned_from(x, n):
    for i in checkpoint(range(n), snapshots=2):
        x = x * np.cos(x)
        if np.sum(x) < 1.0:
            return np.sum(x) * i
    return np.sum(x * x)


def with_else(x, n):
    for _ in checkpoint(range(n)):
        x = x * 1.1
    else:  # noqa: PLW0120 - it is what is tested
        x = x * x
    return np.sum(x)


def with_break_and_else(x, n):
    for i in checkpoint(range(n)):  # noqa: B007 - it is read below
        x = x * 1.1
        if x[0] > 1:
            break
    else:
        x = x * x
    return np.sum(x) * i


def first_assigned_in_it(x, n):
    for i in checkpoint(range(n)):
        t = x * i
        x = np.sin(x + t)
    return np.sum(x + t)


def counted_without_end(x):
    for i in checkpoint(itertools.count()):
        x = x * 1.1
        if x[0] > 2 + i:
            break
    return np.sum(x)


def newton_root(a, tol):
    x = a
    while checkpoint(True):
        step = (x * x - a) / (2 * x)
        x = x - step
        if abs(step) < tol:
            break
    return x


def returned_local(a, tol):  # noqa: RET503 - it ends by its return
    x = a
    while checkpoint(True):
        y = (x + a / x) / 2
        if abs(y - x) < tol:
            return y
        x = y


def nested_while(x, n):
    s = 0.0
    for _ in checkpoint(range(n)):
        y = x * 1.0
        while checkpoint(np.sum(y) < 10.0, snapshots=2):
            y = y * y + x
            if y[0] > 30:
                return s
        s = s + np.sum(y) * 0.01
        x = x * 0.9
    return s


def while_with_else(x):
    k = 0
    while checkpoint(k < 7):
        x = x * np.sin(x) + x
        k += 1
    x = x * 2.0
    return np.sum(x)


def returned_from_an_inner_loop(x, n):
    for i in checkpoint(range(n)):
        for j in range(3):
            if j == 2:
                break
            x = np.sin(x) * 1.1
            if i == 3 and j == 1:
                return np.sum(x)
    return np.sum(x * x)


def collected_until(x, n):
    out = []
    for _ in checkpoint(range(n)):
        x = x * 1.1
        out.append(np.sum(x))
        if out[-1] > 4:
            break
    return out[-1] * len(out) + out[0]


def fixed_point(x):
    it = 0
    while checkpoint(it < 100):
        new = np.cos(x)
        if np.max(np.abs(new - x)) < 1e-10:
            break
        x = new
        it += 1
    return np.sum(new)


def taken_from_a_list(x, n):
    waiting = list(range(n))
    while checkpoint(len(waiting) > 0):
        i = waiting.pop()
        x = x * np.cos(i * x)
    return np.sum(x)


UNTIL = [
    (taken_from_a_list, (X, 4)),
    (until_it_is_large, (X,)), (until_it_is_large, (X * 100,)), (until_an_element_is_large, (X,)), (broken_off, (X, 9)),
    (broken_off, (X, 1)), (returned_from, (X, 9)), (returned_from, (X, 1)), (with_else, (X, 4)), (with_else, (X, 0)),
    (with_break_and_else, (X, 20)), (with_break_and_else, (X, 3)), (first_assigned_in_it, (X, 4)),
    (counted_without_end, (X,)), (newton_root, (2.0, 1e-12)), (returned_local, (2.0, 1e-10)), (nested_while, (X, 5)),
    (while_with_else, (X,)), (returned_from_an_inner_loop, (X, 6)), (returned_from_an_inner_loop, (X, 2)),
    (collected_until, (X, 9)), (fixed_point, (X,)),
]  # fmt: skip


@pytest.mark.parametrize(("function", "args"), UNTIL, ids=[f"{f.__name__}-{a[-1]!s:.2}" for f, a in UNTIL])
def test_loops_of_unknown_length(function, args):
    """A while, a break, a return and an else, of loops that are run again."""
    check_gradient(function, args, 0, variants=("tbr", "pushforward"))


def test_what_no_iteration_has_assigned_is_none():
    """The error comes where it is read, as it would without the checkpoint."""
    assert gradient(first_assigned_in_it, "x")(X, 1).shape == (3,)
    with pytest.raises(TypeError):
        value_and_gradient(first_assigned_in_it, "x")(X, 0)


def test_a_loop_that_is_left_keeps_few_states():
    """As many as are asked for."""
    text = gradient(until_an_element_is_large, "x").source_for(X)
    assert "checkpointed_until(" in text
    assert ", 3, " in text


def test_second_derivatives():
    """They are had without running anything again."""
    step, slope = 1e-5, gradient(numbers, "x")
    expected = (slope(0.7 + step, 9) - slope(0.7 - step, 9)) / (2 * step)
    assert hessian(numbers, "x")(0.7, 9) == pytest.approx(expected, rel=1e-8)


def test_forward_mode_has_nothing_to_keep():
    """The loop stays a loop."""
    text = pushforward(numbers, "x").source_for(0.7, 9)
    assert "for i in range(n):" in text
    assert "checkpoint" not in text


def test_globals_are_read_live(monkeypatch):
    """Also those that the iterations read."""
    slope = gradient(numbers, "x")
    before = slope(0.7, 3)
    monkeypatch.setitem(globals(), "C", 0.6)
    assert slope(0.7, 3) != before
    check_gradient(numbers, (0.7, 3), variants=())


# ---- what is refused ----


def over_active(xs):
    s = 1.0
    for x in checkpoint(xs):
        s = s * x
    return s


GENERATOR = np.random.default_rng(0)


def drawn(x, n):
    for _ in checkpoint(range(n)):
        x = x * GENERATOR.normal()
    return x


def noise(x):
    return x * GENERATOR.normal()


def drawn_below(x, n):
    for _ in checkpoint(range(n)):
        x = noise(x)
    return x


def drawn_in_a_call(x, n):
    return checkpoint(noise)(x) * n


def printed(x, n):
    for i in checkpoint(range(n)):
        print(i)
        x = x * 2.0
    return x


def kept_in_a_name(x, n):
    steps = checkpoint(range(n))
    for _ in steps:
        x = x * 2.0
    return x


def of_a_builtin(x, n):
    return checkpoint(math.sin)(x) * n


def of_a_local(x, n):
    f = lambda t: t * n
    return checkpoint(f)(x)


def view_outside(x, n):
    u = x * 1.0
    v = u[1:]
    for _ in checkpoint(range(n)):
        u[0] += v[0]
        u[1] *= 2.0
    return np.sum(u) + np.sum(v)


def two_names_inside(x, n):
    u = x * 1.0
    v = u * 0.5
    for _ in checkpoint(range(n)):
        u[0] += v[1]
        v = u
    return np.sum(u) + np.sum(v)


def no_states(x, n):
    for _ in checkpoint(range(n), snapshots=0):
        x = x * 2.0
    return x


REFUSED = [
    (over_active, ([1.0, 2.0],), "goes over what is differentiated"), (drawn, (0.5, 3), "called a second time"),
    (drawn_below, (0.5, 3), "called a second time"), (drawn_in_a_call, (0.5, 3), "called a second time"),
    (printed, (0.5, 3), "called a second time"), (kept_in_a_name, (0.5, 3), "nothing can be run again"),
    (of_a_builtin, (0.5, 3), "no function of Python"), (of_a_local, (0.5, 3), "known by name"),
    (view_outside, (X, 3), "whose storage 'v' may share"), (two_names_inside, (X, 3), "may share storage"),
    (no_states, (X, 3), "at least one state"),
]  # fmt: skip


@pytest.mark.parametrize(("function", "args", "message"), REFUSED, ids=[f.__name__ for f, _, _ in REFUSED])
def test_what_cannot_be_run_again(function, args, message):
    """It is refused at its line, with what to write."""
    with pytest.raises(CladpyError, match=message) as caught:
        cladpy.pullback(function)(*args, 1.0)
    assert caught.value.code == "C124"
    if function is not no_states:
        assert caught.value.location.file == __file__
        assert caught.value.hint
