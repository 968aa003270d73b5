"""A derivative as a function, to be differentiated again."""

import math

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


def derivatives(function, x, count=4):
    """Return derivatives by Cauchy's integral over a circle of 64 points, on which the trapezoidal rule is exact."""
    radius, points = 0.05, np.exp(2j * np.pi * np.arange(64) / 64)
    coefficients = np.fft.fft([function(x + radius * point) for point in points]) / 64
    return [(coefficients[k] * math.factorial(k) / radius**k).real for k in range(1, count + 1)]


def polynomial(x):
    return x**5 - 2.0 * x**2 + x


def rational(x):
    return 1.0 / (1.0 + x * x)


def waves(x):
    return np.sin(x) * np.exp(0.5 * x)


def powers(x):
    return np.log(x) * x**1.5


def branched(x):
    y = x**3 * np.cos(x) if x.real > 0.5 else x**2
    return y * x


def of_an_array(x):
    v = np.array([1.0, 2.0, 3.0]) * x
    return np.sum(v**3 * np.sin(v))


def summed(x):
    s = 0.0
    for i in range(4):
        s = s + x**i * np.sin(x)
    return s


def iterated(x):
    y, n = x, 0
    while n < 3:
        y = y * y + x
        n += 1
    return y


def newton(x):
    y = x
    for _ in range(3):
        y = y - (y * y - x) / (2 * y)
    return y


def exponential(x, k):
    return np.exp(x * k)


def of_helpers(x):
    return exponential(x, 0.5) * exponential(x * x, 0.25)


@pytest.mark.parametrize(
    "function",
    [polynomial, rational, waves, powers, branched, of_an_array, summed, iterated, newton, of_helpers],
)
def test_the_first_four_derivatives(function):
    """Each is taken of the generated text of the one before."""
    derivative = function
    for expected in derivatives(function, 0.8):
        derivative = gradient(derivative, "x")
        assert derivative(0.8) == pytest.approx(expected, rel=1e-6)  # the circle leaves 1e-9 of the fourth


def test_the_text_is_taken_of_the_text_before():
    """No call of the inner derivative is left, and the names tell the orders."""
    second = gradient(gradient(polynomial, "x"), "x")
    assert second(2.0) == pytest.approx(20 * 2.0**3 - 4.0)
    assert second.source.count("def ") == 1
    assert "def polynomial_grad_x_grad_x(x):" in second.source


def test_derivatives_of_lambdas_and_of_what_has_the_derivatives_name():
    """The function that stands for the derivative has a name of its own."""
    assert gradient(gradient(lambda x: x**3, "x"), "x")(2.0) == pytest.approx(12.0)

    def square(x, square_gradient):
        return x * x * x * square_gradient

    assert gradient(gradient(square, "x"), "x")(2.0, 1.0) == pytest.approx(12.0)


def power(x, n):
    return x if n == 0 else np.sin(x) * power(x, n - 1)


def test_what_cannot_be_differentiated_again_is_told_of_the_primal():
    """The place is the user's, and a note shows the generated line."""
    with pytest.raises(CladpyError, match="the derivative of this cannot be differentiated again yet") as caught:
        gradient(gradient(lambda x: power(x, 3), "x"), "x")(0.5)
    location = caught.value.location
    assert location.file == __file__
    assert "power(x, n - 1)" in location.lines[location.line - 1]
    assert any(note.startswith("in its derivative, 'x, n, ") for note in caught.value.notes)
