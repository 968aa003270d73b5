"""Numerical derivatives along a line."""

import math

import pytest

from cladpy.testing.differences import STEPS, complex_step, difference


@pytest.mark.parametrize(
    ("along", "expected"),
    [
        (lambda t: math.sin(2 * t + 1), 2 * math.cos(1)),
        (lambda t: 1e6 + math.exp(t), 1.0),
        (lambda t: math.sqrt(1e-4 + t), 50.0),
        (lambda t: math.exp(100 * t), 100.0),
        (lambda t: abs(t - 1e-4), -1.0),
        (lambda t: math.floor(t + 0.5), 0.0),
        (lambda t: t**3, 0.0),
    ],
    ids=["smooth", "large value", "near a branch point", "steep", "near a kink", "piecewise constant", "flat"],
)
def test_best_step_is_found(along, expected):
    """Each function wants another step; the neighbours that agree best give it."""

    def guarded(t):
        try:
            return along(t)
        except ValueError:
            return math.nan

    quotient = difference(guarded, 1e-12)
    assert quotient.value == pytest.approx(expected, rel=1e-7, abs=1e-7)
    assert quotient.doubt < 1e-5


def test_search_ends_where_neighbours_agree():
    """A smooth function costs two steps."""
    assert [step for step, _ in difference(lambda t: 3 * t, 1e-9).tried] == [3e-4, 1e-3]


def test_chance_agreement_of_noise_is_not_believed():
    """Of values that are rounded to a grid, small steps give anything, and sometimes the same thing twice."""
    quotient = difference(lambda t: round(1000 * (1 + 3 * t)) / 1000, 1e-9, noise=1e-3)
    assert quotient.value == pytest.approx(3, rel=0.01)


def test_step_without_value_is_passed_over():
    """A primal that raises gives NaN, which never agrees with anything."""
    quotient = difference(lambda t: math.nan if abs(t) > 1e-4 else 5 * t, 1e-9)
    assert quotient.value == pytest.approx(5)


def test_function_without_values_has_no_slope():
    """NaN with infinite doubt."""
    quotient = difference(lambda t: math.nan, 1e-9)
    assert math.isnan(quotient.value)
    assert quotient.doubt == math.inf
    assert len(quotient.tried) == len(STEPS)


def test_complex_step_is_exact():
    """No digits are lost to a difference."""
    assert complex_step(lambda t: (1 + t) ** 7 / 7) == pytest.approx(1.0, rel=1e-15)


@pytest.mark.parametrize("along", [lambda t: math.sin(t), lambda t: 1.0 if t > 0 else 0.0, lambda t: math.nan * t])
def test_complex_step_gives_up(along):
    """A function that does not take complex numbers has no complex step."""
    assert complex_step(along) is None
