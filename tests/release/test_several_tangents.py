"""Pushforwards that carry several tangents: what one for each gives, with the primal run once."""

import numpy as np
import pytest

from cladpy import CladpyError, hessian, jacobian
from cladpy.pushforward import Pushforward, Pushforwards
from cladpy.release.several_tangents import OneByOne

X = np.array([0.4, -0.7, 1.1])
CALLED = []


def straight(x):
    h = np.tanh(x)
    return h * h + x


def in_place(x):
    u = x.copy()
    for i in range(1, len(u)):
        u[i] *= u[i - 1]
        u[0] = u[i] + 1.0
    u *= 2.0
    return u


def number_or_array(x):
    total = 0.0
    for i in range(3):
        total += x * x[i]
        total *= 1.5
    return total


def summed(x):
    total = 0.0
    for item in x:
        total += np.sin(item) * total + item
    return total


def zero_at_first(x):
    y = np.zeros(3)
    y[1:] = x[:-1]
    z = np.zeros(2) if x[0] > 5 else x[:2]
    return y, z


def helper(u, w, k):
    u[0] += w[1] * k
    return u * w


def with_helper(x):
    u = x * 2.0
    y = helper(u, x * x, 3)
    return np.sum(helper(u, np.ones(3), 2) * y)


def power(x, n):
    return x if n == 0 else x * power(np.sin(x), n - 1)


def recursive(x):
    return power(x, 3)


def lists(x):
    rows, last = [], {"a": x[0]}
    for i, item in enumerate(x):
        rows.append(item * x)
        last["a"] = last["a"] * item + i
    rows[1][0] = 2.0 * x[1]
    rows.insert(0, rows.pop())
    return rows, last


def zipped(x):
    total = x[0]
    for k, (left, right) in enumerate(zip(x, x[1:], strict=False)):  # noqa: RUF007 - of zip
        total = total * left - right * k
    return total


def branches(x):
    y = x[0] if x[0] > x[1] else 2.0 * x[1]
    if y > 0:
        y = np.exp(y)
    while y > 0.5:
        y = y * 0.6 * x[2]
    return max(y, x[0], x[1])


PROGRAMS = [straight, in_place, number_or_array, summed, zero_at_first, with_helper, recursive, lists, zipped, branches]


@pytest.mark.parametrize("program", PROGRAMS)
def test_several_tangents_are_as_one_by_one(program):
    """To the last bit."""
    tangents = np.random.default_rng(3).standard_normal((4, 3))
    one, several = Pushforward(program, "x"), Pushforwards(program, "x")
    _, found = several.all_along((X,), [[t] for t in tangents])
    expected = [one.along((X,), [t])[1] for t in tangents]
    assert repr(list(found)) == repr(expected)


def counted(x):
    CALLED.append(1)
    return x * x


def observed(x):
    y = counted(x)
    print(y[0])
    return y


def test_the_primal_runs_once(capsys):
    """What it prints is printed once for all columns."""
    np.testing.assert_array_equal(jacobian(observed, "x", direction="forward")(X), np.diag(2 * X))
    assert capsys.readouterr().out.count("\n") == 1


def test_the_text():
    """The primal's statements are its own; zeros that are updated are made for each tangent."""
    text = jacobian(in_place, "x", direction="forward")
    text(X)
    assert "t_u = [each_x.copy() for each_x in t_x]" in text.source
    assert "    for each_u in t_u:\n        each_u *= 2.0\n    u *= 2.0\n" in text.source


def of_a_dict(x):
    parts = {"a": x, "b": x * x}
    total = 0.0
    for _, part in parts.items():  # noqa: PERF102 - of pairs
        total = total + np.sum(part)
    return np.array([total, x[0], x[1], x[2]])


def test_what_takes_one_tangent_at_a_time():
    """The columns are swept one by one, with the same numbers."""
    made = Pushforwards(of_a_dict, "x")
    try:
        made.entry_for((X,))
    except CladpyError as error:
        assert isinstance(error.__cause__, OneByOne)  # noqa: PT017 - either is right
    slopes = jacobian(of_a_dict, "x", direction="forward")(X)
    np.testing.assert_allclose(slopes, jacobian(of_a_dict, "x", direction="reverse")(X), rtol=1e-14)


def loss(x):
    u = x.copy()
    for i in range(2):
        u[i] = np.sin(u[i + 1] * u[i])
    return np.sum(u**3)


def test_columns_of_a_hessian_share_a_sweep():
    """It is symmetric, and what products with unit vectors give."""
    made = hessian(loss, "x")
    found = made(X)
    np.testing.assert_allclose(found, found.T, rtol=1e-12)
    assert " for each_x in t_x]" in made.source


def test_more_columns_than_share_a_sweep():
    """In several sweeps."""
    x = np.linspace(0.0, 1.0, 130)
    np.testing.assert_array_equal(
        jacobian(straight, "x", direction="forward")(x), np.diag(2 * np.tanh(x) * (1 - np.tanh(x) ** 2) + 1)
    )
