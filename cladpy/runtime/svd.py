"""Adjoints and tangents of singular values and vectors."""

from typing import Any

import numpy as np

from cladpy.runtime.hermitian import conj_transpose
from cladpy.runtime.reductions import Array


def svdvals_adjoint(d: Any, a: Any) -> Array:
    """Adjoint of a for s = np.linalg.svdvals(a).

    Parameters
    ----------
    d : scalar or ndarray, shape (*batch, k)
    a : ndarray, shape (*batch, m, n); k is the smaller of m and n

    Returns
    -------
    ndarray, shape of a

    Reads
    -----
    a

    Singular points
    ---------------
    A singular value has a kink at 0: the slope there is that of one side.

    Cost
    ----
    The singular vectors, which the primal did not compute.

    Source
    ------
    M. Giles, Collected matrix derivative results for forward and reverse mode, 2008, section 3.2.
    """
    u, _, vh = np.linalg.svd(a, full_matrices=False)
    return (u * np.expand_dims(d, -2) @ vh).conj()


def svdvals_tangent(t: Any, a: Any) -> Array:
    """Tangent of s = np.linalg.svdvals(a)."""
    u, _, vh = np.linalg.svd(a, full_matrices=False)
    return np.sum((conj_transpose(u) @ t) * vh.conj(), axis=-1).real


def svd_adjoint(d_u: Any, d_s: Any, d_vh: Any, u: Any, s: Any, vh: Any) -> Array:
    """Adjoint of a for u, s, vh = np.linalg.svd(a, full_matrices).

    Parameters
    ----------
    d_u, u : ndarray, shape (*batch, m, k), or (*batch, m, m)
    d_s, s : ndarray, shape (*batch, k)
    d_vh, vh : ndarray, shape (*batch, k, n), or (*batch, n, n)
        A scalar 0 stands for the cotangent of a result that nothing read.

    Returns
    -------
    ndarray, shape (*batch, m, n)

    Reads
    -----
    u, s, vh

    Singular points
    ---------------
    Singular vectors of equal singular values, of a singular value 0 and beyond the smaller dimension have no
    derivative: NaN, unless what is made of them is seen not to depend on their choice, as the factor ``u @ vh`` of a
    square matrix does not. Singular values are equal if they differ by rounding.

    Source
    ------
    J. Townsend, Differentiating the singular value decomposition, 2016. With w for the part of a cotangent that turns
    the vectors, its w_u s_j + s_i w_v over s_j**2 - s_i**2 is (w_u + w_v) / (2 (s_j - s_i)), singular where singular
    values are equal, plus (w_u - w_v) / (2 (s_j + s_i)), regular there.

    Examples
    --------
    >>> svd_adjoint(0.0, np.array([1.0, 0.0]), 0.0, np.eye(2), np.array([3.0, 1.0]), np.eye(2))
    array([[1., 0.],
           [0., 0.]])
    """
    k = s.shape[-1]
    d_u, d_vh = np.conj(d_u), np.conj(d_vh)
    left = _Side(u, d_u, k)
    right = _Side(conj_transpose(vh), conj_transpose(d_vh) if np.ndim(d_vh) else d_vh, k)
    values_are_read = bool(np.ndim(d_s))
    keeping = np.maximum(np.abs(left.keeping), np.abs(right.keeping))
    inner = _turned(left.turning, right.turning, keeping, s, values_are_read=values_are_read)
    inner = inner + np.expand_dims(d_s, -1) * np.eye(k, dtype=s.dtype)
    adjoint = left.vectors @ inner @ conj_transpose(right.vectors)
    weight = np.broadcast_to(d_s, s.shape)
    if left.outside is not None:
        adjoint += _over_values(left.outside, s, weight) @ conj_transpose(right.vectors)
    if right.outside is not None:
        adjoint += left.vectors @ conj_transpose(_over_values(right.outside, s, weight))
    return adjoint.conj()


class _Side:
    """One of the two sets of singular vectors, as columns, with their cotangent.

    Attributes
    ----------
    vectors : ndarray, shape (*batch, m, k)
    turning, keeping : ndarray, shape (*batch, k, k), or 0
        The parts of the cotangent that turn the vectors among themselves, and that do not.
    outside : ndarray, shape (*batch, m, k), or None
        The part that turns them out of their space; None if they span all.
    """

    def __init__(self, vectors: Array, d: Any, k: int) -> None:
        self.vectors = vectors[..., :k]
        self.turning: Any = 0.0
        self.keeping: Any = 0.0
        self.outside: Array | None = None
        if not np.ndim(d):
            return
        inner = conj_transpose(self.vectors) @ d[..., :k]
        self.turning, self.keeping = inner - conj_transpose(inner), inner + conj_transpose(inner)
        if vectors.shape[-2] > k:
            self.outside = d[..., :k] - self.vectors @ inner
        if vectors.shape[-1] > k:
            self.outside = self.outside - of_the_rest(vectors[..., k:], d[..., k:], self.vectors)


