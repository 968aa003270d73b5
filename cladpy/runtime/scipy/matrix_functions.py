"""Adjoints and tangents of functions of a matrix: factors, the exponential, the square root, Sylvester's equation."""

from typing import Any

import numpy as np
from scipy import linalg

from cladpy.runtime.hermitian import cholesky_adjoint, cholesky_tangent
from cladpy.runtime.reductions import Array
from cladpy.runtime.scipy.solves import row_order, unit_lower


def cho_factor_adjoint(d: Any, c: Any, lower: bool) -> Array:
    """Adjoint of a for c, lower = scipy.linalg.cho_factor(a, lower).

    Parameters
    ----------
    d, c : ndarray, shape (n, n)
        One triangle of `c` holds the factor, the other one still that of the matrix.
    lower : bool

    Returns
    -------
    ndarray, shape (n, n)

    Reads
    -----
    c
    """
    factor, rest = (np.tril, np.triu) if lower else (np.triu, np.tril)
    return np.asarray(cholesky_adjoint(factor(d), factor(c), upper=not lower) + rest(d, 1 if lower else -1))


def cho_factor_tangent(t: Any, c: Any, lower: bool) -> tuple[Array, float]:
    """Tangents of c, lower = scipy.linalg.cho_factor(a, lower)."""
    factor, rest = (np.tril, np.triu) if lower else (np.triu, np.tril)
    return cholesky_tangent(t, factor(c), upper=not lower) + rest(t, 1 if lower else -1), 0.0


def lu_factor_adjoint(d: Any, lu: Any, piv: Any) -> Array:
    """Adjoint of a for lu, piv = scipy.linalg.lu_factor(a), where a is square.

    Parameters
    ----------
    d, lu : ndarray, shape (n, n)
    piv : ndarray of int, shape (n,)

    Returns
    -------
    ndarray, shape (n, n)

    Reads
    -----
    lu, piv

    Source
    ------
    S. Walter and L. Lehmann, Algorithmic differentiation of linear algebra functions, 2010: with the rows in their
    order, da = dl @ u + l @ du, so that inv(l) @ da @ inv(u) is inv(l) @ dl below the diagonal and du @ inv(u) above.
    """
    lower, upper = unit_lower(_square(lu)), np.triu(lu)
    inner = np.tril(lower.T @ np.tril(d, -1), -1) + np.triu(np.triu(d) @ upper.T)
    left = linalg.solve_triangular(lower, inner, trans=1, lower=True, unit_diagonal=True, check_finite=False)
    adjoint = np.empty_like(left)
    adjoint[row_order(piv)] = linalg.solve_triangular(upper, left.T, check_finite=False).T
    return np.asarray(adjoint)


def lu_factor_tangent(t: Any, lu: Any, piv: Any) -> tuple[Array, float]:
    """Tangents of lu, piv = scipy.linalg.lu_factor(a), where a is square."""
    lower, upper = unit_lower(_square(lu)), np.triu(lu)
    left = linalg.solve_triangular(lower, t[row_order(piv)], lower=True, unit_diagonal=True, check_finite=False)
    inner = linalg.solve_triangular(upper, left.T, trans=1, check_finite=False).T
    return lower @ np.tril(inner, -1) + np.triu(inner) @ upper, 0.0


def expm_tangent(t: Any, a: Any) -> Array:
    """Tangent of y = scipy.linalg.expm(a).

    Parameters
    ----------
    t, a : ndarray, shape (*batch, n, n)

    Returns
    -------
    ndarray, shape (*batch, n, n)

    Reads
    -----
    a

    Cost
    ----
    That of an exponential of matrices of twice the size, for stacks; about three exponentials for one matrix.

    Source
    ------
    N. Higham, Functions of Matrices, 2008, (3.16): the upper right block of ``expm([[a, t], [0, a]])``.

    Examples
    --------
    >>> expm_tangent(np.array([[1.0]]), np.array([[0.0]]))
    array([[1.]])
    """
    if a.ndim == 2 and a.dtype in (np.float64, np.complex128):
        return np.asarray(linalg.expm_frechet(a, t, compute_expm=False, check_finite=False))
    n = a.shape[-1]
    t = np.broadcast_to(t, a.shape)
    blocks = np.concatenate([np.concatenate([a, t], -1), np.concatenate([np.zeros_like(a), a], -1)], -2)
    return np.asarray(linalg.expm(blocks)[..., :n, n:])


def expm_adjoint(d: Any, a: Any) -> Array:
    """Adjoint of a for y = scipy.linalg.expm(a): the derivative at the transposed matrix, along the cotangent."""
    return expm_tangent(d, np.swapaxes(a, -1, -2))


def sqrtm_adjoint(d: Any, y: Any) -> Array:
    """Adjoint of a for y = scipy.linalg.sqrtm(a).

    Parameters
    ----------
    d, y : ndarray, shape (n, n), or a stack of such

    Returns
    -------
    ndarray, shape of y

    Reads
    -----
    y

    Singular points
    ---------------
    A singular matrix: infinite or NaN, as SciPy solves the equation.

    Source
    ------
    From y @ y = a: the cotangent of a solves ``y.T @ d_a + d_a @ y.T = d``.
    """
    return sqrtm_tangent(d, np.swapaxes(y, -1, -2))


def sqrtm_tangent(t: Any, y: Any) -> Array:
    """Tangent of y = scipy.linalg.sqrtm(a)."""
    if y.ndim == 2:
        return np.asarray(linalg.solve_sylvester(y, y, t))
    return np.stack([sqrtm_tangent(each_t, each_y) for each_t, each_y in zip(t, y, strict=True)])


def sylvester_adjoint(d: Any, a: Any, b: Any, y: Any, of: str) -> Array:
    """Adjoint of a, b or q for y = scipy.linalg.solve_sylvester(a, b, q), which solves a @ y + y @ b = q.

    Parameters
    ----------
    d, y : ndarray, shape (m, n)
    a : ndarray, shape (m, m)
    b : ndarray, shape (n, n)
    of : "a", "b" or "q"

    Returns
    -------
    ndarray

    Reads
    -----
    a, b, y
    """
    d_q = linalg.solve_sylvester(a.T, b.T, d)
    return np.asarray({"a": lambda: -d_q @ y.T, "b": lambda: -y.T @ d_q, "q": lambda: d_q}[of]())


def _square(lu: Array) -> Array:
    if lu.shape != lu.shape[::-1]:
        raise ValueError(f"[C402] the derivative of lu_factor is that of one square matrix, not of shape {lu.shape}")
    return lu
