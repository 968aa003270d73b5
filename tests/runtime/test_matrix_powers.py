"""Powers, products and condition numbers; what the samples of the rules leave out."""

import numpy as np
import pytest

from cladpy.runtime import (
    cond_adjoint,
    matrix_power_adjoint,
    matrix_power_tangent,
    multi_dot_adjoint,
    multi_dot_tangent,
)


@pytest.mark.parametrize("n", [0, 1, 2, 3, 7, 12, -1, -4])
def test_powers(n, rng):
    """The sum over the factors, one by one."""
    a, d = rng.standard_normal((2, 3, 3)) + 2 * np.eye(3), rng.standard_normal((2, 3, 3))
    base, sign = (a, 1) if n >= 0 else (np.linalg.inv(a), -1)
    power = np.linalg.matrix_power
    expected = np.zeros((2, 3, 3))
    for k in range(abs(n)):
        expected += power(base, k).mT @ d @ power(base, abs(n) - 1 - k).mT
    if n < 0:
        expected = -base.mT @ expected @ base.mT
    assert matrix_power_adjoint(d, a, n) == pytest.approx(expected, rel=1e-9, abs=1e-9)
    assert matrix_power_tangent(d, a.mT, n) == pytest.approx(expected, rel=1e-9, abs=1e-9)
    assert sign * n >= 0


def test_the_first_power_is_new_storage(rng):
    """Its adjoint is the cotangent, which belongs to others."""
    d = rng.standard_normal((2, 2))
    assert not np.shares_memory(matrix_power_adjoint(d, np.eye(2), 1), d)


def test_products_of_vectors_and_matrices(rng):
    """Shapes are those of the factors."""
    arrays = [rng.standard_normal(shape) for shape in ((3,), (3, 4), (4, 2), (2,))]
    adjoints = multi_dot_adjoint(1.0, arrays)
    assert [each.shape for each in adjoints] == [each.shape for each in arrays]
    value = np.linalg.multi_dot(arrays)
    for each, adjoint in zip(arrays, adjoints, strict=True):
        assert np.sum(each * adjoint) == pytest.approx(value)  # linear in each factor
    assert multi_dot_tangent(arrays, arrays) == pytest.approx(4 * value)


@pytest.mark.parametrize("p", [None, 1, "fro"])
def test_condition_of_a_singular_matrix(p):
    """It is infinite and has no slope; 0 where the cotangent is 0."""
    x = np.array([[[1.0, 2.0], [2.0, 4.0]], [[2.0, 0.0], [0.0, 1.0]]])
    y = np.array([np.inf, np.linalg.cond(x[1], p)])
    adjoint = cond_adjoint(np.array([0.0, 1.0]), x, y, p)
    assert adjoint[0].tolist() == [[0.0, 0.0], [0.0, 0.0]]
    assert adjoint[1] == pytest.approx(cond_adjoint(1.0, x[1], y[1], p))
    assert np.isnan(cond_adjoint(np.ones(2), x, y, p)[0]).all()
