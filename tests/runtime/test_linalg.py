"""Determinants, solutions and factors: singular matrices, stacks, the triangle that is not read."""

import numpy as np
import pytest

from cladpy.runtime import (
    det_adjoint,
    slogdet_adjoint,
    slogdet_tangent,
    solve_adjoint_left,
    solve_adjoint_right,
    solve_tangent_left,
)


def cofactors(a):
    """Return the matrix of cofactors by its definition."""
    n = len(a)
    minors = [[np.delete(np.delete(a, i, 0), j, 1) for j in range(n)] for i in range(n)]
    return np.array([[(-1.0) ** (i + j) * np.linalg.det(minors[i][j]) for j in range(n)] for i in range(n)])


@pytest.mark.parametrize(
    "a",
    [
        [[2.0, 1.0], [0.0, 3.0]],
        [[1.0, 2.0], [2.0, 4.0]],
        [[0.0, 0.0], [0.0, 0.0]],
        [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [0.0, 0.0, 0.0]],
        [[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [3.0, 6.0, 9.0]],
        [[5.0]],
        [[0.0]],
        [[1e-10, 0.0], [0.0, 1e10]],
    ],
)
def test_det_adjoint_is_the_matrix_of_cofactors(a):
    """Also of singular matrices, where the inverse does not exist."""
    a = np.array(a)
    assert det_adjoint(2.0, a, np.linalg.det(a)) == pytest.approx(2.0 * cofactors(a), rel=1e-12, abs=1e-13)


def test_det_adjoint_of_a_stack_with_singular_matrices():
    """Each matrix by its own formula."""
    a = np.array([[[2.0, 1.0], [0.0, 3.0]], [[1.0, 2.0], [2.0, 4.0]]])
    adjoint = det_adjoint(np.array([1.0, 10.0]), a, np.linalg.det(a))
    assert adjoint == pytest.approx(np.array([[[3.0, 0.0], [-1.0, 2.0]], [[40.0, -20.0], [-20.0, 10.0]]]))
    assert det_adjoint(np.float32(1), a.astype(np.float32)[1], np.float32(0)).dtype == np.float32


SOLVED = [
    ((3, 3), (3,)),
    ((3, 3), (3, 2)),
    ((2, 3, 3), (3,)),
    ((2, 3, 3), (3, 2)),
    ((3, 3), (2, 3, 4)),
    ((2, 3, 3), (2, 3, 1)),
    ((3, 3), (3, 0)),
]


@pytest.mark.parametrize(("a_shape", "b_shape"), SOLVED)
def test_solve(a_shape, b_shape, rng):
    """<dy, d> for dy = solve(a, db - da @ y), whose factors broadcast."""
    a, b, t_a, t_b = (rng.standard_normal(shape) for shape in (a_shape, b_shape, a_shape, b_shape))
    a = a + 4.0 * np.eye(3)
    y = np.linalg.solve(a, b)
    d = rng.standard_normal(y.shape)
    d_a, d_b = solve_adjoint_left(d, a, y), solve_adjoint_right(d, a, b_shape)
    assert (d_a.shape, d_b.shape) == (a_shape, b_shape)
    step = 1e-6  # central difference: error 1e-12 of truncation, 1e-10 of rounding
    changed = (np.linalg.solve(a + step * t_a, b) - np.linalg.solve(a - step * t_a, b)) / (2 * step)
    assert np.sum(d_a * t_a) == pytest.approx(np.sum(d * changed), rel=1e-7, abs=1e-8)
    assert solve_tangent_left(t_a, a, y) == pytest.approx(changed, rel=1e-7, abs=1e-8)
    assert np.sum(d_b * t_b) == pytest.approx(np.sum(d * np.linalg.solve(a, t_b)), rel=1e-10, abs=1e-12)


def test_slogdet_of_singular_matrices():
    """The logarithm is minus infinity and has no slope: 0 where its cotangent is 0; the others stay as they were."""
    a = np.array([[[2.0, 1.0], [0.0, 3.0]], [[1.0, 2.0], [2.0, 4.0]]])
    sign, _ = np.linalg.slogdet(a)
    adjoint = slogdet_adjoint(0.0, np.array([1.0, 0.0]), a, sign)
    assert adjoint[0] == pytest.approx(np.linalg.inv(a[0]).T)
    assert adjoint[1].tolist() == [[0.0, 0.0], [0.0, 0.0]]
    assert np.isnan(slogdet_adjoint(0.0, np.ones(2), a, sign)[1]).all()


def test_slogdet_of_complex_matrices(rng):
    """The sign is a phase, and moves."""
    a, t = rng.standard_normal((2, 3, 3)) + 1j * rng.standard_normal((2, 3, 3))
    (sign, _), (d_sign, d_logdet) = np.linalg.slogdet(a), (0.3 - 0.7j, 0.4)
    step = 1e-6  # as above
    up, down = np.linalg.slogdet(a + step * t), np.linalg.slogdet(a - step * t)
    moved = [(x - y) / (2 * step) for x, y in zip(up, down, strict=True)]
    adjoint = slogdet_adjoint(d_sign, d_logdet, a, sign)
    assert np.sum(adjoint * t).real == pytest.approx((d_sign * moved[0]).real + d_logdet * moved[1], rel=1e-7)
    assert slogdet_tangent(t, a, sign) == pytest.approx(tuple(moved), rel=1e-7)
