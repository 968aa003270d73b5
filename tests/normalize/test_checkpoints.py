"""Loops and calls in checkpoints: as functions of their own, and what is refused."""

import math

import numpy as np
import pytest

import cladpy
from cladpy import CladpyError, check_gradient, checkpoint, gradient, hessian, pushforward

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


def broken_off(x, n):
    for i in checkpoint(range(n)):
        x = x * 2.0
        if i == 3:
            break
    return x


def returned_from(x, n):
    for _ in checkpoint(range(n)):
        return x * 2.0
    return x


def with_else(x, n):
    for _ in checkpoint(range(n)):
        x = x * 2.0
    else:  # noqa: PLW0120 - that is refused
        x = x + 1.0
    return x


def of_pairs(x, data):
    for i, d in checkpoint(enumerate(data)):
        x = x * d * i
    return x


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


def first_assigned_in_it(x, n):
    for i in checkpoint(range(n)):
        t = x * i
        x = x + t
    return x + t


def variable_read_behind(x, n):
    for i in checkpoint(range(n)):  # noqa: B007 - it is read below
        x = x * 1.1
    return x * i


def while_loop(x, n):
    while checkpoint(x < n):
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
    (over_active, ([1.0, 2.0],), "goes over what is differentiated"), (broken_off, (0.5, 5), "runs to its end"),
    (returned_from, (0.5, 5), "runs to its end"), (with_else, (0.5, 5), "runs to its end"),
    (of_pairs, (0.5, [1.0, 2.0]), "has one variable"), (drawn, (0.5, 3), "called a second time"),
    (drawn_below, (0.5, 3), "called a second time"), (drawn_in_a_call, (0.5, 3), "called a second time"),
    (printed, (0.5, 3), "called a second time"), (first_assigned_in_it, (0.5, 3), "'t' is first assigned"),
    (variable_read_behind, (0.5, 3), "'i' of a checkpointed loop is read behind it"),
    (while_loop, (0.5, 3.0), "where nothing can be run again"), (kept_in_a_name, (0.5, 3), "nothing can be run again"),
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
