"""Adjoints of solutions: that of a structured matrix is that of the dense one, where it is read."""

import numpy as np
import pytest

pytest.importorskip("scipy.linalg")

from scipy import linalg

from cladpy.runtime.linalg import solve_adjoint_left
from cladpy.runtime.scipy import (
    cho_solve_adjoint,
    lu_solve_adjoint,
    mirrored,
    solve_banded_adjoint,
    solve_banded_tangent,
    solve_triangular_adjoint,
)
from cladpy.runtime.scipy.solves import row_order, unit_lower

RNG = np.random.default_rng(3)
D, B = RNG.normal(size=4), RNG.normal(size=4)


@pytest.mark.parametrize("lower", [False, True])
def test_of_a_triangle_the_other_one_has_no_adjoint(lower):
    """A dense solution with the triangle alone has the same adjoint there."""
    a = RNG.normal(size=(4, 4)) + 4 * np.eye(4)
    triangle = np.tril(a) if lower else np.triu(a)
    y = np.linalg.solve(triangle, B)
    dense = solve_adjoint_left(D, triangle, y)
    found = solve_triangular_adjoint(D, a, y, lower=lower, of_matrix=True)
    assert found == pytest.approx(np.tril(dense) if lower else np.triu(dense), rel=1e-12)


def test_bands_are_the_diagonals_of_the_dense_matrix():
    """Their adjoint is that of the diagonals; the corners of the bands, which are not read, have none."""
    bands = RNG.normal(size=(4, 4)) + 5 * np.eye(4)[1][:, None]
    dense = sum(np.diag(bands[1 + k][max(0, -k) : 4 - max(0, k)], -k) for k in (-1, 0, 1, 2))
    y = linalg.solve_banded((2, 1), bands, B)
    assert y == pytest.approx(np.linalg.solve(dense, B), rel=1e-12)
    whole, found = solve_adjoint_left(D, dense, y), solve_banded_adjoint(D, (2, 1), bands, y)
    for k in (-1, 0, 1, 2):
        assert found[1 + k][max(0, -k) : 4 - max(0, k)] == pytest.approx(np.diagonal(whole, -k), rel=1e-12)
    assert [found[0, 0], found[2, 3], found[3, 2], found[3, 3]] == [0, 0, 0, 0]


def test_the_corners_of_a_tangent_are_not_read():
    """As those of the bands."""
    bands = np.array([[7.0, 1.0], [4.0, 5.0], [1.0, 7.0]])
    corners = np.array([[1.0, 0.0], [0.0, 0.0], [0.0, 1.0]])
    assert solve_banded_tangent(corners, (1, 1), bands, np.ones(2)).tolist() == [0.0, 0.0]


def test_exchanges_of_rows_are_an_order():
    """What LAPACK decomposes is the matrix with its rows in that order."""
    a = RNG.normal(size=(4, 4))
    lu, piv = linalg.lu_factor(a)
    assert unit_lower(lu) @ np.triu(lu) == pytest.approx(a[row_order(piv)], rel=1e-12)


def test_flags_and_pivots_have_zero_adjoints():
    """They are no floating numbers."""
    y = np.ones(2, np.float32)
    eye = np.eye(2, dtype=np.float32)
    flag, pivots = cho_solve_adjoint(y, (eye, True), y)[1], lu_solve_adjoint(y, (eye, np.arange(2)), y)[1]
    assert (flag, pivots) == (0, 0)
    assert {flag.dtype, pivots.dtype} == {np.dtype(np.float32)}


def test_mirrored_reads_one_triangle():
    """The upper one unless it is told otherwise."""
    assert mirrored(np.array([[1.0, 2.0], [9.0, 3.0]]), lower=False).tolist() == [[1.0, 2.0], [2.0, 3.0]]
