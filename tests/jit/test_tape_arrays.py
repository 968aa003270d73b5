"""Tapes as arrays: where the trips of the loops are known on entry, and lists elsewhere."""

import math

import numpy as np
import pytest

from cladpy import check_gradient, value_and_gradient
from tests.jit.interpreted import run


def counted(x, n):
    for _ in range(n):
        x = x * math.sin(x) + 1.0
    for i in range(1, n):
        x = x * math.cos(x) + i
    return x


def nested(x, n):
    for i in range(n - 2):
        for j in range(3):
            x = x * math.sin(x) + j
        x = x * x * 0.1 + i
    return x


def triangular(x, n):
    s = 1.0
    for i in range(n):
        for j in range(i, n):
            s = s * math.sin(x)
            if s > 0.3:
                x = x * s + 1.0
            for _ in range(3):
                x = math.sin(x * s) + j
    return s * x


def by_branches(x, n):
    for _ in range(n):
        if math.sin(x) > 0.7:
            x = x * math.sin(x)
        else:
            x = x * x * 0.5
            x = x + 0.9
    return x


def of_a_length(x, n):
    u, s = np.ones(n) * x, 1.0
    for i in range(len(u)):
        for k in range(u.shape[0] - 1, 0, -2):
            s = s * math.sin(s + u[i] * u[k])
    return s


def of_the_loops_own(x, n):
    for i in range(n):
        last = 2 * i + 1
        for k in range(i, last):
            x = x * math.sin(x) + k
    return x


def rebound_variable(x, n):
    for i in range(n):
        x = x * math.sin(x) + 1.0
        i = i + 2
        x = x * i * 0.1
    return x


KNOWN = (counted, nested, triangular, by_branches, of_a_length, of_the_loops_own, rebound_variable)


@pytest.mark.parametrize("function", KNOWN)
@pytest.mark.parametrize("n", [0, 1, 2, 5])
def test_arrays_hold_what_lists_held(function, n):
    """The text for numba, as Python, gives what the one for Python gives; no list is left."""
    text, (value, adjoint) = run(function, (0.7, n), "x")
    assert ".append(" not in text
    expected, (wanted) = value_and_gradient(function, "x")(0.7, n)
    assert (value, adjoint) == pytest.approx((expected, wanted), rel=1e-12)


@pytest.mark.parametrize("function", KNOWN)
def test_what_they_are_compared_with(function):
    """The gradient of plain Python, against differences."""
    check_gradient(function, (0.7, 5), "x")


def left_early(x, n):
    for _ in range(n):
        x = x * math.sin(x) + 1.0
        if x < 0.5:
            break
    return x


def until(x, n):
    while x < 0.9:
        x = x * math.sin(x) + 0.4
        n += 1
    return x


def over_a_number_that_changes(x, n):
    for _ in range(3):
        for _ in range(n):
            x = x * math.sin(x) + 1.0
        n += 1
    return x


def of_arrays(x, n):
    u = np.array([x, 2.0 * x])
    for _ in range(n):
        u = np.sin(u) * u
    return u[0] + u[1]


@pytest.mark.parametrize("function", [left_early, until, over_a_number_that_changes, of_arrays])
def test_lists_stay_where_the_number_is_not_known_on_entry(function):
    """What is left early may be allowed to run for ever; an array is no number."""
    text, (value, adjoint) = run(function, (0.7, 3), "x")
    assert ".append(" in text
    assert (value, adjoint) == pytest.approx(value_and_gradient(function, "x")(0.7, 3), rel=1e-12)


def test_the_loops_variable_is_the_place():
    """Of one loop around both; tapes of the same blocks share a count."""
    text, _ = run(counted, (0.7, 3), "x")
    assert "tape_x[i_2] = x" in text
    assert "x_2 = tape_x[i_2]" in text
    assert run(triangular, (0.7, 3), "x")[0].count("end_1 += 1") == 1


def squares(x, n):
    u = np.ones(n) * x
    for i in range(n):
        u[i] *= u[0] * u[i]
        u[0] = math.sin(u[i] * u[i])
    return np.sum(u)


def powers(x, n):
    s = 1.0
    for _ in range(n):
        s = s * x + s * x * s
    return s


def rows(x, n):
    u, total = np.ones((n, 2)) * x, 0.0
    for j in range(n):
        square = 0.0
        for i in range(2):
            square += u[j, i] * u[j, i]
        norm = math.sqrt(square)
        for i in range(2):
            u[j, i] /= norm * (j + 1)
            total += u[j, i] * norm
    return total


@pytest.mark.parametrize("function", [squares, powers, rows])
def test_tapes_that_hold_the_same_are_one(function):
    """What is pushed twice at one place is kept once."""
    text, (_, adjoint) = run(function, (0.7, 3), "x")
    stored = [line.strip().partition(" = ")[2] for line in text.splitlines() if line.strip().startswith("tape_")]
    stored = [value for value in stored if not value.startswith("np.empty")]
    assert len(stored) == len(set(stored))
    assert ".append(" not in text
    assert adjoint == pytest.approx((function(0.7 + 1e-6, 3) - function(0.7 - 1e-6, 3)) / 2e-6, rel=1e-7, abs=1e-9)


def test_what_changes_in_between_is_kept_apart():
    """Of two pushes of the same text, one may be of another value."""
    text, (_, adjoint) = run(squares, (0.7, 3), "x")
    assert text.count("= np.empty(") >= 2
    assert adjoint == pytest.approx((squares(0.7 + 1e-6, 3) - squares(0.7 - 1e-6, 3)) / 2e-6, rel=1e-7)
