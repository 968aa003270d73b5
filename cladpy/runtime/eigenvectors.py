"""Adjoints and tangents of eigenvalues and eigenvectors of general matrices, and of the zeros of polynomials.

They are complex or real as the values have it; cotangents are bilinear, and the formulas transpose without conjugation.
"""

from typing import Any

import numpy as np

from cladpy.runtime.guards import divide_guarded, multiply_guarded
from cladpy.runtime.reductions import Array


def eig_adjoint(d_w: Any, d_v: Any, w: Any, v: Any) -> Array:
    """Adjoint of a for w, v = np.linalg.eig(a).

    Parameters
    ----------
    d_w, w : ndarray, shape (*batch, n)
    d_v, v : ndarray, shape (*batch, n, n)
        A scalar 0 for `d_w` or `d_v` stands for a result that nothing read.

    Returns
    -------
    ndarray, shape (*batch, n, n)

    Reads
    -----
    w, v

    Singular points
    ---------------
    Eigenvectors of equal eigenvalues have no derivative: NaN, where something reads them. Eigenvalues are equal if they
    differ by rounding.

    Source
    ------
    With m = inv(v) @ da @ v, the eigenvalues move by the diagonal of m and the eigenvectors by v @ (f * m), where f has
    1 / (w_j - w_i); then each is stretched to length 1, and turned so that its largest component stays real, which is
    how LAPACK leaves it.
    """
    inner = np.zeros(v.shape, np.result_type(v, d_w, d_v))
    if np.any(d_v):
        inner = v.mT @ _before_scaling(d_v, v) * _inverse_gaps(w)
    inner = inner + np.asarray(d_w)[..., None] * np.eye(v.shape[-1], dtype=v.dtype) if np.ndim(d_w) else inner
    return np.asarray(np.linalg.solve(v.mT, inner @ v.mT))


def eig_tangent(t: Any, w: Any, v: Any) -> tuple[Array, Array]:
    """Tangents of w, v = np.linalg.eig(a); parameters and source as for `eig_adjoint`."""
    inner = np.linalg.solve(v, t @ v)
    moved = v @ multiply_guarded(inner, _inverse_gaps(w))
    stretched = -np.real(np.sum(v.conj() * moved, axis=-2, keepdims=True))
    turned = -np.imag(np.take_along_axis(moved, _largest(v), -2)) / np.take_along_axis(v, _largest(v), -2).real
    factor = stretched + 1j * turned if np.iscomplexobj(v) else stretched
    return np.diagonal(inner, 0, -2, -1).copy(), moved + factor * v


def eigvals_adjoint(d: Any, a: Any, w: Any) -> Array:
    """Adjoint of a for w = np.linalg.eigvals(a).

    Cost
    ----
    The eigenvectors, which the primal did not compute.
    """
    return eig_adjoint(d, 0.0, w, _vectors_of(a, w))


def eigvals_tangent(t: Any, a: Any, w: Any) -> Array:
    """Tangent of w = np.linalg.eigvals(a)."""
    return eig_tangent(t, w, _vectors_of(a, w))[0]


def roots_adjoint(d: Any, p: Any, r: Any) -> Array:
    """Adjoint of p for r = np.roots(p).

    Singular points
    ---------------
    A zero that is found twice: infinite or NaN, unless its cotangent is 0.

    Source
    ------
    From p(r) = 0: a change of the coefficient of r**k moves a simple zero by -r**k over the slope of p there.

    Examples
    --------
    >>> roots_adjoint(np.ones(1), np.array([2.0, -6.0]), np.array([3.0]))
    array([-1.5, -0.5])
    """
    return np.asarray(-divide_guarded(d, _slopes(p, r)) @ _powers(p, r))


def roots_tangent(t: Any, p: Any, r: Any) -> Array:
    """Tangent of r = np.roots(p)."""
    return np.asarray(-divide_guarded(_powers(p, r) @ t, _slopes(p, r)))


def _slopes(p: Any, r: Any) -> Array:
    """Return the slope of a polynomial at its zeros, in their precision."""
    return np.polyval(np.polyder(p), r).astype(r.dtype)


def _powers(p: Any, r: Any) -> Array:
    """Return the powers of zeros that the coefficients multiply, in the precision of the zeros."""
    return np.vander(r, len(p)).astype(r.dtype)


def _before_scaling(d: Any, v: Array) -> Array:
    """Return the cotangent of eigenvectors before they are stretched to length 1 and turned."""
    along = np.sum(d * v, axis=-2, keepdims=True)
    stretched = d - np.real(along) * v.conj()
    if not np.iscomplexobj(v):
        return np.asarray(stretched)
    turned = np.zeros(v.shape, v.dtype)
    largest = np.take_along_axis(v, _largest(v), -2).real
    np.put_along_axis(turned, _largest(v), -1j * np.imag(along) / largest, -2)
    return np.asarray(stretched + turned)


def _largest(v: Array) -> Array:
    """Return the row of the largest component of each eigenvector."""
    return np.argmax(np.abs(v), axis=-2, keepdims=True)


def _inverse_gaps(w: Array) -> Array:
    """Return 1 / (w_j - w_i), NaN where the eigenvalues are equal; 0 on the diagonal."""
    gaps = w[..., None, :] - w[..., :, None]
    eye = np.eye(w.shape[-1], dtype=bool)
    rounding = w.shape[-1] * np.finfo(w.dtype).eps * np.abs(w).max(axis=-1, initial=0)
    equal = np.abs(gaps) <= rounding[..., None, None]
    undefined = np.where(eye, 0, np.nan).astype(gaps.dtype)
    return np.asarray(np.divide(1, gaps, out=np.broadcast_to(undefined, gaps.shape).copy(), where=~equal))


def _vectors_of(a: Array, w: Array) -> Array:
    """Return eigenvectors in the order of eigenvalues that were found without them."""
    found, v = np.linalg.eig(a)
    nearest = np.argmin(np.abs(w[..., :, None] - found[..., None, :]), axis=-1)
    in_order = np.broadcast_to(np.arange(w.shape[-1]), w.shape)
    is_order = np.all(np.sort(nearest, axis=-1) == in_order, axis=-1, keepdims=True)
    order = np.where(is_order, nearest, in_order)  # of equal ones any is nearest
    return np.asarray(np.take_along_axis(v, order[..., None, :], -1))
