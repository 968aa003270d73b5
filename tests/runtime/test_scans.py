"""Products and running sums: exact with zeros, subnormal and infinite products."""

import itertools

import numpy as np
import pytest

from cladpy.runtime import cumprod_adjoint, cumprod_tangent, cumsum_adjoint, prod_adjoint

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
    assert prod_adjoint(1.0, x, np.prod(x)) == pytest.approx(expected, rel=1e-15)


@pytest.mark.parametrize(("axis", "keepdims"), [(0, False), (-1, True), ((0, 2), False), ((2, 1), True), (None, True)])
def test_prod_adjoint_over_axes_with_zeros(axis, keepdims):
    """A product per lane, some of which hold a zero, against the derivative by one element at a time."""
    x = 1.0 + np.arange(12.0).reshape(2, 3, 2)
    x[0, 1, 0] = x[1, 1, 0] = x[1, 2, 1] = 0.0
    y = x.prod(axis=axis, keepdims=keepdims)
    d = 1.0 + np.arange(y.size, dtype=float).reshape(y.shape)
    adjoint = prod_adjoint(d, x, y, axis, keepdims)
    for index in itertools.product(range(2), range(3), range(2)):
        one = x.copy()
        one[index] += 1.0  # a product is linear in each element: the difference is exact
        assert adjoint[index] == np.sum(d * (one.prod(axis=axis, keepdims=keepdims) - y))


def test_prod_adjoint_stays_in_single_precision():
    """Both branches keep float32."""
    for factors in ([1.0, 2.0], [0.0, 2.0]):
        x = np.array(factors, np.float32)
        assert prod_adjoint(1.0, x, x.prod()).dtype == np.float32


@pytest.mark.parametrize("axis", [None, 0, 1, -1])
def test_cumsum_adjoint_is_the_transpose(axis):
    """<cumsum(t), d> equals <t, adjoint(d)>."""
    t = np.cos(np.arange(12.0)).reshape(3, 4)
    y = t.cumsum(axis=axis)
    d = np.sin(np.arange(12.0)).reshape(y.shape)
    assert np.sum(cumsum_adjoint(d, t.shape, axis) * t) == pytest.approx(np.sum(d * y), rel=1e-13)


@pytest.mark.parametrize("axis", [None, 0, 1])
@pytest.mark.parametrize("zeros", [[], [(1, 0)], [(0, 0), (1, 2), (2, 2)]])
def test_cumprod_is_exact_with_zeros(axis, zeros):
    """Running products are linear in each element, so that one difference is the whole derivative."""
    x = np.array([[1.0, 2.0, 4.0], [2.0, 1.0, 0.5], [4.0, -1.0, 2.0]])
    for place in zeros:
        x[place] = 0.0
    y = x.cumprod(axis=axis)
    d = 1.0 + np.arange(9.0).reshape(y.shape)
    adjoint = cumprod_adjoint(d, x, y, axis)
    for index in itertools.product(range(3), range(3)):
        one = x.copy()
        one[index] += 1.0
        tangent = one.cumprod(axis=axis) - y
        assert adjoint[index] == pytest.approx(np.sum(d * tangent), rel=1e-14)
        assert cumprod_tangent(one - x, x, y, axis) == pytest.approx(tangent, rel=1e-14)
