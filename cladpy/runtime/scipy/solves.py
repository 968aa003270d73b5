"""Adjoints and tangents of solutions of linear systems whose matrix has a structure: triangular, factored, banded.

Cotangents are bilinear: the formulas transpose, and conjugate only where the function itself does.
"""

from typing import Any

import numpy as np
from scipy import linalg

from cladpy.runtime.hermitian import conj_transpose, fold_triangle
from cladpy.runtime.linalg import solve_adjoint_left, solve_adjoint_right, solve_tangent_left
from cladpy.runtime.reductions import Array
from cladpy.runtime.unbroadcast import unbroadcast_to

_TRANSPOSED: dict[Any, int] = {0: 0, 1: 1, 2: 2, "N": 0, "T": 1, "C": 2}


def solve_operator_adjoint(d: Any, a: Any, y: Any, transposed: bool = False) -> Array:
    """Adjoint of a for y = scipy.linalg.solve(a, b, transposed=transposed), where every entry of a is read.

    Parameters
    ----------
    d, y : ndarray, shape (*batch, n, k), or (*batch, n) where b is one vector
    a : ndarray, shape (*batch, n, n)
    transposed : bool

    Returns
    -------
    ndarray, shape of a

    Reads
    -----
    a, y
    """
    return solve_adjoint_left(d, a.mT, y).mT if transposed else solve_adjoint_left(d, a, y)


def solve_operator_adjoint_right(d: Any, a: Any, b_shape: tuple[int, ...], transposed: bool = False) -> Array:
    """Adjoint of b for y = scipy.linalg.solve(a, b, transposed=transposed)."""
    return solve_adjoint_right(d, a.mT if transposed else a, b_shape)


def solve_operator_tangent(t: Any, a: Any, y: Any, transposed: bool = False) -> Array:
    """Tangent of y = scipy.linalg.solve(a, b, transposed=transposed) for a tangent `t` of a."""
    return solve_tangent_left(t.mT, a.mT, y) if transposed else solve_tangent_left(t, a, y)


def solve_symmetric_adjoint(d: Any, a: Any, y: Any, lower: bool = False) -> Array:
    """Adjoint of a for y = scipy.linalg.solve(a, b, lower, assume_a="sym"): 0 in the triangle that is not read."""
    return fold_triangle(solve_adjoint_left(d, mirrored(a, lower), y), upper=not lower)


def mirrored(a: Any, lower: bool) -> Array:
    """Return the real symmetric matrix of which one triangle is given.

    Examples
    --------
    >>> mirrored(np.array([[1.0, 9.0], [2.0, 3.0]]), lower=True)
    array([[1., 2.],
           [2., 3.]])
    """
    return np.asarray(np.tril(a) + np.tril(a, -1).mT if lower else np.triu(a) + np.triu(a, 1).mT)


def solve_triangular_adjoint(
    d: Any, a: Any, y: Any, trans: Any = 0, lower: bool = False, unit_diagonal: bool = False, *, of_matrix: bool
) -> Array:
    """Adjoint of a or b for y = scipy.linalg.solve_triangular(a, b, trans, lower, unit_diagonal).

    Parameters
    ----------
    d, y : ndarray, shape (*batch, n, k) or (n,)
    a : ndarray, shape (*batch, n, n)
    trans, lower, unit_diagonal
        As they were given to solve_triangular.
    of_matrix : bool
        Whether the adjoint of `a` is wanted: 0 in the triangle that is not read.

    Returns
    -------
    ndarray, shape of a, or of y

    Reads
    -----
    a, y

    Examples
    --------
    >>> a = np.array([[2.0, 0.0], [1.0, 1.0]])
    >>> solve_triangular_adjoint(np.ones(2), a, np.ones(2), lower=True, of_matrix=True).tolist()
    [[-0.0, 0.0], [-1.0, -1.0]]
    """
    how = {"lower": lower, "unit_diagonal": unit_diagonal, "check_finite": False}
    kind = _TRANSPOSED[trans]
    if kind == 2:
        d_b = linalg.solve_triangular(a, d.conj(), trans=0, **how).conj()
    else:
        d_b = linalg.solve_triangular(a, d, trans=1 - kind, **how)
    if not of_matrix:
        return np.asarray(d_b)
    whole = unbroadcast_to(_of_operator(-_outer(d_b, y), kind), a.shape, d_b.dtype)
    return _triangle(whole, lower=lower, unit_diagonal=unit_diagonal)


