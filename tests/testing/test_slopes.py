"""Adjoints against numerical derivatives."""

import numpy as np
import pytest

from cladpy.testing.lines import Direction, Line
from cladpy.testing.mismatch import GradientMismatch
from cladpy.testing.slopes import check_adjoint, slope_along
from cladpy.testing.subject import Call


def line(function, at=1.0):
    return Line(Call.of(function, (at,), {}), "x", Direction("x", (np.ones(()),)), None)


def test_analytic_function_has_an_exact_slope():
    """The complex step is taken where the differences agree with it."""
    slope = slope_along(line(lambda x: x**3), 1e-7)
    assert slope.exact == pytest.approx(3.0, rel=1e-15)
    assert (slope.value, slope.doubt) == (slope.exact, 0.0)


def test_function_that_is_not_analytic_falls_back():
    """abs() drops the imaginary step: the differences disagree, and they are believed."""
    slope = slope_along(line(lambda x: abs(x) * x), 1e-7)
    assert slope.exact is None
    assert slope.value == pytest.approx(2.0, rel=1e-9)


def test_adjoint_in_single_precision_is_judged_in_double():
    """The primal's rounding does not blur the differences."""
    x = np.full(3, 0.7, np.float32)
    call = Call.of(lambda x: np.sum(np.exp(x)), (x,), {})
    check_adjoint(call, "x", np.exp(x), None, 1e-6)
    with pytest.raises(GradientMismatch):
        check_adjoint(call, "x", np.exp(x) * np.float32(1.0001), None, 1e-6)


def test_primal_that_insists_on_single_precision_is_taken_as_it_is():
    """Where a wide copy does not fit, coarse steps must do."""

    def insisting(x):
        assert x.dtype == np.float32
        return np.sum(x * x)

    x = np.array([0.5, 2.0], np.float32)
    check_adjoint(Call.of(insisting, (x,), {}), "x", 2 * x, None, 2e-4)


def test_small_slope_beside_a_large_value_is_seen():
    """The value's size counts for a ten-thousandth of a slope's."""
    call = Call.of(lambda x: 1000.0 + 1e-3 * x, (1.0,), {})
    check_adjoint(call, "x", 1e-3, None, 1e-7)
    with pytest.raises(GradientMismatch):
        check_adjoint(call, "x", 1.001e-3, None, 1e-7)


def test_cotangent_weighs_the_result():
    """The adjoint is that of the weighted sum of the result's leaves."""
    call = Call.of(lambda x: [x * x, 3 * x], (2.0,), {})
    check_adjoint(call, "x", 5.0 * 4 + 7.0 * 3, (5.0, 7.0), 1e-7)


def test_empty_argument_has_nothing_to_check():
    """No number moves."""
    check_adjoint(Call.of(lambda x: np.sum(x), (np.zeros(0),), {}), "x", np.zeros(0), None, 1e-7)
