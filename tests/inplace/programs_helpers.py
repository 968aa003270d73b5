"""Programs whose helpers read, view, update or return their arguments; arguments as in ``programs_elements``."""

import numpy as np


def scaled(z, p):
    return np.tanh(z) * p


def scale(z, p):
    z *= p


def tail(z):
    return z[1:]


def ends(z):
    return z[:2], z[-2:]


def same(z):
    return z


def same_or_new(z, p):
    if p > 0.5:
        return z
    return z * 2.0


def step(z, out, p):
    out[1:-1] = z[1:-1] + p * (z[2:] + z[:-2])
    return out


def relax(z, p, times=2):
    for k in range(times):
        if k > 3:
            return z
        z[1:] += p * z[:-1]
    return z


def scale_tail(z, p):
    scale(tail(z), p)


def energy(z):
    return np.sum(z * z)


def local_mean(z, i):
    return (z[i - 1] + z[i + 1]) * z[i]


def fill(out, values, first=0):
    for k, v in enumerate(values):
        out[first + k] = v * v


def exchange(a, b):
    t = a.copy()
    a[...] = b
    b[...] = t


def helper_reads_what_is_updated_later(x, p):
    a = x.copy()
    h = scaled(a, p)
    a *= h
    g = scaled(a, p)
    a[0] = g[1]
    return np.sum(a * g)


def result_of_a_helper_is_updated(x, p):
    h = scaled(x, p)
    h *= x
    h[0] = p
    return np.sum(h * h)


def helper_updates(x, p):
    a = x.copy()
    scale(a, p)
    scale(a[1:], a[0])
    return np.sum(a * a)


def helper_updates_a_view(m, p):
    a = m.copy()
    scale(a[1], p)
    scale(a.T[0], p)
    scale(a[::2, 1:], p)
    return np.sum(a * a)


def helper_gives_a_view(x, p):
    a = x.copy()
    v = tail(a)
    v *= p
    a[1] = v[3]
    return np.sum(a * a) + np.sum(v)


def helper_gives_two_views(x, p):
    a = x.copy()
    first, last = ends(a)
    first *= p
    last += first
    return np.sum(a * a)


def helper_gives_its_argument(x, p):
    a = x.copy()
    b = same(a)
    b[0] = p
    return np.sum(a * b)


def helper_may_give_its_argument(x, p):
    a = x.copy()
    b = same_or_new(a, p)
    b[0] = p
    c = same_or_new(a, p - 0.5)
    c[1] = p
    return np.sum(a * b) + np.sum(c)


def helper_calls_a_helper(x, p):
    a = x.copy()
    scale_tail(a, p)
    scale_tail(tail(a), a[0])
    return np.sum(a * a)


def helper_with_an_output(x, p):
    a, b = x.copy(), np.zeros(6)
    for _ in range(3):
        step(a, b, p)
        a, b = b, a
    return np.sum(a * a) + np.sum(b)


def helper_returns_its_output(x, p):
    b = step(x, np.ones(6), p)
    b = step(b, b.copy(), p)
    return np.sum(b * b)


def helper_with_loop_and_return(x, p):
    a = x.copy()
    b = relax(a, p)
    c = relax(b[2:], p, times=3)
    c += 1.0
    return np.sum(a * b) + np.sum(c)


def helper_in_a_loop(x, p):
    a = x.copy()
    total = 0.0
    for i in range(1, 5):
        a[i] = local_mean(a, i) * p
        total += energy(a)
    return total


def helper_that_fills(x, p):
    out = np.zeros(8)
    fill(out, x * p)
    fill(out, x[:2], first=6)
    fill(out[2:4], out[:2])
    return np.sum(out * out)


def helper_that_exchanges(x, p):
    a, b = x.copy(), np.sin(x) * p
    exchange(a, b)
    exchange(a[:3], b[3:])
    return np.sum(a * a * b)


def helper_on_one_branch(x, p):
    a = x.copy()
    if p > 0.5:
        scale(a, p)
    else:
        scale(a, 2.0)
    for k in range(3):
        if k != 1:
            scale(a[k:], a[k])
    return np.sum(a * a)


def nested_function_updates(x, p):
    a = x.copy()

    def push(i, v):
        a[i] += v * p

    push(0, x[1])
    push(1, a[0])
    return np.sum(a * a)


def nested_function_returns_a_view(x, p):
    a = x.copy()

    def part(k):
        return a[k:]

    part(2)[...] *= p
    v = part(4)
    v += a[2]
    return np.sum(a * a)


def helper_gets_shared_arguments(x, p):
    a = x.copy()
    fill(a[1:4], a[0:3])
    step(a, a, p)
    return np.sum(a * a)


def helper_state_and_later_update(x, p):
    a = x.copy()
    total = 0.0
    for _ in range(3):
        total += energy(a) * energy(tail(a))
        a *= p
        a[0] = total * 0.1
    return total


def lambda_reads_what_changes(x, p):
    a = x.copy()
    norm = lambda: np.sum(a * a)
    first = norm()
    a[0] = p
    return first * norm()
