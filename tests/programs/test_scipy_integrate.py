"""Programs that solve differential equations, by functions of all forms."""

import math

import numpy as np
import pytest

pytest.importorskip("scipy.integrate")

from scipy.integrate import odeint, solve_ivp

from cladpy import CladpyError, check_gradient, gradient, pushforward, value_and_gradient

TIMES = np.linspace(0.0, 1.0, 4)


def spring(t, y, k, c):
    return [y[1], -k * y[0] - c * y[1]]


def of_a_spring(k, c):
    at = solve_ivp(spring, (0.0, 1.0), [c, 0.0], t_eval=[0.4, 1.0], args=(k, c), rtol=1e-10, atol=1e-10)
    return at.y[0, -1] * at.y[1, 0] + len(at.t)


def of_a_reaction(rates, start):
    def slope(y, t):
        flow = rates * y[:2] * y[1]
        return np.array([-flow[0], flow[0] - flow[1], flow[1]])

    y = odeint(slope, start, TIMES, rtol=1e-11, atol=1e-11)
    return np.sum(y**2)


def of_decay(k):
    return solve_ivp(lambda t, y: -k * y, (0.0, 1.0), [1.0], method="Radau", t_eval=[1.0], rtol=1e-9, atol=1e-12).y[
        0, 0
    ]


def test_by_name_in_both_modes():
    """The initial values and the further arguments, forward and reverse."""
    check_gradient(of_a_spring, (2.0, 0.3), variants=())


def test_by_a_local_function():
    """What it captures, and an array of initial values."""
    point = np.array([0.5, 1.5]), np.array([1.0, 0.2, 0.1])
    d_rates, d_start = gradient(of_a_reaction)(*point)
    along = np.array([0.3, -0.7]), np.array([0.2, 0.5, -0.4])
    h = 1e-5
    beside = [of_a_reaction(*(p + sign * h * t for p, t in zip(point, along, strict=True))) for sign in (1, -1)]
    slope = (beside[0] - beside[1]) / (2 * h)
    assert float(d_rates @ along[0] + d_start @ along[1]) == pytest.approx(slope, rel=1e-7)


def test_implicit_methods_have_the_derivative_of_the_solution():
    """exp(-k) has the derivative -exp(-k); the value is SciPy's."""
    value, d_k = value_and_gradient(of_decay, "k")(2.0)
    assert value == of_decay(2.0)
    assert d_k == pytest.approx(-math.exp(-2.0), rel=1e-8)
    assert pushforward(of_decay, "k")(2.0, 1.0)[1] == pytest.approx(d_k, rel=1e-12)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda x: solve_ivp(spring, (0.0, x), [1.0, 0.0], args=(1.0, 1.0)).y[0, -1], "C202.*the times"),
        (lambda x: solve_ivp(spring, (0.0, 1.0), [x, 0.0], args=(1.0, 1.0), dense_output=True).sol(x)[0], "C20"),
    ],
)
def test_refusals(function, message):
    """The end of the integration, and the interpolant."""
    with pytest.raises(CladpyError, match=message):
        gradient(function)(0.5)