def of_the_rest(rest: Array, d: Array, first: Array) -> Array:
    """Return what the vectors `rest` of a full basis, whose cotangent is `d`, take from the cotangent of the `first`.

    They turn against the first; how they turn among themselves is anybody's choice: NaN if it matters.
    """
    inner = conj_transpose(rest) @ d
    turning = inner - conj_transpose(inner)
    chosen = np.any(np.abs(turning) > _rounding(inner), axis=(-2, -1), keepdims=True)
    taken = rest @ (conj_transpose(d) @ first)
    return np.where(chosen, np.nan, taken).astype(taken.dtype)


def _turned(left: Any, right: Any, keeping: Any, s: Array, *, values_are_read: bool) -> Any:
    """Return the contribution of singular vectors that turn among themselves."""
    both, apart = left + right, left - right
    if not np.ndim(both):
        return 0.0
    gaps, sums = s[..., None, :] - s[..., :, None], s[..., None, :] + s[..., :, None]
    rounding = s.shape[-1] * np.finfo(s.dtype).eps * s.max(axis=-1, initial=0)[..., None, None]
    equal = np.abs(gaps) <= rounding
    limit = np.maximum(_rounding(apart), _rounding(keeping))
    vanishes = np.abs(both) <= limit
    if values_are_read:
        vanishes &= (keeping <= limit) | np.eye(s.shape[-1], dtype=bool)
    undefined = np.where(vanishes, 0, np.nan).astype(both.dtype)
    turned = np.divide(both, 2 * gaps, out=undefined, where=~equal)
    nowhere = np.where(np.abs(apart) <= limit, 0, np.nan).astype(both.dtype)
    return turned + np.divide(apart, 2 * sums, out=nowhere, where=sums > rounding)


def _over_values(outside: Array, s: Array, weight: Array) -> Array:
    """Divide columns by singular values; a value of 0 has vectors without a derivative."""
    rounding = s.shape[-1] * np.finfo(s.dtype).eps * s.max(axis=-1, initial=0)
    positive = (s > rounding[..., None])[..., None, :]
    unread = (np.abs(outside) <= _rounding(outside)) & (weight == 0)[..., None, :]
    undefined = np.where(unread, 0, np.nan).astype(outside.dtype)
    return np.divide(outside, s[..., None, :], out=undefined, where=positive)


def _rounding(inner: Any) -> Any:
    """Return the size below which the numbers of a matrix are rounding of its largest."""
    size = 8 * inner.shape[-1] * np.finfo(inner.dtype).eps
    return size * np.abs(inner).max(axis=(-2, -1), keepdims=True, initial=0)


def svd_tangent(t: Any, u: Any, s: Any, vh: Any) -> tuple[Array, Array, Array]:
    """Tangents of u, s, vh = np.linalg.svd(a, full_matrices); source as for `svd_adjoint`.

    Of the vectors beyond the smaller dimension, and of the phases of complex ones, it takes those that stay.
    """
    k = s.shape[-1]
    v = conj_transpose(vh)
    inner = conj_transpose(u[..., :k]) @ t @ v[..., :k]
    turning, keeping = inner - conj_transpose(inner), inner + conj_transpose(inner)
    gaps, sums = s[..., None, :] - s[..., :, None], s[..., None, :] + s[..., :, None]
    rounding = s.shape[-1] * np.finfo(s.dtype).eps * s.max(axis=-1, initial=0)[..., None, None]
    apart = _quotient(keeping, 2 * gaps, np.abs(gaps) <= rounding)
    together = _quotient(turning, 2 * sums, sums <= rounding)
    by_value = s[..., None, :]
    t_u = _moved(u, apart + together, (t @ v[..., :k]) / by_value, k)
    t_v = _moved(v, apart - together, (conj_transpose(t) @ u[..., :k]) / by_value, k)
    return t_u, np.diagonal(inner, 0, -2, -1).real.copy(), conj_transpose(t_v)


def _quotient(part: Array, divisor: Array, undefined: Array) -> Array:
    filled = np.where((part == 0) | np.eye(part.shape[-1], dtype=bool), 0, np.nan).astype(part.dtype)
    return np.divide(part, divisor, out=filled, where=~undefined)


def _moved(vectors: Array, turned: Array, outwards: Array, k: int) -> Array:
    """Return the tangent of a basis whose first k vectors turn by `turned` and move `outwards`."""
    first, rest = vectors[..., :k], vectors[..., k:]
    moved = first @ turned
    if vectors.shape[-2] > k:
        outwards = outwards - first @ (conj_transpose(first) @ outwards)
        moved = moved + outwards
    if not rest.shape[-1]:
        return moved
    return np.concatenate([moved, -first @ conj_transpose(outwards) @ rest], axis=-1)
