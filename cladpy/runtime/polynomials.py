"""Adjoints of functions of polynomials: coefficients from the highest power down, as NumPy has them."""

from typing import Any

import numpy as np

from cladpy.runtime.convolutions import convolve_adjoint
from cladpy.runtime.reductions import Array


def vander_slopes(x: Any, n: int, increasing: bool = False, order: int = 1) -> Array:
    """Return the derivatives of the columns of np.vander(x, n, increasing) in x, of an order.

    Examples
    --------
    >>> vander_slopes(np.array([2.0]), 4)
    array([[12.,  4.,  1.,  0.]])
    """
    x = np.asarray(x)
    slopes = np.zeros((len(x), n), np.result_type(x, np.float32))
    powers = np.arange(order, n)
    factors = np.ones(len(powers), slopes.dtype)
    for k in range(order):
        factors *= powers - k
    if len(powers):
        slopes[:, order:] = np.vander(x, n - order, increasing=True) * factors
    return slopes if increasing else slopes[:, ::-1]


def polymul_adjoint(d: Any, a: Any, other: Any) -> Array:
    """Adjoint of a for y = np.polymul(a, other), which leaves out coefficients of 0 in front.

    Examples
    --------
    >>> polymul_adjoint(np.array([1.0, 0.0]), np.array([2.0, 3.0]), np.array([5.0]))
    array([5., 0.])
    """
    a = np.asarray(a)
    flat, factor = np.trim_zeros(np.ravel(a), "f"), np.trim_zeros(np.ravel(other), "f")
    adjoint = np.zeros(a.size, np.asarray(d).dtype)
    if len(flat) and len(factor):
        adjoint[a.size - len(flat) :] = convolve_adjoint(d, factor, len(flat))
    return adjoint.reshape(a.shape)


def poly_adjoint(d: Any, zeros: Any) -> Array:
    """Adjoint of the zeros for y = np.poly(zeros), the coefficients of the polynomial that has them.

    Cost
    ----
    As many polynomials as there are zeros.

    Examples
    --------
    >>> poly_adjoint(np.array([0.0, 1.0, 0.0]), np.array([2.0, 3.0]))
    array([-1., -1.])
    """
    zeros = np.asarray(zeros)
    others = [np.poly(np.delete(zeros, k)) for k in range(len(zeros))]
    d = np.asarray(d)
    return np.array([-np.dot(d[1:], np.atleast_1d(each)) for each in others], d.dtype)


def poly_tangent(t: Any, zeros: Any) -> Array:
    """Tangent of y = np.poly(zeros); `t` has the shape of the zeros."""
    zeros, t = np.asarray(zeros), np.asarray(t)
    tangent = np.zeros(len(zeros) + 1, t.dtype)
    for k, each in enumerate(t):
        tangent[1:] -= each * np.atleast_1d(np.poly(np.delete(zeros, k)))
    return tangent


def polyfit_adjoint(d: Any, x: Any, y: Any, c: Any, w: Any = None) -> tuple[Array, Array, Array | float]:
    """Adjoints of x, y and w for c = np.polyfit(x, y, deg, w=w).

    Parameters
    ----------
    d, c : ndarray, shape (deg + 1,) or (deg + 1, k)
    x, w : array_like, shape (n,)
    y : array_like, shape (n,) or (n, k)

    Returns
    -------
    tuple of three ndarrays
        0.0 in place of the last where there are no weights.

    Source
    ------
    Least squares of A c = b with A = diag(w) V, b = diag(w) y. With u = (A'A)^-1 d and the residual r = b - A c:
    d_b = A u, d_A = r u' - A u c'. Golub & Van Loan, Matrix Computations, 4th ed., section 5.3.
    """
    x, y, weights, matrix, scaled, c = _system(x, y, c, w)
    factor: Any = np.linalg.qr(scaled, "r")
    u = np.linalg.solve(factor, np.linalg.solve(factor.T, np.reshape(d, c.shape)))
    d_b = scaled @ u
    d_matrix = (weights * y - scaled @ c) @ u.T - d_b @ c.T
    d_x = np.sum(d_matrix * weights * vander_slopes(x, len(c)), axis=1)
    d_w = 0.0 if w is None else np.sum(d_matrix * matrix, axis=1) + np.sum(d_b * y, axis=1)
    return d_x, d_b * weights, d_w


def polyfit_tangent(t_x: Any, t_y: Any, t_w: Any, x: Any, y: Any, c: Any, w: Any = None) -> Array:
    """Tangent of c = np.polyfit(x, y, deg, w=w); `t_x`, `t_y` and `t_w` may be 0.0."""
    shape = np.shape(c)
    x, y, weights, matrix, scaled, c = _system(x, y, c, w)
    t_y = np.reshape(np.broadcast_to(t_y, np.shape(t_y) or y.shape), y.shape)
    t_weights = np.broadcast_to(t_w, len(x))[:, None]
    t_scaled = weights * np.broadcast_to(t_x, len(x))[:, None] * vander_slopes(x, len(c)) + t_weights * matrix
    residual = weights * y - scaled @ c
    right = t_scaled.T @ residual + scaled.T @ (weights * t_y + t_weights * y - t_scaled @ c)
    factor: Any = np.linalg.qr(scaled, "r")
    return np.asarray(np.linalg.solve(factor, np.linalg.solve(factor.T, right))).reshape(shape)


def _system(x: Any, y: Any, c: Any, w: Any) -> tuple[Array, Array, Array, Array, Array, Array]:
    x, y, c = np.asarray(x), np.asarray(y), np.asarray(c)
    y, c = y.reshape(len(y), -1), c.reshape(len(c), -1)
    weights = np.ones((1, 1), x.dtype) if w is None else np.asarray(w)[:, None]
    matrix = np.vander(x, len(c))
    return x, y, weights, matrix, weights * matrix, c
