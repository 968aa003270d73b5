"""Adjoints of determinants, inverses and solutions of square matrices, and of stacks of them.

Cotangents are bilinear, so that the formulas transpose and never conjugate: they hold for complex matrices too.
"""

from typing import Any

import numpy as np

from cladpy.runtime.axis_products import exclusive_products
from cladpy.runtime.guards import multiply_guarded
from cladpy.runtime.reductions import Array
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
    ``det(u) * det(v) * (u @ diag(products of the other s) @ v)``, conjugated.

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
    signed = exclusive_products(s) * (np.linalg.det(u) * np.linalg.det(v))[..., None]
    cofactors[singular] = u.conj() * signed[..., None, :] @ v.conj()
    return np.multiply(d, np.ones_like(y))[..., None, None] * cofactors


def cofactors_tangent(t: Any, a: Any) -> Array:
    """Tangent of the matrix of cofactors of a, which is the derivative of its determinant; of singular matrices too.

    Parameters
    ----------
    t, a : ndarray, shape (*batch, n, n)

    Returns
    -------
    ndarray, shape (*batch, n, n)

    Source
    ------
    Between the bases of singular vectors, t moves the cofactors of diag(s): those on the diagonal by the diagonal of t,
    each times the product of all s but two, and the others against the entry across, times the same product.

    Examples
    --------
    >>> cofactors_tangent(np.array([[1.0, 2.0], [3.0, 4.0]]), np.zeros((2, 2))).round(12) + 0.0
    array([[ 4., -3.],
           [-2.,  1.]])
    """
    u, s, v = np.linalg.svd(a)
    eye = np.eye(s.shape[-1], dtype=bool)
    products = np.where(eye, 0, exclusive_products(np.where(eye, 1, s[..., None, :])))
    inner = u.mT.conj() @ t @ v.mT.conj()
    along = products @ np.diagonal(inner, 0, -2, -1)[..., None]
    moved = np.where(eye, along, -products * inner.mT)
    return np.asarray((np.linalg.det(u) * np.linalg.det(v))[..., None, None] * (u.conj() @ moved @ v.conj()))


def slogdet_adjoint(d_sign: Any, d_logdet: Any, a: Any, sign: Any) -> Array:
    """Adjoint of a for sign, logdet = np.linalg.slogdet(a).

    Parameters
    ----------
    d_sign, d_logdet, sign : scalar or ndarray, shape (*batch)
        A scalar 0 stands for the cotangent of a result that nothing read.
    a : ndarray, shape (*batch, n, n)

    Returns
    -------
    ndarray, shape (*batch, n, n)

    Reads
    -----
    a, sign

    Singular points
    ---------------
    The logarithm of a singular matrix is minus infinity and its slope NaN; 0 where the cotangent is 0.

    Source
    ------
    With l = tr(inv(a) da), logdet moves by the real part of l, and a complex sign by i sign times its imaginary part.
    """
    d = np.asarray(d_logdet)
    if not isinstance(d_logdet, np.ndarray | np.generic):  # a Python number takes the matrix's precision
        d = d.astype(np.result_type(np.real(a), np.float16))
    if np.iscomplexobj(sign) and np.any(d_sign):
        d = d - 1j * np.real(1j * np.multiply(d_sign, sign))
    singular = np.asarray(sign) == 0
    if not singular.any():
        return d[..., None, None] * np.linalg.inv(a).mT
    slope = np.full(np.shape(a), np.nan, np.asarray(a).dtype)
    slope[~singular] = np.linalg.inv(a[~singular]).mT
    return np.asarray(multiply_guarded(d[..., None, None], slope))


def slogdet_tangent(t: Any, a: Any, sign: Any) -> tuple[Any, Any]:
    """Tangents of sign, logdet = np.linalg.slogdet(a)."""
    moved = np.sum(slogdet_adjoint(0.0, np.ones_like(sign).real, a, sign) * t, axis=(-2, -1))
    return (1j * sign * np.imag(moved) if np.iscomplexobj(sign) else 0.0 * sign), np.real(moved)


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


def _are_vectors(y: Array, a: Array) -> bool:
    """Tell whether the solutions are vectors, which NumPy allows for a one-dimensional b only."""
    return bool(y.ndim == a.ndim - 1)
