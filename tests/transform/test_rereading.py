"""Items that are read again off an array whose stores are undone: when that is cheaper, and when it is safe."""

import numpy as np
import pytest

from cladpy import check_gradient
from tests.transform.test_needs import needs

V, M = np.array([0.5, -1.25, 2.0, 0.8]), np.array([[1.0, 2.0, -0.5], [0.3, 0.7, 1.1], [0.2, -0.4, 0.9]])


def how(body, version, args=(V, 2.0)):
    """Return how a version is had, or that it is not read."""
    return needs(body, args).get(version, "not read")


@pytest.mark.parametrize(
    ("loop", "version"),
    [
        ("a = u[:2]\n    u[i] = np.sum(a * a) + u[i]", "a.1"),
        ("a = u[:-1]\n    b = u[1:]\n    u[1:] = a * b", "a.1"),
        ("a = u[:-1]\n    b = u[1:]\n    u[1:] = a * b", "b.1"),
        ("a = u[i]\n    b = u[i - 1]\n    u[0] += a * b", "a.1"),
        ("a = u[:2]\n    u[i] += np.sum(a * y) * np.sum(a)\n    u[i] *= u[0]", "a.1"),
    ],
)
def test_what_stores_overwrite_is_less_than_what_is_read(loop, version):
    """The stores are undone, and the items read again."""
    assert how(f"u = x * 1.0\nfor i in range(4):\n    {loop}\nreturn np.sum(u)", version) == "reread"


@pytest.mark.parametrize(
    ("loop", "version"),
    [
        ("a = u[i]\n    u[1:] += np.sin(a) * x[1:]", "a.1"),
        ("a = u[1:]\n    u[1:] = np.sin(a)", "a.1"),
    ],
)
def test_what_stores_overwrite_is_more(loop, version):
    """What is read is recorded."""
    assert how(f"u = x * 1.0\nfor i in range(4):\n    {loop}\nreturn np.sum(u)", version) == "recorded"


def test_only_the_stores_behind_an_item_count():
    """In the second loop a store costs little; that the first one's cost more does not matter to its items."""
    body = (
        "u = x * 1.0\nfor i in range(4):\n    b = u[i]\n    u[1:] += np.sin(b) * x[1:]\n"
        "for i in range(4):\n    a = u[:2]\n    u[i] = np.sum(a * a)\nreturn np.sum(u)"
    )
    assert (how(body, "a.1"), how(body, "b.1")) == ("reread", "recorded")


@pytest.mark.parametrize(
    ("loop", "version"),
    [
        ("a = u[i]\n    b = u[i - 1]\n    u[i] = y\n    u[0] += a * b", "a.1"),
        ("a = u[i]\n    b = u[0]\n    for j in range(2):\n        u[j] += a * b", "a.1"),
        ("a = u[i]\n    b = u[0]\n    for j in range(2):\n        s += a * b\n        u[j] = y", "a.1"),
        ("a = u[i]\n    u[i] *= a\n    u[0] *= a", "a.1"),
        ("a = u[i]\n    for j in range(int(a)):\n        s += a * y\n    u[i] = s", "a.1"),
        ("a = u[[i, 0]]\n    u[0] = np.sum(a * a)", "a.1"),
    ],
)
def test_an_item_that_may_have_changed_is_recorded(loop, version):
    """By a store between its reading and its use, in a loop too, or by the very store that uses it; a gather always."""
    assert how(f"s = 0.0\nu = x * 1.0\nfor i in range(4):\n    {loop}\nreturn np.sum(u) + s", version) == "recorded"


def test_an_array_whose_name_changes_is_not_restored():
    """The variable would no longer refer to it."""
    loop = "for i in range(3):\n    a = u[:i]\n    u[i] = np.sum(a * a)\n    u = u * y"
    assert how(f"u = x * 1.0\n{loop}\nreturn np.sum(u)", "a.1") == "recorded"


# ---- gradients ----


def running(x, y):
    u = x * 1.0
    for i in range(4):
        u[i] = np.sum(u[:i] * u[:i]) + u[i] * y
    return np.sum(u)


def updated_by_operators(x, y):
    u = x * y
    for i in range(1, 4):
        u[i] *= u[i - 1]
        u[i] /= 2 + u[0] ** 2
    return np.sum(u * u)


def read_before_it_is_overwritten(x, y):
    u = x * 1.0
    for i in range(4):
        a = u[i]
        u[i] = y
        u[0] += a * u[i - 1] * a
    return np.sum(u)


def scaled_by_itself(x, y):
    u = x * 1.0
    for i in range(4):
        a = u[i]
        u[i] *= a
        u[0] *= a * y
    return np.sum(u)


def swapped(x, y):
    u = x * 1.0
    for i in range(3):
        u[i], u[i + 1] = u[i + 1] * u[i], u[i] * y
    return np.sum(u * u)


def under_a_condition(x, y):
    u = x * 1.0
    for _ in range(2):
        for i in range(1, 4):
            if u[i] > 0:
                u[i] = u[i - 1] * u[i]
            else:
                u[i] -= u[0] * u[i] * y
    return np.sum(u)


def left_early(x, y):
    u = x * 1.0
    for i in range(1, 4):
        if u[i] * u[0] > 5:
            break
        u[i] = u[i - 1] * u[i] * y
    return np.sum(u)


def until_it_is_large(x, y):
    u = x * 1.0
    k = 0
    while np.sum(u * u) < 50 and k < 4:
        u[1:] = u[:-1] * u[1:] + y
        k += 1
    return np.sum(u)


def slices_and_elements(x, y):
    u = x * 1.0
    for _ in range(3):
        u[1:] += u[:-1] * u[1:]
        u[0] = np.sum(u[1:] ** 2) * 0.1
    return np.sum(u) * y


PROGRAMS = (running, updated_by_operators, read_before_it_is_overwritten, scaled_by_itself, swapped,
            under_a_condition, left_early, until_it_is_large, slices_and_elements)  # fmt: skip


@pytest.mark.parametrize("function", PROGRAMS)
def test_gradients(function):
    """Against differences, and the same with the analysis switched off."""
    others = [(-V, 0.4), (V[::-1] * 2, -0.3)]
    check_gradient(function, (V, 0.7), other_args=others, variants=("gradient", "pullback", "tbr"))


def test_gradient_of_a_triangular_solve(rng):
    """In place, with a matrix."""

    def solved(lower, b):
        x = b.copy()
        for i in range(len(x)):
            x[i] -= lower[i, :i] @ x[:i]
            x[i] /= lower[i, i]
        return np.sum(x**2)

    check_gradient(solved, (np.tril(M) + 2 * np.eye(3), rng.standard_normal((3, 2))))
