"""Slopes of densities: their logarithms inside and outside of the support, the multivariate normal, the Dirichlet."""

from typing import Any

import numpy as np
from scipy import linalg, special

from cladpy.runtime.hermitian import fold_triangle
from cladpy.runtime.reductions import Array
from cladpy.runtime.unbroadcast import unbroadcast_to


def log_inside(z: Any) -> Array:
    """Return the logarithm where z is positive, and 0 elsewhere: outside of the support of a density.

    Examples
    --------
    >>> log_inside(np.array([-1.0, 0.0, 1.0]))
    array([0., 0., 0.])
    """
    inside = np.asarray(z) > 0
    return np.log(np.where(inside, z, 1))[()]


def finite_or_zero(y: Any) -> Array:
    """Return y where it is finite, and 0 elsewhere.

    Examples
    --------
    >>> finite_or_zero(np.array([-np.inf, 2.0]))
    array([0., 2.])
    """
    return np.where(np.isfinite(y), y, 0)[()]


def density_adjoint(d: Any, x: Any, mean: Any, cov: Any, of: str) -> Array:
    """Adjoint of x, mean or cov for y = scipy.stats.multivariate_normal.logpdf(x, mean, cov).

    Parameters
    ----------
    d : scalar or ndarray, shape (*batch)
    x : ndarray, shape (*batch, n); of one dimension, also (*batch)
    mean : ndarray, shape (n,), or a number, or None for 0
    cov : ndarray, shape (n, n), or (n,) for a diagonal, or a number
        SciPy reads the lower triangle of a matrix.
    of : "x", "mean" or "cov"

    Returns
    -------
    ndarray, of the shape of the parameter

    Reads
    -----
    x, mean, cov

    Source
    ------
    With r = x - mean and s = inv(cov) @ r, the slope in x is -s, in mean s and in cov (s @ s.T - inv(cov)) / 2.
    """
    inverse, solved = _solved(x, mean, cov)
    d = np.reshape(d, solved.shape[:-1])  # SciPy drops axes of one point
    if of != "cov":
        moved = (-d if of == "x" else d)[..., None] * solved
        shape = np.shape(_points(x, solved.shape[-1]) if of == "x" else mean)
        return unbroadcast_to(moved, shape, moved.dtype).reshape(np.shape(x if of == "x" else mean))
    flat = solved.reshape(-1, solved.shape[-1])
    whole = (flat.T @ (d.reshape(-1, 1) * flat) - np.sum(d) * inverse) / 2
    if np.ndim(cov) == 2:
        return fold_triangle(whole)
    return np.diagonal(whole).copy() if np.ndim(cov) else np.trace(whole)


def density_tangent(t: Any, x: Any, mean: Any, cov: Any, of: str) -> Array:
    """Tangent of y = scipy.stats.multivariate_normal.logpdf(x, mean, cov) for a tangent `t` of x, mean or cov."""
    inverse, solved = _solved(x, mean, cov)
    n = solved.shape[-1]
    if of != "cov":
        moved = solved * (-_points(t, n) if of == "x" else np.reshape(t, (-1,)))
        return np.squeeze(np.sum(moved, axis=-1))[()]
    whole = _matrix(t, n)
    return np.squeeze((np.sum(solved @ whole * solved, axis=-1) - np.sum(inverse * whole)) / 2)[()]


def simplex_adjoint(d: Any, x: Any, alpha: Any, of: str) -> Array:
    """Adjoint of x or alpha for y = scipy.stats.dirichlet.logpdf(x, alpha).

    Parameters
    ----------
    d : scalar or ndarray, shape (*batch)
    x : ndarray, shape (k, *batch), or (k - 1, *batch) where the last one is 1 less the sum of the others
    alpha : ndarray, shape (k,)
    of : "x" or "alpha"

    Returns
    -------
    ndarray, shape of the parameter
        In x, that of the formula with free proportions: along the simplex it is the derivative.

    Reads
    -----
    x, alpha
    """
    slope = _simplex_slope(x, alpha, of)
    moved = slope * np.reshape(d, slope.shape[1:])
    return moved if of == "x" else np.sum(moved, axis=tuple(range(1, moved.ndim)))


def simplex_tangent(t: Any, x: Any, alpha: Any, of: str) -> Array:
    """Tangent of y = scipy.stats.dirichlet.logpdf(x, alpha) for a tangent `t` of x or alpha."""
    slope = _simplex_slope(x, alpha, of)
    moved = slope * np.reshape(t, (*np.shape(t), *(1,) * (slope.ndim - np.ndim(t))))
    return np.squeeze(np.sum(moved, axis=0))[()]


def _simplex_slope(x: Any, alpha: Any, of: str) -> Array:
    rest = 1 - np.sum(x, axis=0, keepdims=True)
    completed = len(x) < len(alpha)
    whole = np.concatenate([x, rest]) if completed else np.asarray(x)
    columns = np.reshape(alpha, (-1, *(1,) * (whole.ndim - 1)))
    if of == "alpha":
        return np.log(whole) - special.psi(columns) + special.psi(np.sum(alpha))
    slope = np.divide(columns - 1, whole, out=np.zeros_like(whole), where=columns != 1)
    return slope[:-1] - slope[-1:] if completed else slope


def _solved(x: Any, mean: Any, cov: Any) -> tuple[Array, Array]:
    """Return the inverse of the covariance, and the inverse times x - mean as rows."""
    n = np.size(mean) if mean is not None else np.shape(cov)[0] if np.ndim(cov) == 2 else 1
    centred = _points(x, n) - np.reshape(0.0 if mean is None else mean, (-1,))
    inverse = linalg.inv(_matrix(cov, n))
    return inverse, centred @ inverse


def _points(x: Any, n: int) -> Array:
    """Return points as rows of n coordinates: of one coordinate, SciPy takes an array of numbers as points."""
    points = np.asarray(x)
    return points[..., None] if points.ndim == 0 or (points.ndim == 1 and n == 1) else points


def _matrix(cov: Any, n: int) -> Array:
    """Return a covariance as a symmetric matrix."""
    if np.ndim(cov) == 2:
        return np.asarray(np.tril(cov) + np.tril(cov, -1).T)
    return np.asarray(cov * np.eye(n))
