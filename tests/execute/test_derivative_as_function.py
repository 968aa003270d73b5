"""A derivative as a function, to be differentiated again."""

import numpy as np
import pytest

from cladpy import CladpyError, gradient
from cladpy.execute.derivative_as_function import as_function


def cube(x, k):
    return x**3 * k


def test_a_function_that_calls_the_derivative():
    """It has the primal's parameters, and source of its own."""
    function = as_function(gradient(cube, "x"))
    assert function(2.0, 1.0) == 12.0
    assert function.__code__.co_varnames[:2] == ("x", "k")


def test_anything_else_is_left_alone():
    """Functions are what they are."""
    assert as_function(cube) is cube


def test_parameters_that_it_cannot_have():
    """Stars and keyword-only parameters are refused."""
    with pytest.raises(CladpyError, match="cannot be differentiated again") as caught:
        as_function(gradient(lambda *x: x[0], "x"))
    assert caught.value.code == "C305"


def test_second_derivatives():
    """Of one parameter, and of one after the other."""
    assert gradient(gradient(cube, "x"), "x")(2.0, 5.0) == pytest.approx(60.0)
    assert gradient(gradient(cube, "x"), "k")(2.0, 5.0) == pytest.approx(12.0)
    d_x = gradient(cube, "x")
    assert gradient(lambda y: d_x(y, 1.0) * y, "y")(np.float64(2.0)) == pytest.approx(36.0)


class Model:
    def __init__(self):
        self.rate = 2.0

    @gradient("x")
    def d_decorated(self, x):
        return x**3 * self.rate

    def plain(self, x):
        return x**3 * self.rate


def test_second_derivatives_of_methods():
    """Of a decorated method, taken from the object or the class, and of the gradient of a method."""
    model = Model()
    assert gradient(model.d_decorated, "x")(2.0) == 24.0
    assert gradient(Model.d_decorated, "x")(model, 2.0) == 24.0
    assert gradient(gradient(model.plain, "x"), "x")(2.0) == 24.0
