"""Functions that are chosen by the class of their first argument."""

import numpy as np
import pytest

from cladpy import check_gradient, gradient
from tests.stages import module

PROGRAM = """
import functools
from dataclasses import dataclass

@dataclass
class Square:
    a: float

@dataclass
class Circle:
    r: float

class Disc(Circle):
    pass

@functools.singledispatch
def area(shape):
    return 2.0 * shape.a

@area.register
def _(shape: Circle, scale=3.0):
    return scale * shape.r ** 2

@area.register(float)
def _(value):
    return value * value

@area.register(list)
def _(shapes):
    return sum(area(each) for each in shapes)

class Scene:
    def __init__(self, scale):
        self.scale = scale

    @functools.singledispatchmethod
    def seen(self, shape):
        return self.scale * shape.a

    @seen.register
    def _(self, shape: Circle):
        return self.scale * shape.r ** 2

    @seen.register
    def _(self, shapes: tuple):
        return sum(self.seen(each) for each in shapes)

def by_function(x, w):
    return area([Square(x), Circle(w), [Disc(x), x * w]]) + area(Circle(x), scale=w) + sum(map(area, (x, w)))

def by_method(x, w):
    return Scene(w).seen((Square(x), Disc(x), Circle(w)))

def squared(shape):
    return shape.a ** 2

def of_square(x):
    return area(Square(x))
"""


@pytest.mark.parametrize("function", ["by_function", "by_method"])
def test_the_class_of_the_first_argument_counts(function):
    """A base class where there is none for the class itself; in lists of several classes too."""
    check_gradient(getattr(module(PROGRAM), function), (0.7, 1.3), variants=("pushforward",))


def test_a_function_that_is_registered_later_is_called():
    """The code that was made for another is not."""
    made = module(PROGRAM)
    df = gradient(made.of_square)
    assert df(3.0) == (2.0,)
    made.area.register(made.Square, made.squared)
    assert df(3.0) == (6.0,)


def test_arrays_and_numbers_of_numpy():
    """They have classes as well."""
    program = """
    import functools

    @functools.singledispatch
    def size(v):
        return v * v

    @size.register(np.ndarray)
    def _(v):
        return np.sum(v ** 3)

    def f(x):
        return size(x) + size(x[0])
    """
    check_gradient(module(program).f, (np.array([0.3, 0.7]),), variants=())
