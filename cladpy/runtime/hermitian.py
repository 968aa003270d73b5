"""Adjoints of what NumPy computes from one triangle of a symmetric or Hermitian matrix: Cholesky factors, eigenvalues.

The formulas are written for the inner product tr(conj(x).T @ y) of the literature; inside, cotangents are bilinear,
which is the same after a conjugation of what comes in and what goes out.
"""

from typing import Any, Literal

import numpy as np

from cladpy.runtime.reductions import Array


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
    d = d.conj()
    factor, d_factor = (conj_transpose(y), conj_transpose(d)) if upper else (y, d)
    inner = _halved(np.tril(conj_transpose(factor) @ d_factor))
    half = np.linalg.solve(conj_transpose(factor), inner)
    whole = np.linalg.solve(conj_transpose(factor), conj_transpose(half))
    return fold_triangle(conj_transpose(whole), upper=upper).conj()


def cholesky_tangent(t: Any, y: Any, *, upper: bool = False) -> Array:
    """Tangent of y = np.linalg.cholesky(a), of a tangent whose one triangle is read.

    Parameters and source are those of `cholesky_adjoint`; `t` has the shape of `a`.
    """
    factor = conj_transpose(y) if upper else y
    half = np.linalg.solve(factor, symmetric(t, "U" if upper else "L"))
    tangent = factor @ _halved(np.tril(np.linalg.solve(factor, conj_transpose(half))))
    return conj_transpose(tangent) if upper else tangent


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
    Eigenvectors of equal eigenvalues have no derivative: NaN, unless what is made of them is seen not to depend on
    their choice, as a projector on their space does not. Eigenvalues are equal if they differ by rounding.

    Source
    ------
    M. Giles, Collected matrix derivative results for forward and reverse mode, 2008, section 3.1.
    """
    inner = np.zeros_like(v)
    if np.ndim(d_v):
        inner = _over_gaps(conj_transpose(v) @ d_v.conj(), w, values_are_read=bool(np.ndim(d_w)))
    inner = inner + _diagonal_matrix(np.broadcast_to(d_w, w.shape))
    return fold_triangle(v @ inner @ conj_transpose(v), upper=triangle(uplo) == "U").conj()


def eigh_tangent(t: Any, w: Any, v: Any, uplo: str = "L") -> tuple[Array, Array]:
    """Tangents of w, v = np.linalg.eigh(a); parameters and source as for `eigh_adjoint`.

    Of the phases of complex eigenvectors, which are anybody's choice, it takes those that stay.
    """
    inner = conj_transpose(v) @ symmetric(t, uplo) @ v
    gaps = _gaps(w)
    undefined = np.where((inner == 0) | np.eye(w.shape[-1], dtype=bool), 0, np.nan).astype(inner.dtype)
    return np.diagonal(inner, 0, -2, -1).real.copy(), v @ np.divide(inner, gaps, out=undefined, where=gaps != 0)


def eigvalsh_adjoint(d: Any, a: Any, uplo: str = "L") -> Array:
    """Adjoint of a for w = np.linalg.eigvalsh(a); parameters and result as for `eigh_adjoint`.

    Cost
    ----
    The eigenvectors, which the primal did not compute.
    """
    _, v = np.linalg.eigh(a, UPLO=triangle(uplo))
    inner = (v * d[..., None, :]) @ conj_transpose(v)
    return fold_triangle(inner, upper=triangle(uplo) == "U").conj()


def eigvalsh_tangent(t: Any, a: Any, uplo: str = "L") -> Array:
    """Tangent of w = np.linalg.eigvalsh(a)."""
    w, v = np.linalg.eigh(a, UPLO=triangle(uplo))
    return eigh_tangent(t, w, v, uplo)[0]


def fold_triangle(d: Array, *, upper: bool = False) -> Array:
    """Return the adjoint of a Hermitian matrix as that of the one triangle that it was read from.

    Examples
    --------
    >>> fold_triangle(np.array([[1.0, 2.0], [3.0, 4.0]]))
    array([[1., 0.],
           [5., 4.]])
    """
    both = _halved(d + conj_transpose(d))
    return np.triu(both) if upper else np.tril(both)


def conj_transpose(a: Array) -> Array:
    """Return the conjugate transpose of each matrix of a stack; of real matrices a view."""
    return a.mT.conj()


def triangle(uplo: str) -> Literal["L", "U"]:
    """Return the triangle that a letter of either case stands for."""
    return "U" if uplo.upper() == "U" else "L"


def symmetric(t: Any, uplo: str) -> Array:
    """Return the Hermitian matrix of which one triangle is given."""
    half = _halved(np.triu(t) if triangle(uplo) == "U" else np.tril(t))
    return half + conj_transpose(half)


def _over_gaps(inner: Array, w: Array, *, values_are_read: bool) -> Array:
    """Divide the part of a cotangent that turns the eigenvectors by the differences of their eigenvalues.

    Where the eigenvalues are equal the quotient is 0 if nothing turns them, and if nothing says that the function
    would move with the eigenvalues that a perturbation splits: a part that does not turn them, and their cotangents.
    """
    gaps = _gaps(w)
    turning, keeping = inner - conj_transpose(inner), inner + conj_transpose(inner)
    rounding = 8 * w.shape[-1] * np.finfo(w.dtype).eps * np.abs(inner).max(axis=(-2, -1), keepdims=True, initial=0)
    vanishes = np.abs(turning) <= rounding  # on the diagonal too: it turns the phase of a complex eigenvector
    if values_are_read:
        vanishes &= (np.abs(keeping) <= rounding) | np.eye(w.shape[-1], dtype=bool)
    undefined = np.where(vanishes, 0, np.nan).astype(inner.dtype)
    return np.divide(turning, 2 * gaps, out=undefined, where=gaps != 0)


def _gaps(w: Array) -> Array:
    """Return the differences of eigenvalues, 0 where they are rounding."""
    gaps = w[..., None, :] - w[..., :, None]
    rounding = w.shape[-1] * np.finfo(w.dtype).eps * np.abs(w).max(axis=-1, initial=0)
    return np.where(np.abs(gaps) <= rounding[..., None, None], 0, gaps)


def _halved(a: Array) -> Array:
    """Return the matrices with half their diagonals."""
    return a - 0.5 * (a * np.eye(a.shape[-1], dtype=a.dtype))


def _diagonal_matrix(values: Array) -> Array:
    return values[..., None] * np.eye(values.shape[-1], dtype=values.dtype)
