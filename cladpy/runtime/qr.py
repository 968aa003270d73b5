"""Adjoint and tangent of the QR factors of a matrix, tall or wide."""

from typing import Any

import numpy as np

from cladpy.runtime.hermitian import conj_transpose
from cladpy.runtime.reductions import Array
from cladpy.runtime.svd import of_the_rest


def qr_adjoint(d_q: Any, d_r: Any, a: Any, q: Any, r: Any) -> Array:
    """Adjoint of a for q, r = np.linalg.qr(a, mode), of mode "reduced" or "complete".

    Parameters
    ----------
    d_q, q : ndarray, shape (*batch, m, k), k the smaller of m and n, or (*batch, m, m)
    d_r, r : ndarray, shape (*batch, k, n), or (*batch, m, n)
        A scalar 0 stands for the cotangent of a result that nothing read.
    a : ndarray, shape (*batch, m, n)

    Returns
    -------
    ndarray, shape of a

    Reads
    -----
    a, q, r

    Singular points
    ---------------
    NaN where the first k columns are linearly dependent, for then q has no derivative; and where something depends on
    the columns of a complete q beyond k, which are anybody's choice as far as they span the same space.

    Source
    ------
    S. F. Walter and L. Lehmann, Algorithmic differentiation of linear algebra functions, 2010, section 3.3; of a wide
    matrix, H.-J. Liao and others, Differentiable programming tensor networks, 2019, section 2.
    """
    m, n = a.shape[-2:]
    k = min(m, n)
    d_q, d_r = np.conj(d_q), np.conj(d_r)
    first, d_first = q[..., :k], d_q[..., :k] if np.ndim(d_q) else np.zeros_like(q[..., :k])
    d_r = d_r[..., :k, :] if np.ndim(d_r) else np.zeros_like(r[..., :k, :])
    if q.shape[-1] > k and np.ndim(d_q):
        d_first = d_first - of_the_rest(q[..., k:], d_q[..., k:], first)
    if n <= m:
        return _tall(d_first, d_r, first, r[..., :k, :]).conj()
    rest, d_rest = a[..., k:], d_r[..., k:]
    d_first = d_first + rest @ conj_transpose(d_rest)
    square = _tall(d_first, d_r[..., :k], first, r[..., :k])
    return np.concatenate([square, first @ d_rest], axis=-1).conj()


def qr_r_adjoint(d: Any, a: Any) -> Array:
    """Adjoint of a for r = np.linalg.qr(a, mode="r"); as for `qr_adjoint`.

    Cost
    ----
    The factor q, which the primal did not compute.
    """
    q, r = np.linalg.qr(a)
    return qr_adjoint(0.0, d, a, q, r)


def _tall(d_q: Array, d_r: Array, q: Array, r: Array) -> Array:
    """Return the adjoint of a matrix with no more columns than rows."""
    inner = r @ conj_transpose(d_r) - conj_transpose(d_q) @ q
    lower = np.tril(inner, -1)
    middle = (inner * np.eye(inner.shape[-1], dtype=inner.dtype)).real  # r has a real diagonal
    return _over_r(d_q + q @ (lower + conj_transpose(lower) + middle), r)


def _over_r(x: Array, r: Array) -> Array:
    """Return ``x @ inv(conj_transpose(r))``, NaN where r is singular."""
    try:
        return conj_transpose(np.linalg.solve(r, conj_transpose(x)))
    except np.linalg.LinAlgError:
        regular = np.all(np.diagonal(r, 0, -2, -1) != 0, axis=-1)[..., None, None]
        solved = np.linalg.solve(np.where(regular, r, np.eye(r.shape[-1], dtype=r.dtype)), conj_transpose(x))
        return np.where(regular, conj_transpose(solved), np.nan).astype(x.dtype)


def qr_tangent(t: Any, a: Any, q: Any, r: Any) -> tuple[Array, Array]:
    """Tangents of q, r = np.linalg.qr(a, mode); source as for `qr_adjoint`.

    Of the columns of a complete q beyond the smaller dimension, it takes those that turn against the others only.
    """
    m, n = a.shape[-2:]
    k = min(m, n)
    first, rest, square = q[..., :k], q[..., k:], r[..., :k, :k]
    moved = conj_transpose(np.linalg.solve(conj_transpose(square), conj_transpose(t[..., :k])))  # t @ inv(r)
    inner = conj_transpose(first) @ moved
    lower = np.tril(inner, -1)
    imaginary = inner * np.eye(k, dtype=inner.dtype)
    turned = lower - conj_transpose(lower) + (imaginary - imaginary.real)
    outwards = moved - first @ inner
    t_q = first @ turned + outwards
    t_r = (inner - turned) @ square
    if n > k:
        t_r = np.concatenate([t_r, conj_transpose(first) @ (t[..., k:] - t_q @ r[..., :k, k:])], axis=-1)
    if rest.shape[-1]:
        t_q = np.concatenate([t_q, -first @ conj_transpose(outwards) @ rest], axis=-1)
        t_r = np.concatenate([t_r, np.zeros_like(r[..., k:, :])], axis=-2)
    return t_q, t_r


def qr_r_tangent(t: Any, a: Any) -> Array:
    """Tangent of r = np.linalg.qr(a, mode="r")."""
    q, r = np.linalg.qr(a)
    return qr_tangent(t, a, q, r)[1]
