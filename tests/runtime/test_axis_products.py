"""Products and running products: exact with zeros, subnormal and infinite products."""

import itertools

import numpy as np
import pytest

from cladpy.runtime import cumprod_adjoint, cumprod_curvature, cumprod_tangent, prod_adjoint, prod_curvature

FACTORS = [
    [2.0, 3.0, 5.0],
    [0.0, 3.0, 5.0],
    [0.0, 3.0, 0.0],
    [0.0, 0.0, 0.0],
    [1e-200, 1e-200, 2.0],
    [1e200, 1e-200, 1e-250],
    [np.inf, 2.0, 3.0],
    [-4.0],
    [],
]


@pytest.mark.parametrize("factors", FACTORS)
def test_prod_adjoint_is_the_product_of_the_others(factors):
    """Each element receives the product of all others, multiplied here in Python."""
    expected = [np.prod([f for j, f in enumerate(factors) if j != k]) for k in range(len(factors))]
    x = np.array(factors)
    assert prod_adjoint(1.0, x) == pytest.approx(expected, rel=1e-15)


@pytest.mark.parametrize(("axis", "keepdims"), [(0, False), (-1, True), ((0, 2), False), ((2, 1), True), (None, True)])
def test_prod_adjoint_over_axes_with_zeros(axis, keepdims):
    """A product per lane, some of which hold a zero, against the derivative by one element at a time."""
    x = 1.0 + np.arange(12.0).reshape(2, 3, 2)
    x[0, 1, 0] = x[1, 1, 0] = x[1, 2, 1] = 0.0
    y = x.prod(axis=axis, keepdims=keepdims)
    d = 1.0 + np.arange(y.size, dtype=float).reshape(y.shape)
    adjoint = prod_adjoint(d, x, axis, keepdims)
    for index in itertools.product(range(2), range(3), range(2)):
        one = x.copy()
        one[index] += 1.0  # a product is linear in each element: the difference is exact
        assert adjoint[index] == np.sum(d * (one.prod(axis=axis, keepdims=keepdims) - y))


def test_prod_adjoint_stays_in_single_precision():
    """Both branches keep float32."""
    for factors in ([1.0, 2.0], [0.0, 2.0]):
        x = np.array(factors, np.float32)
        assert prod_adjoint(1.0, x).dtype == np.float32


@pytest.mark.parametrize("axis", [None, 0, 1])
@pytest.mark.parametrize("zeros", [[], [(1, 0)], [(0, 0), (1, 2), (2, 2)]])
def test_cumprod_is_exact_with_zeros(axis, zeros):
    """Running products are linear in each element, so that one difference is the whole derivative."""
    x = np.array([[1.0, 2.0, 4.0], [2.0, 1.0, 0.5], [4.0, -1.0, 2.0]])
    for place in zeros:
        x[place] = 0.0
    y = x.cumprod(axis=axis)
    d = 1.0 + np.arange(9.0).reshape(y.shape)
    adjoint = cumprod_adjoint(d, x, axis)
    for index in itertools.product(range(3), range(3)):
        one = x.copy()
        one[index] += 1.0
        tangent = one.cumprod(axis=axis) - y
        assert adjoint[index] == pytest.approx(np.sum(d * tangent), rel=1e-14)
        assert cumprod_tangent(one - x, x, axis) == pytest.approx(tangent, rel=1e-14)


@pytest.mark.parametrize("axis", [None, 0, 1])
@pytest.mark.parametrize("zeros", [[], [(1, 0)], [(0, 0), (1, 2), (2, 2)]])
def test_curvatures_are_differences_of_adjoints(axis, zeros):
    """An adjoint is linear in each factor: along one element its difference is the whole tangent."""
    x = np.array([[1.0, 2.0, 4.0], [2.0, 1.0, 0.5], [4.0, -1.0, 2.0]])
    for place in zeros:
        x[place] = 0.0
    d = 1.0 + np.arange(9.0).reshape(x.cumprod(axis=axis).shape)
    for index in itertools.product(range(3), range(3)):
        one = x.copy()
        one[index] += 1.0
        difference = prod_adjoint(1.0, one, axis) - prod_adjoint(1.0, x, axis)
        assert prod_curvature(one - x, x, axis) == pytest.approx(difference, rel=1e-14)
        difference = cumprod_adjoint(d, one, axis) - cumprod_adjoint(d, x, axis)
        assert cumprod_curvature(d, one - x, x, axis) == pytest.approx(difference, rel=1e-14)


def test_elements_that_do_not_count_are_no_factors():
    """They may be anything, NaN too, and receive exactly 0."""
    x, where = np.array([[2.0, np.nan], [0.0, 5.0]]), np.array([[True, False], [True, True]])
    assert prod_adjoint(np.ones(2), x, 1, where=where).tolist() == [[1.0, 0.0], [5.0, 0.0]]
    assert prod_curvature(np.ones((2, 2)), x, 1, where).tolist() == [[0.0, 0.0], [1.0, 1.0]]
