"""Tests of what is no Python function: each kind is refused with what to pass instead."""

import functools
import math

import numpy as np
import pytest

from cladpy.errors import CladpyError
from cladpy.frontend.unwrap import unwrap


def refusal(function):
    """Return the error that unwrapping a function ends in."""
    with pytest.raises(CladpyError) as caught:
        unwrap(function)
    assert caught.value.code == "C304"
    assert caught.value.hint
    return caught.value


class _Compiled:
    """Stand in for a function compiled by numba."""

    def __init__(self):
        self.__name__ = "kernel"

    def py_func(self):
        """Play the Python function."""


def test_a_function_under_numba_is_taken_apart():
    """What it was is differentiated; any other attribute of that name is no function."""
    kernel = _Compiled()
    kernel.py_func = refusal
    assert unwrap(kernel) is refusal


class _Callable:
    def __call__(self, x):
        return x


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (math.sin, "built-in"),
        (str.upper, "built-in"),
        (_Compiled(), "compiled function"),
        (functools.partial(math.pow, 2), "functools.partial"),
        (_Callable, "a class"),
        (_Callable(), "__call__"),
        (3, "of type int"),
    ],
    ids=["builtin", "method", "numba", "partial", "class", "object", "number"],
)
def test_what_is_no_python_function_is_refused(function, words):
    """The message says what it is, the hint what to pass."""
    assert words in refusal(function).message


def test_hint_for_a_compiled_function_names_py_func():
    """The Python function is at hand; it has to be passed."""
    assert refusal(_Compiled()).hint == "pass the Python function: kernel.py_func"


def test_object_made_by_a_decorator_is_refused_with_what_is_under_it():
    """Whether such an object changes the result cannot be read off."""

    class Scaled:
        def __init__(self, function):
            functools.update_wrapper(self, function)

        def __call__(self, x):
            return 2 * self.__wrapped__(x)

    @Scaled
    def f(x):
        return x

    assert refusal(f).hint.endswith("f.__wrapped__")


def test_function_behind_methods_and_caches_is_returned():
    """None of these changes what is computed."""

    class A:
        @staticmethod
        @functools.cache
        def f(x):
            return x

        @classmethod
        def g(cls, x):
            return x

    assert unwrap(A.__dict__["f"]) is A.f.__wrapped__
    assert unwrap(A.g) is A.g.__func__
    assert unwrap(A().g) is A.g.__func__


@pytest.mark.parametrize(
    ("function", "name"), [(np.sum, "numpy.sum"), (np.sin, "numpy.sin"), (np.linalg.norm, "numpy.linalg.norm")]
)
def test_functions_of_numpy_are_called_by_one_of_python(function, name):
    """Some have Python source below their dispatcher, which is of no use."""
    assert refusal(function).hint == f"differentiate one that calls it: lambda x: {name}(x)"