def solve_triangular_tangent(
    t: Any, a: Any, y: Any, trans: Any = 0, lower: bool = False, unit_diagonal: bool = False
) -> Array:
    """Tangent of y = scipy.linalg.solve_triangular(a, b, ...) for a tangent `t` of a."""
    moved = _operator(_triangle(t, lower=lower, unit_diagonal=unit_diagonal), _TRANSPOSED[trans]) @ y
    how = {"lower": lower, "unit_diagonal": unit_diagonal, "check_finite": False}
    return -np.asarray(linalg.solve_triangular(a, moved, trans=trans, **how))


def cho_solve_adjoint(d: Any, c_and_lower: Any, y: Any) -> list[Any]:
    """Adjoint of the factor, and 0 for the flag, for y = scipy.linalg.cho_solve((c, lower), b).

    Parameters
    ----------
    d, y : ndarray, shape (n, k) or (n,)
    c_and_lower : (ndarray, bool)
        The Cholesky factor, of which one triangle is read, and which.

    Returns
    -------
    list

    Reads
    -----
    c_and_lower, y

    Source
    ------
    For a = c @ c^H, a cotangent d_a gives (d_a + d_a^H) @ conj(c); for a = c^H @ c, conj(c) @ (d_a + d_a^H).
    """
    c, lower = c_and_lower
    d_a = -_outer(cho_solve_adjoint_right(d, c_and_lower), y)
    both = d_a + conj_transpose(d_a)
    factor = _triangle(c, lower=lower).conj()
    return [_triangle(both @ factor if lower else factor @ both, lower=lower), d.dtype.type(0)]


def cho_solve_adjoint_right(d: Any, c_and_lower: Any) -> Array:
    """Adjoint of b for y = scipy.linalg.cho_solve(c_and_lower, b)."""
    return np.asarray(linalg.cho_solve(c_and_lower, d.conj(), check_finite=False)).conj()


def cho_solve_tangent(t: Any, c_and_lower: Any, y: Any) -> Array:
    """Tangent of y = scipy.linalg.cho_solve(c_and_lower, b) for tangents `t` of the pair."""
    c, lower = c_and_lower
    factor, moved = _triangle(c, lower=lower), _triangle(t[0], lower=lower)
    half = moved @ conj_transpose(factor) if lower else conj_transpose(factor) @ moved
    return -np.asarray(linalg.cho_solve(c_and_lower, (half + conj_transpose(half)) @ y, check_finite=False))


def lu_solve_adjoint(d: Any, lu_and_piv: Any, y: Any, trans: int = 0) -> list[Any]:
    """Adjoint of the factors, and 0 for the pivots, for y = scipy.linalg.lu_solve((lu, piv), b, trans).

    Parameters
    ----------
    d, y : ndarray, shape (n, k) or (n,)
    lu_and_piv : (ndarray, ndarray)
    trans : 0, 1 or 2

    Returns
    -------
    list

    Reads
    -----
    lu_and_piv, y

    Source
    ------
    With the rows of a in the order of the pivots, a = l @ u: d_l = d_a @ u.T below the diagonal, d_u = l.T @ d_a above.
    """
    lu, piv = lu_and_piv
    d_a = _of_operator(-_outer(lu_solve_adjoint_right(d, lu_and_piv, trans), y), _TRANSPOSED[trans])[row_order(piv)]
    lower, upper = unit_lower(lu), np.triu(lu)
    return [np.tril(d_a @ upper.T, -1) + np.triu(lower.T @ d_a), d.dtype.type(0)]


def lu_solve_adjoint_right(d: Any, lu_and_piv: Any, trans: int = 0) -> Array:
    """Adjoint of b for y = scipy.linalg.lu_solve(lu_and_piv, b, trans)."""
    if trans == 2:
        return np.asarray(linalg.lu_solve(lu_and_piv, d.conj(), trans=0, check_finite=False)).conj()
    return np.asarray(linalg.lu_solve(lu_and_piv, d, trans=1 - trans, check_finite=False))


def lu_solve_tangent(t: Any, lu_and_piv: Any, y: Any, trans: int = 0) -> Array:
    """Tangent of y = scipy.linalg.lu_solve(lu_and_piv, b, trans) for tangents `t` of the pair."""
    lu, piv = lu_and_piv
    moved = np.empty(lu.shape, np.result_type(lu, t[0]))
    moved[row_order(piv)] = np.tril(t[0], -1) @ np.triu(lu) + unit_lower(lu) @ np.triu(t[0])
    return -np.asarray(linalg.lu_solve(lu_and_piv, _operator(moved, trans) @ y, trans=trans, check_finite=False))


