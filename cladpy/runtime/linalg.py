"""Adjoints of determinants, solutions and factors of square matrices, and of stacks of them."""

from typing import Any, Literal

import numpy as np

from cladpy.runtime.reductions import Array
from cladpy.runtime.scans import exclusive_products
from cladpy.runtime.unbroadcast import unbroadcast_to


def det_adjoint(d: Any, a: Any, y: Any) -> Array:
    """Adjoint of a for y = np.linalg.det(a), exact for singular matrices too.

    Parameters
    ----------
    d : scalar or ndarray, shape (*batch)
    a : ndarray, shape (*batch, n, n)
    y : scalar or ndarray, shape (*batch)
        The determinant that the primal computed.

    Returns
    -------
    ndarray, shape (*batch, n, n)

    Reads
    -----
    a, y

    Source
    ------
    The derivative is the matrix of cofactors: ``y * inv(a).T``, and of a singular ``a = u @ diag(s) @ v``
    ``det(u) * det(v) * u @ diag(products of the other s) @ v``.

    Examples
    --------
    >>> det_adjoint(1.0, np.array([[0.0, 0.0], [0.0, 2.0]]), 0.0)
    array([[2., 0.],
           [0., 0.]])
    """
    singular = np.asarray(y) == 0
    if not singular.any():
        return np.multiply(d, y)[..., None, None] * np.linalg.inv(a).mT
    cofactors = np.empty(np.shape(a), np.asarray(a).dtype)
    cofactors[~singular] = np.asarray(y)[~singular][..., None, None] * np.linalg.inv(a[~singular]).mT
    u, s, v = np.linalg.svd(a[singular])
    signed = exclusive_products(s, -1) * (np.linalg.det(u) * np.linalg.det(v))[..., None]
    cofactors[singular] = u * signed[..., None, :] @ v
    return np.asarray(d)[..., None, None] * cofactors


def solve_adjoint_left(d: Any, a: Any, y: Any) -> Array:
    """Adjoint of a for y = np.linalg.solve(a, b).

    Parameters
    ----------
    d : ndarray, shape of y
    a : ndarray, shape (*batch, n, n)
    y : ndarray, shape (*batch, n, k), or (*batch, n) where b is one vector
        The solution that the primal computed.

    Returns
    -------
    ndarray, shape of a

    Reads
    -----
    a, y
    """
    vectors = _are_vectors(y, a)
    columns, d_columns = (y[..., None], d[..., None]) if vectors else (y, d)
    adjoint = -np.linalg.solve(a.mT, d_columns) @ columns.mT
    return unbroadcast_to(adjoint, a.shape, adjoint.dtype)


def solve_adjoint_right(d: Any, a: Any, b_shape: tuple[int, ...]) -> Array:
    """Adjoint of b for y = np.linalg.solve(a, b).

    Parameters
    ----------
    d : ndarray, shape of y
    a : ndarray, shape (*batch, n, n)
    b_shape : tuple of int
        (*batch, n, k) or (n,).

    Returns
    -------
    ndarray, shape `b_shape`

    Reads
    -----
    a
    """
    adjoint = np.linalg.solve(a.mT, d[..., None])[..., 0] if len(b_shape) == 1 else np.linalg.solve(a.mT, d)
    return unbroadcast_to(adjoint, b_shape, adjoint.dtype)


def solve_tangent_left(t: Any, a: Any, y: Any) -> Array:
    """Tangent of y = np.linalg.solve(a, b) for a tangent `t` of a."""
    if _are_vectors(y, a):
        return -np.linalg.solve(a, t @ y[..., None])[..., 0]
    return -np.linalg.solve(a, t @ y)


def cholesky_adjoint(d: Any, y: Any, *, upper: bool = False) -> Array:
    """Adjoint of a for y = np.linalg.cholesky(a).

    Parameters
    ----------
    d, y : ndarray, shape (*batch, n, n)
    upper : bool
        Whether `y` is the upper factor, of the upper triangle of `a`.

    Returns
    -------
    ndarray, shape (*batch, n, n)
        0 in the triangle that NumPy does not read.

    Reads
    -----
    y

    Source
    ------
    I. Murray, Differentiation of the Cholesky decomposition, 2016, section 3.1.
    """
    factor, d_factor = (np.swapaxes(y, -1, -2), np.swapaxes(d, -1, -2)) if upper else (y, d)
    inner = np.tril(factor.mT @ d_factor)
    inner -= 0.5 * _diagonal_of(inner)
    half = np.linalg.solve(factor.mT, inner)
    return fold_triangle(np.linalg.solve(factor.mT, half.mT).mT, upper=upper)


