"""Contexts that may update what has a derivative are refused."""

import contextlib

import numpy as np
import pytest

from cladpy import CladpyError, check_gradient, gradient


class DoublesArray:
    """Updates the array that it holds."""

    def __init__(self, a):
        self.a = a

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.a *= 2.0


class Counts:
    """Holds nothing that has a derivative."""

    def __init__(self):
        self.count = 0

    def __enter__(self):
        self.count += 1

    def __exit__(self, *_):
        self.count += 1


class Closes:
    """Updates the array that it holds when it is closed."""

    def __init__(self, a):
        self.a = a

    def close(self):
        self.a *= 2.0


def by_a_context_of_a_library(x):
    a = x * 1.0
    with contextlib.closing(Closes(a)):
        y = np.sum(a * x)
    return y * np.sum(a)


def by_array(x):
    a = x * 1.0
    with DoublesArray(a):
        y = np.sum(a * x)
    return y * np.sum(a)


def by_name(x):
    a = x * 1.0
    context = DoublesArray(a)
    with context as entered_context:
        y = np.sum(a * x)
    return y * np.sum(a) if entered_context is context else y


def by_a_stack_of_a_library(x):
    a = x * 1.0
    with contextlib.ExitStack() as stack:
        stack.enter_context(DoublesArray(a))
        y = np.sum(a * x)
    return y * np.sum(a)


@pytest.mark.parametrize("function", [by_array, by_name, by_a_context_of_a_library])
def test_what_a_context_of_the_users_updates_is_followed(function):
    """Also where its array has another name, or a context whose text is Python's calls what updates it."""
    check_gradient(function, (np.array([0.5, 0.7, 0.3]),))


def test_what_a_context_may_update_is_refused():
    """Where nobody sees into it."""
    with pytest.raises(CladpyError) as caught:
        gradient(by_a_stack_of_a_library)(np.ones(3))
    assert caught.value.code in ("C120", "C123")


def counted(x):
    with Counts():
        return np.sum(x * x)


def test_a_context_without_active_values_is_entered():
    """As it stands."""
    assert np.array_equal(gradient(counted, "x")(np.ones(3)), [2.0, 2.0, 2.0])
