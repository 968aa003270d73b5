"""A function that calls itself hands back what it updates, and its caller binds it anew."""

import numpy as np
import pytest

from cladpy import CladpyError, check_gradient, gradient, pullback
from cladpy.normalize.handed_back import MadeFunctions, handed_by, handing_back, rebound_by

A = np.array([4.0, 2.0, 3.0, 1.0])


def walk(v, d, out):
    out.append(v)
    if d > 0:
        walk(v * 0.5, d - 1, out)
        walk(v * v, d - 1, out)


def appends(x):
    out = []
    walk(x, 2, out)
    return sum(o * o for o in out)


def fibonacci(k, x, memo=None):
    if memo is None:
        memo = {}
    if k in memo:
        return memo[k]
    memo[k] = x + k if k < 2 else fibonacci(k - 1, x, memo) * 0.5 + fibonacci(k - 2, x, memo)
    return memo[k]


def remembers(x, n):
    memo = {1: x * x}
    return fibonacci(n, x) + fibonacci(n, x, memo) + memo[2]


def sorts(a):
    a = a.copy()

    def quick(lo, hi):
        if lo >= hi:
            return
        p, i = a[hi], lo
        for j in range(lo, hi):
            if a[j] < p:
                a[i], a[j] = a[j], a[i]
                i += 1
        a[i], a[hi] = a[hi], a[i]
        quick(lo, i - 1)
        quick(i + 1, hi)

    quick(0, len(a) - 1)
    return np.sum(a * a * np.arange(4))


def search(w):
    best, used = 0.0, [0] * 3

    def go(k, v):
        nonlocal best
        best = max(best, v)
        if k < 2 and used[k] == 0:
            used[k] = 1
            go(k + 1, v * 0.75 + w[k])
            used[k] = 0

    go(0, 0.0)
    return best


def run(x, out):
    walk(x, 1, out)
    return out[0]


def through_a_helper(x):
    out = [x]
    a = run(x * 2, out)
    run(x, out)
    return sum(v * v for v in out) * a


def in_expressions(x):
    out = [x]

    def go(k):
        out.append(x * k)
        return x if k == 0 else go(k - 1) * 0.9

    s = [go(k) for k in range(2)]
    return go(2) * out[-1] + sum(s) + sum(go(k) for k in range(2)) + sum(out)


def squares(a, n):
    a[n] = a[n] ** 2
    if n:
        return squares(a, n - 1)
    return a


def returns_what_it_fills(x):
    y = list(x * 2)
    z = squares(y, 1)
    z.append(x[0] * z[0])
    return sum(z) + sum(v * v for v in y)


PROGRAMS = {
    returns_what_it_fills: (A,), appends: (1.3,), remembers: (1.3, 3), sorts: (A,), search: (A[:2],),
    through_a_helper: (1.3,), in_expressions: (1.3,),
}  # fmt: skip


@pytest.mark.parametrize("function", PROGRAMS, ids=lambda function: function.__name__)
def test_gradients_agree_with_differences(function):
    """Lists, dicts and arrays, through helpers and in expressions."""
    check_gradient(function, PROGRAMS[function], variants=("pushforward",) if function is appends else ())


def test_what_is_made_returns_what_it_updates():
    """Behind its result, and made once."""
    made = MadeFunctions()
    handed = handing_back(walk, frozenset({"out"}), made)
    assert handed is handing_back(walk, frozenset({"out"}), made)
    assert handed_by(handed.function) == ("out",)
    assert rebound_by(walk) == frozenset()
    out = [0.0]
    assert handed.function(1.0, 0, out) == (None, [0.0, 1.0])


def test_the_callers_list_stays_as_it_was():
    """What the root is given is copied, as always."""
    out = [1.0]
    pullback(walk_and_sum, "x")(2.0, out, 1.0)
    assert out == [1.0]


def walk_and_sum(x, out):
    walk(x, 1, out)
    return sum(out)


def other_name(x):
    out = []
    other = out
    walk(x, 1, out)
    return sum(other)


def other_holder(x):
    out = []
    held = {"out": out}
    walk(x, 1, out)
    return sum(held["out"])


def no_variable(x):
    held = [[]]
    walk(x, 1, held[0])
    return sum(held[0])


def part(out, x, k):
    out.append([x * k])
    return out[0] if k == 0 else part(out, x, k - 1)


def returns_a_part(x):
    out = []
    return part(out, x, 2)[0] + sum(o[0] for o in out)


def holds_the_other(x):
    out = [x]
    held = [out]

    def go(k, a, b):
        a.append(x * k)
        return len(b[0]) * x if k == 0 else go(k - 1, a, b)

    return go(2, out, held)


def beside_itself(x):
    out = [x]

    def go(k):
        out.append(x * k)
        return out if k == 0 else go(k - 1)

    return sum(out + go(2))


@pytest.mark.parametrize(
    "function", [other_name, other_holder, no_variable, beside_itself, returns_a_part, holds_the_other]
)
def test_updates_that_another_name_would_see_are_refused(function):
    """The copy is bound to one name alone."""
    with pytest.raises(CladpyError) as caught:
        gradient(function, "x")(1.5)
    assert caught.value.code in ("C118", "C120")
    assert caught.value.location is not None
