"""With statements over contexts of the user's own are written out."""

import contextlib

import numpy as np
import pytest

from cladpy import CladpyError, check_gradient, gradient, value_and_gradient

X = np.array([1.0, -2.0, 3.5])
done = []


class Box:
    """Holds a number."""

    def __init__(self, v):
        self.v = v


class Multiplies:
    """Updates the object that it holds, when it is entered and left."""

    def __init__(self, box):
        self.box = box

    def __enter__(self):
        self.box.v = self.box.v * 3.0

    def __exit__(self, *_):
        self.box.v = self.box.v * 2.0


class Scaled:
    """Gives a number."""

    def __init__(self, k):
        self.k = k

    def __enter__(self):
        return self.k * 2

    def __exit__(self, kind, error, traceback):
        done.append(kind)


class Swallows:
    """Swallows exceptions."""

    def __init__(self, k):
        self.k = k

    def __enter__(self):
        return self.k

    def __exit__(self, *_):
        return True


@contextlib.contextmanager
def multiplies(a):
    a *= 3.0
    yield
    a *= 2.0


@contextlib.contextmanager
def scaled(x):
    try:
        yield x * 2.0
    finally:
        done.append(None)


@contextlib.contextmanager
def constant():
    yield 2.0


def that_updates_an_object(x):
    box = Box(np.sum(x))
    with Multiplies(box):
        y = box.v * x[0]
    return y * box.v


def that_updates_an_array(x):
    a = x * 1.0
    with multiplies(a):
        y = np.sum(a * x)
    return y * np.sum(a)


def that_gives_a_number(x):
    with Scaled(x[0]) as k:
        y = k * x[1]
    return y * x[2]


def several(x):
    with scaled(x[0]) as k, constant() as c:
        y = k * x[1] * c
    return y * x[2]


def left_by_break_and_continue(x):
    s = 0.0
    for v in x:
        with scaled(v) as k:
            if v < 0:
                continue
            s = s + k * v
            if s > 1.2:
                break
    return s


def left_by_return(x):
    with Scaled(x[0]) as k:
        if k > 0:
            return k * x[1]
    return x[2]


@pytest.mark.parametrize(
    "function",
    [
        that_updates_an_object, that_updates_an_array, that_gives_a_number, several, left_by_break_and_continue,
        left_by_return,
    ],
)  # fmt: skip
def test_the_gradient_is_that_of_what_it_does(function):
    """Each form, checked by differences."""
    check_gradient(function, (X,))


def raises(x):
    with Scaled(x[0]) as k:
        if k > 0.0:
            raise ValueError("positive")
    return k


def test_an_exception_is_told_to_the_context_once():
    """And goes on."""
    done.clear()
    with pytest.raises(ValueError, match="positive"):
        value_and_gradient(raises)(X)
    assert done == [ValueError]


def test_a_context_is_left_once():
    """On the path without exception."""
    done.clear()
    gradient(that_gives_a_number)(X)
    assert done == [None]


def swallowed(x):
    y = x[0]
    with Swallows(x[0]) as k:
        y = k * x[1]
        if y < 0.0:
            raise ValueError("negative")
    return y


def test_an_exception_that_is_swallowed_is_an_error():
    """The reverse sweep knows nothing of it."""
    with pytest.raises(CladpyError) as caught:
        value_and_gradient(swallowed)(X)
    assert caught.value.code == "C405"
