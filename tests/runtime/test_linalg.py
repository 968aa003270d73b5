"""Determinants, solutions and factors: singular matrices, stacks, the triangle that is not read."""

import numpy as np
import pytest

from cladpy.runtime import (
    cholesky_adjoint,
    cholesky_tangent,
    det_adjoint,
    eigh_adjoint,
    eigh_tangent,
    eigvalsh_adjoint,
    eigvalsh_tangent,
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


@pytest.mark.parametrize("upper", [False, True])
def test_cholesky_leaves_the_other_triangle_at_zero(upper, rng):
    """NumPy reads one triangle, so that the function does not depend on the other."""
    a = 9.0 * np.eye(3) + rng.standard_normal((3, 3))
    factor = np.linalg.cholesky(a, upper=upper)
    d = rng.standard_normal((3, 3))
    adjoint = cholesky_adjoint(d, factor, upper=upper)
    other = np.tril(adjoint, -1) if upper else np.triu(adjoint, 1)
    assert not other.any()
    t = rng.standard_normal((3, 3))
    step = 1e-6  # as above
    changed = (np.linalg.cholesky(a + step * t, upper=upper) - np.linalg.cholesky(a - step * t, upper=upper)) / (
        2 * step
    )
    assert np.sum(adjoint * t) == pytest.approx(np.sum(d * changed), rel=1e-7)
    assert cholesky_tangent(t, factor, upper=upper) == pytest.approx(changed, rel=1e-7, abs=1e-9)


@pytest.mark.parametrize("uplo", ["L", "U", "l"])
def test_eigenvalues_leave_the_other_triangle_at_zero(uplo, rng):
    """As for Cholesky factors."""
    a, t = rng.standard_normal((2, 3, 3))
    d = rng.standard_normal(3)
    adjoint = eigvalsh_adjoint(d, a, uplo)
    other = np.tril(adjoint, -1) if uplo == "U" else np.triu(adjoint, 1)
    assert not other.any()
    step = 1e-6  # as above
    changed = (np.linalg.eigvalsh(a + step * t, uplo) - np.linalg.eigvalsh(a - step * t, uplo)) / (2 * step)
    assert np.sum(adjoint * t) == pytest.approx(np.sum(d * changed), rel=1e-6, abs=1e-8)
    assert eigvalsh_tangent(t, a, uplo) == pytest.approx(changed, rel=1e-6, abs=1e-8)


def test_eigenvectors_of_a_repeated_eigenvalue():
    """They have no derivative: NaN, not a number that looks like one; 0 where their cotangent is 0."""
    w, v = np.linalg.eigh(np.diag([1.0, 1.0, 2.0]))
    assert np.isnan(eigh_adjoint(0.0, np.ones((3, 3)), w, v)).any()
    only_the_last = np.zeros((3, 3))
    only_the_last[:, 2] = v[:, 2]  # of sum(v[:, 2] ** 2) / 2, which is constant
    assert eigh_adjoint(0.0, only_the_last, w, v).tolist() == np.zeros((3, 3)).tolist()


def test_results_that_nothing_read():
    """A scalar 0 stands for their cotangents."""
    w, v = np.linalg.eigh(np.diag([1.0, 2.0]))
    assert eigh_adjoint(np.array([1.0, 2.0]), 0.0, w, v).tolist() == [[1.0, 0.0], [0.0, 2.0]]
    assert eigh_adjoint(0.0, np.zeros((2, 2)), w, v).tolist() == [[0.0, 0.0], [0.0, 0.0]]
    t_w, t_v = eigh_tangent(np.array([[1.0, 0.0], [3.0, 2.0]]), w, v)
    assert t_w.tolist() == [1.0, 2.0]
    assert t_v.tolist() == [[0.0, 3.0], [-3.0, 0.0]]
