"""Strong zeros, limits without warnings, and kinds that stay."""

import math

import numpy as np
import pytest

from cladpy.runtime.guards import (
    divide_guarded,
    multiply_guarded,
    power_adjoint,
    power_exponent_adjoint,
    strong_product,
    sum_guarded,
)

INF, NAN = math.inf, math.nan
KINDS = [float, np.float64, np.float32, lambda value: np.array([value]), lambda value: np.array(value, np.float32)]
KIND_NAMES = ["float", "np.float64", "np.float32", "array", "0-d array"]


def same(found, expected):
    """Say whether the numbers are equal, NaN to NaN, 0 to -0."""
    return np.array_equal(np.ravel(found), [expected], equal_nan=True)


@pytest.mark.parametrize("kind", KINDS, ids=KIND_NAMES)
@pytest.mark.parametrize(
    ("d", "slope", "expected"),
    [
        (0.0, INF, 0.0),
        (0.0, NAN, 0.0),
        (-0.0, -INF, 0.0),
        (2.0, 3.0, 6.0),
        (2.0, INF, INF),
        (-2.0, INF, -INF),
        (2.0, NAN, NAN),
        (NAN, 0.0, NAN),
        (INF, 0.0, NAN),
    ],
)
def test_product_is_zero_where_the_cotangent_is(kind, d, slope, expected):
    """And what the plain product is elsewhere."""
    assert same(multiply_guarded(kind(d), kind(slope)), expected)


@pytest.mark.parametrize("kind", KINDS, ids=KIND_NAMES)
@pytest.mark.parametrize(
    ("t", "slope", "expected"),
    [
        (0.0, INF, 0.0),
        (INF, 0.0, 0.0),
        (-INF, 0.0, 0.0),
        (2.0, INF, INF),
        (INF, -3.0, -INF),
        (2.0, 3.0, 6.0),
        (NAN, 2.0, NAN),
    ],
)
def test_strong_product_is_zero_where_either_is(kind, t, slope, expected):
    """And what the plain product is elsewhere."""
    assert same(strong_product(kind(t), kind(slope)), expected)


@pytest.mark.parametrize("kind", KINDS, ids=KIND_NAMES)
@pytest.mark.parametrize(
    ("d", "y", "expected"),
    [
        (0.0, 0.0, 0.0),
        (0.0, NAN, 0.0),
        (1.0, 0.0, INF),
        (-1.0, 0.0, -INF),
        (1.0, -0.0, -INF),
        (6.0, 3.0, 2.0),
        (NAN, 0.0, NAN),
        (INF, INF, NAN),
        (1.0, INF, 0.0),
    ],
)
def test_quotient_is_zero_where_the_cotangent_is(kind, d, y, expected):
    """And infinite where only the denominator is 0."""
    assert same(divide_guarded(kind(d), kind(y)), expected)


@pytest.mark.parametrize("kind", KINDS, ids=KIND_NAMES)
@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [
        (3.0, 2.0, 6.0),
        (0.0, 0.5, INF),
        (0.0, 0.0, 0.0),
        (0.0, 1.0, 1.0),
        (0.0, 2.0, 0.0),
        (0.0, -1.0, -INF),
        (-2.0, 3.0, 12.0),
        (-2.0, 0.5, NAN),
        (INF, 0.0, 0.0),
        (NAN, 0.0, 0.0),
    ],
)
def test_slope_of_a_power_in_its_base(kind, x, y, expected):
    """With its limits, and 0 for the exponent 0; exactly 0 under a zero cotangent."""
    assert same(power_adjoint(kind(1.0), kind(x), kind(y)), expected)
    assert same(power_adjoint(kind(0.0), kind(x), kind(y)), 0.0)


@pytest.mark.parametrize("kind", KINDS, ids=KIND_NAMES)
@pytest.mark.parametrize(
    ("x", "z", "expected"),
    [
        (1.0, 1.0, 0.0),
        (0.0, 0.0, 0.0),
        (0.0, 1.0, -INF),
        (0.0, INF, -INF),
        (-2.0, 4.0, NAN),
        (-2.0, 0.0, NAN),
        (INF, 0.0, 0.0),
        (INF, INF, INF),
    ],
)
def test_slope_of_a_power_in_its_exponent(kind, x, z, expected):
    """0 for the base 0 under a positive exponent, NaN for a negative base."""
    assert same(power_exponent_adjoint(kind(1.0), kind(x), kind(z)), expected)
    assert same(power_exponent_adjoint(kind(0.0), kind(x), kind(z)), 0.0)


