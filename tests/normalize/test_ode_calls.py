"""Calls of solve_ivp and odeint: what is written for them."""

import gast
import numpy as np
import pytest

pytest.importorskip("scipy.integrate")

import scipy.integrate
from scipy.integrate import odeint, solve_ivp

from cladpy import CladpyError
from cladpy.frontend.find_source import find_source
from cladpy.normalize.ode_calls import with_ode_steps

TIMES = np.array([0.0, 0.5, 1.0])


def grow(t, y, k):
    return k * y


class Model:
    def __init__(self, k):
        self.k = k

    def slope(self, t, y):
        return self.k * y


def by_name(k):
    return solve_ivp(grow, (0.0, 1.0), [1.0], args=(k,), t_eval=TIMES).y[0]


def by_lambda(k, c):
    y = odeint(lambda y, t: c * k * y, 1.0, TIMES)
    return y[-1, 0]


def by_local_functions(k, c):
    def scaled(y):
        return k * y

    def slope(t, y):
        return scaled(y) + c

    return scipy.integrate.solve_ivp(slope, (0.0, 1.0), [1.0], "DOP853").y[0]


def by_method(model):
    return solve_ivp(model.slope, (0.0, 1.0), [1.0]).y[0]


def with_a_tuple(params):
    return odeint(grow, 1.0, TIMES, args=params, tfirst=True)


def without(x):
    return x


def texts(function):
    """Return the text of a function and of the right side made for it."""
    made = with_ode_steps(function)
    return gast.unparse(find_source(made).tree), gast.unparse(
        find_source(made.__globals__[f"{function.__name__}_rhs"]).tree
    )


@pytest.mark.parametrize(
    ("function", "call", "returned"),
    [
        (by_name, "by_name_ode((0.0, 1.0), [1.0], TIMES, k)", "return grow(time, state, argument_1)"),
        (by_lambda, "by_lambda_ode(1.0, TIMES, c, k)", "return (lambda y, t: c * k * y)(state, time)"),
        (by_local_functions, "by_local_functions_ode((0.0, 1.0), [1.0], 'DOP853', c, k)", "return slope(time, state)"),
        (by_method, "by_method_ode((0.0, 1.0), [1.0], model)", "return model.slope(time, state)"),
        (with_a_tuple, "with_a_tuple_ode(1.0, TIMES, params)", "return grow(time, state, *argument_1)"),
    ],
)
def test_the_right_side_takes_what_it_reads(function, call, returned):
    """The further arguments, and what is captured, directly or by another local function."""
    main, right_side = texts(function)
    assert call in main
    assert returned in right_side


def test_the_primal_is_what_it_was():
    """Where nothing is differentiated SciPy is called as it was."""
    for function, args in [(by_name, (2.0,)), (by_lambda, (2.0, 0.5)), (by_local_functions, (2.0, 0.5))]:
        np.testing.assert_array_equal(with_ode_steps(function)(*args), function(*args))


def test_other_functions_are_handed_back():
    """As they are."""
    assert with_ode_steps(without) is without


def test_refusal():
    """Events of a function that is defined where it is used."""
    with pytest.raises(CladpyError, match=r"C203.*solve_ivp with these arguments"):
        with_ode_steps(lambda k: solve_ivp(lambda t, y: k * y, (0, 1), [1.0], events=lambda t, y: y[0]))


def test_what_is_not_modelled_is_left():
    """A function at the top of a file, with events: an error only where it is differentiated."""

    def eventful(k):
        return solve_ivp(grow, (0.0, 1.0), [1.0], args=(2.0,), events=grow).y * k

    assert "eventful_ode" not in gast.unparse(find_source(with_ode_steps(eventful)).tree)