def solve_banded_adjoint(d: Any, l_and_u: Any, ab: Any, y: Any) -> Array:
    """Adjoint of ab for y = scipy.linalg.solve_banded(l_and_u, ab, b).

    Parameters
    ----------
    d, y : ndarray, shape (n, k) or (n,)
    l_and_u : (int, int)
        The numbers of diagonals below and above the main one.
    ab : ndarray, shape (l + u + 1, n)
        The entry in row i and column j of the matrix is ``ab[u + i - j, j]``.

    Returns
    -------
    ndarray, shape of ab
        0 in the corners, which are not read.

    Reads
    -----
    ab, y
    """
    n = ab.shape[1]
    d_b, solution = np.reshape(solve_banded_adjoint_right(d, l_and_u, ab), (n, -1)), np.reshape(y, (n, -1))
    adjoint = np.zeros(ab.shape, np.result_type(d_b, solution))
    for row, first, last, offset in _diagonals(l_and_u, n):
        adjoint[row, first:last] = -np.sum(d_b[first + offset : last + offset] * solution[first:last], axis=1)
    return adjoint


def solve_banded_adjoint_right(d: Any, l_and_u: Any, ab: Any) -> Array:
    """Adjoint of b for y = scipy.linalg.solve_banded(l_and_u, ab, b)."""
    below, above = l_and_u
    return np.asarray(linalg.solve_banded((above, below), _transposed_bands(l_and_u, ab), d, check_finite=False))


def solve_banded_tangent(t: Any, l_and_u: Any, ab: Any, y: Any) -> Array:
    """Tangent of y = scipy.linalg.solve_banded(l_and_u, ab, b) for a tangent `t` of ab."""
    moved = np.zeros(y.shape, np.result_type(t, y))
    for row, first, last, offset in _diagonals(l_and_u, ab.shape[1]):
        moved[first + offset : last + offset] += (t[row, first:last] * y[first:last].T).T
    return -np.asarray(linalg.solve_banded(l_and_u, ab, moved, check_finite=False))


def row_order(piv: Array) -> Array:
    """Return the rows of a matrix in the order that LAPACK's exchanges of rows put them.

    Examples
    --------
    >>> row_order(np.array([2, 2, 2]))
    array([2, 0, 1])
    """
    order = np.arange(len(piv))
    for row, other in enumerate(piv):
        order[[row, other]] = order[[other, row]]
    return order


def unit_lower(lu: Array) -> Array:
    """Return the lower factor that LAPACK keeps below the diagonal, its diagonal of ones left out."""
    return np.asarray(np.tril(lu, -1) + np.eye(lu.shape[-1], dtype=lu.dtype))


def _diagonals(l_and_u: Any, n: int) -> list[tuple[int, int, int, int]]:
    """Return of each row of bands: itself, its first and last column, and how far it lies below the diagonal."""
    below, above = l_and_u
    return [
        (row, max(0, above - row), min(n, n + above - row), row - above)
        for row in range(below + above + 1)
        if abs(row - above) < n
    ]


def _transposed_bands(l_and_u: Any, ab: Array) -> Array:
    transposed = np.zeros_like(ab)
    for row, first, last, offset in _diagonals(l_and_u, ab.shape[1]):
        transposed[ab.shape[0] - 1 - row, first + offset : last + offset] = ab[row, first:last]
    return transposed


def _triangle(a: Array, *, lower: bool, unit_diagonal: bool = False) -> Array:
    return np.tril(a, -int(unit_diagonal)) if lower else np.triu(a, int(unit_diagonal))


def _operator(a: Array, kind: int) -> Array:
    """Return a, its transpose or its conjugate transpose."""
    return (a, a.mT, conj_transpose(a))[kind]


def _of_operator(d: Array, kind: int) -> Array:
    """Return the adjoint of a from that of its transpose, or of its conjugate transpose."""
    return (d, d.mT, conj_transpose(d))[kind]


def _outer(d_b: Array, y: Array) -> Array:
    """Return the cotangent of the inverse of an inverse, without its sign: of vectors, or of columns."""
    return np.outer(d_b, y) if y.ndim == 1 else d_b @ y.mT