def cholesky_tangent(t: Any, y: Any, *, upper: bool = False) -> Array:
    """Tangent of y = np.linalg.cholesky(a), of a tangent whose one triangle is read.

    Parameters and source are those of `cholesky_adjoint`; `t` has the shape of `a`.
    """
    factor = np.swapaxes(y, -1, -2) if upper else y
    half = np.linalg.solve(factor, _symmetric(t, "U" if upper else "L"))
    inner = np.tril(np.linalg.solve(factor, half.mT))
    tangent = factor @ (inner - 0.5 * _diagonal_of(inner))
    return tangent.mT if upper else tangent


def eigh_adjoint(d_w: Any, d_v: Any, w: Any, v: Any, uplo: str = "L") -> Array:
    """Adjoint of a for w, v = np.linalg.eigh(a).

    Parameters
    ----------
    d_w, w : ndarray, shape (*batch, n)
    d_v, v : ndarray, shape (*batch, n, n)
        A scalar 0 for `d_w` or `d_v` stands for a result that nothing read.
    uplo : str
        Which triangle of `a` was read: "L" or "U".

    Returns
    -------
    ndarray, shape (*batch, n, n)
        0 in the triangle that NumPy does not read.

    Reads
    -----
    w, v

    Singular points
    ---------------
    Eigenvectors of equal eigenvalues have no derivative: NaN, unless their cotangent is 0.

    Source
    ------
    M. Giles, Collected matrix derivative results for forward and reverse mode, 2008, section 3.1.
    """
    inner = _over_gaps(v.mT @ d_v, w) if np.ndim(d_v) else np.zeros_like(v)
    inner += _diagonal_matrix(np.broadcast_to(d_w, w.shape))
    return fold_triangle(v @ inner @ v.mT, upper=_triangle(uplo) == "U")


def eigh_tangent(t: Any, w: Any, v: Any, uplo: str = "L") -> tuple[Array, Array]:
    """Tangents of w, v = np.linalg.eigh(a); parameters and source as for `eigh_adjoint`."""
    inner = v.mT @ _symmetric(t, uplo) @ v
    return np.diagonal(inner, 0, -2, -1), v @ _over_gaps(inner, w)


def eigvalsh_adjoint(d: Any, a: Any, uplo: str = "L") -> Array:
    """Adjoint of a for w = np.linalg.eigvalsh(a); parameters and result as for `eigh_adjoint`.

    Cost
    ----
    The eigenvectors, which the primal did not compute.
    """
    w, v = np.linalg.eigh(a, UPLO=_triangle(uplo))
    return eigh_adjoint(d, 0.0, w, v, uplo)


def eigvalsh_tangent(t: Any, a: Any, uplo: str = "L") -> Array:
    """Tangent of w = np.linalg.eigvalsh(a)."""
    w, v = np.linalg.eigh(a, UPLO=_triangle(uplo))
    return eigh_tangent(t, w, v, uplo)[0]


def fold_triangle(d: Array, *, upper: bool = False) -> Array:
    """Return the adjoint of a symmetric matrix as that of the one triangle that it was read from.

    Examples
    --------
    >>> fold_triangle(np.array([[1.0, 2.0], [3.0, 4.0]]))
    array([[1., 0.],
           [5., 4.]])
    """
    both = d + d.mT - _diagonal_of(d)
    return np.triu(both) if upper else np.tril(both)


def _triangle(uplo: str) -> Literal["L", "U"]:
    return "U" if uplo.upper() == "U" else "L"


def _symmetric(t: Any, uplo: str) -> Array:
    """Return the symmetric matrix of which one triangle is given."""
    triangle = np.triu(t) if _triangle(uplo) == "U" else np.tril(t)
    return triangle + triangle.mT - _diagonal_of(triangle)


def _over_gaps(inner: Array, w: Array) -> Array:
    """Divide by the differences of eigenvalues; where they are equal, 0 stays and the rest is undefined."""
    gaps = w[..., None, :] - w[..., :, None]
    undefined = np.where((inner == 0) | np.eye(w.shape[-1], dtype=bool), 0, np.nan).astype(inner.dtype)
    return np.divide(inner, gaps, out=undefined, where=gaps != 0)


def _are_vectors(y: Array, a: Array) -> bool:
    """Tell whether the solutions are vectors, which NumPy allows for a one-dimensional b only."""
    return bool(y.ndim == a.ndim - 1)


def _diagonal_of(a: Array) -> Array:
    return a * np.eye(a.shape[-1], dtype=a.dtype)


def _diagonal_matrix(values: Array) -> Array:
    return values[..., None] * np.eye(values.shape[-1], dtype=values.dtype)