FUNCTIONS = [
    pytest.param(lambda kind: multiply_guarded(kind(2.0), kind(3.0)), id="multiply"),
    pytest.param(lambda kind: multiply_guarded(kind(0.0), kind(INF)), id="multiply 0"),
    pytest.param(lambda kind: divide_guarded(kind(2.0), kind(4.0)), id="divide"),
    pytest.param(lambda kind: divide_guarded(kind(0.0), kind(0.0)), id="divide 0"),
    pytest.param(lambda kind: power_adjoint(kind(1.0), kind(2.0), kind(3.0)), id="power"),
    pytest.param(lambda kind: power_exponent_adjoint(kind(1.0), kind(2.0), kind(8.0)), id="exponent"),
    pytest.param(lambda kind: power_exponent_adjoint(kind(1.0), kind(0.0), kind(0.0)), id="exponent 0"),
]


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("kind", KINDS, ids=KIND_NAMES)
def test_kind_is_that_of_the_plain_operator(function, kind):
    """A Python float stays one, float32 stays float32."""
    assert type(function(kind)) is type(kind(1.0) * kind(1.0))
    assert getattr(function(kind), "dtype", float) == getattr(kind(1.0), "dtype", float)


def test_python_scalar_does_not_widen_float32():
    """A Python float among arrays has no dtype of its own."""
    x = np.array([1.0, 2.0], np.float32)
    assert multiply_guarded(x, 2.0).dtype == np.float32
    assert divide_guarded(1.0, x).dtype == np.float32
    assert power_adjoint(x, x, 2.5).dtype == np.float32
    assert power_exponent_adjoint(x, 2.5, x).dtype == np.float32


def test_guards_broadcast():
    """A strong zero reaches along stretched axes."""
    d, slope = np.array([[0.0], [1.0]]), np.array([INF, 2.0])
    assert np.array_equal(multiply_guarded(d, slope), [[0.0, 0.0], [INF, 2.0]])
    assert np.array_equal(divide_guarded(d, np.array([0.0, 2.0])), [[0.0, 0.0], [INF, 0.5]])


def test_empty_arrays():
    """Nothing to guard."""
    assert multiply_guarded(np.ones((0, 3)), np.ones(3)).shape == (0, 3)
    assert power_adjoint(np.ones(0), np.ones(0), np.ones(0)).shape == (0,)


def test_unsigned_exponent_zero_does_not_wrap_around():
    """0 - 1 is 255 there."""
    assert np.array_equal(power_adjoint(1.0, np.array([3.0, 3.0]), np.array([0, 2], np.uint8)), [0.0, 6.0])


def test_overflow_of_a_python_power_gives_its_limit():
    """Python raises where NumPy gives an infinity."""
    with np.errstate(over="ignore"):
        assert power_adjoint(1.0, 1e-110, -2) == -INF


def test_operands_are_not_written():
    """A guard owns its result."""
    d, slope = np.array([0.0, 1.0]), np.array([INF, 1.0])
    multiply_guarded(d, slope)
    assert np.array_equal(d, [0.0, 1.0])
    assert np.array_equal(slope, [INF, 1.0])


@pytest.mark.parametrize("guarded", [multiply_guarded, divide_guarded])
@pytest.mark.parametrize(
    "other",
    [
        2,
        -3,
        10**400,
        2.5,
        np.float64(2.5),
        np.float32(2.5),
        np.array(2.5),
        np.array([2.5, -1.0]),
        0.0,
        INF,
        NAN,
        0,
        True,
    ],
)
def test_one_number_beside_an_array(guarded, other, recwarn):
    """A number that is finite and not 0 is taken as it is; any other gives exact zeros, without a warning."""
    if isinstance(other, int) and other > 10**300:
        with pytest.raises(OverflowError):
            guarded(1.5, other)
        return
    d = np.array([[0.0, 1.0], [-2.0, 4.0]])
    found = guarded(d, other)
    with np.errstate(all="ignore"):
        expected = np.where(d == 0, 0, d * other if guarded is multiply_guarded else d / other)
    assert (found.shape, found.dtype) == ((2, 2), np.float64)
    assert np.array_equal(found, expected, equal_nan=True)
    assert list(recwarn) == []


def test_empty_products():
    """Nothing is found in an array without elements."""
    assert multiply_guarded(np.zeros((0, 2)), np.zeros((0, 2))).shape == (0, 2)
    assert divide_guarded(np.zeros((0, 2)), np.zeros((0, 2))).shape == (0, 2)


def test_a_guarded_sum_of_a_product():
    """A zero cotangent counts nothing; infinite and undefined sums are NumPy's."""
    d, slope = np.array([[0.0, 2.0], [1.0, 0.0]]), np.array([[np.inf, 3.0], [0.5, np.nan]])
    assert sum_guarded(d, slope) == 6.5
    assert sum_guarded(d[0], slope[0]) == 6.0
    assert sum_guarded(d[1], slope[::-1, 0]) == 0.5
    assert sum_guarded(np.ones(2), np.array([np.inf, 1.0])) == np.inf
    assert np.isnan(sum_guarded(np.ones(2), np.array([np.nan, 1.0])))
    assert sum_guarded(np.ones(0), np.ones(0)) == 0.0
