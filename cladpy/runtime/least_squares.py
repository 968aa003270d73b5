"""Adjoints and tangents of pseudo-inverses and least-squares solutions, where the rank does not change."""

from typing import Any

import numpy as np

from cladpy.runtime.hermitian import conj_transpose
from cladpy.runtime.reductions import Array


def pinv_adjoint(d: Any, a: Any, y: Any) -> Array:
    """Adjoint of a for y = np.linalg.pinv(a).

    Parameters
    ----------
    d, y : ndarray, shape (*batch, n, m)
    a : ndarray, shape (*batch, m, n)

    Returns
    -------
    ndarray, shape of a

    Reads
    -----
    a, y

    Singular points
    ---------------
    Where a small change alters the rank, the pseudo-inverse jumps; the adjoint is that of a constant rank.

    Source
    ------
    G. H. Golub and V. Pereyra, The differentiation of pseudo-inverses, 1973, equation 4.12.
    """
    g, t = d.mT, conj_transpose(y)  # g is the conjugate transpose of the conjugated cotangent
    adjoint = -t @ conj_transpose(g) @ t
    adjoint += _outside(g @ y @ t, a, y)
    adjoint += conj_transpose(_inside(conj_transpose(t @ y @ g), a, y))
    return adjoint.conj()


def _outside(x: Array, a: Array, y: Array) -> Array:
    """Return what is left of columns when their part in the range of a is taken away."""
    return x - a @ (y @ x)


def _inside(x: Array, a: Array, y: Array) -> Array:
    """Return what is left of columns when their part in the rows of a is taken away."""
    return x - y @ (a @ x)


def pinv_tangent(t: Any, a: Any, y: Any) -> Array:
    """Tangent of y = np.linalg.pinv(a); source as for `pinv_adjoint`."""
    th, yh = conj_transpose(t), conj_transpose(y)
    return -y @ t @ y + conj_transpose(_outside(conj_transpose(y @ yh @ th), a, y)) + _inside(th @ yh @ y, a, y)


def lstsq_adjoint(d_x: Any, d_residuals: Any, d_s: Any, a: Any, b: Any, x: Any, rank: int, *, of_matrix: bool) -> Array:
    """Adjoint of a (or of b, if not `of_matrix`) for x, residuals, rank, s = np.linalg.lstsq(a, b).

    Parameters
    ----------
    d_x, x : ndarray, shape (n,) or (n, k)
    d_residuals : ndarray, shape (k,) or (1,), or empty where the primal gives none
    d_s : ndarray, shape (min(m, n),)
        A scalar 0 stands for the cotangent of a result that nothing read.
    a : ndarray, shape (m, n)
    b : ndarray, shape (m,) or (m, k)
    rank : int
        The rank that the primal found, which does not change.
    of_matrix : bool

    Returns
    -------
    ndarray, shape of a, or of b

    Reads
    -----
    a, b, x, rank

    Source
    ------
    ``x = pinv(a) @ b`` with the differential of Golub and Pereyra; see `pinv_adjoint`.
    """
    u, s, vh = np.linalg.svd(a, full_matrices=False)
    v = conj_transpose(vh[:rank])
    y = (v / s[:rank]) @ conj_transpose(u[:, :rank])
    columns, right, g = _columns(x), _columns(b), _columns(np.conj(d_x)) if np.ndim(d_x) else np.zeros_like(_columns(x))
    residual = right - a @ columns
    d_squares = 2.0 * d_residuals if np.size(d_residuals) else 0.0
    if not of_matrix:
        return np.reshape(conj_transpose(y) @ g + residual * d_squares, b.shape).conj()
    adjoint = -conj_transpose(y) @ g @ conj_transpose(columns)
    adjoint += residual @ conj_transpose(y @ (conj_transpose(y) @ g))
    adjoint += conj_transpose(y) @ columns @ conj_transpose(g - v @ (conj_transpose(v) @ g))
    adjoint -= residual * d_squares @ conj_transpose(columns)
    if np.ndim(d_s):
        adjoint += u * d_s @ vh
    return adjoint.conj()


def lstsq_tangent(t_a: Any, t_b: Any, a: Any, b: Any, x: Any, residuals: Any, rank: int, s: Any) -> tuple[Any, ...]:
    """Tangents of x, residuals, rank, s = np.linalg.lstsq(a, b); a scalar 0 stands for a tangent that is not there."""
    u, values, vh = np.linalg.svd(a, full_matrices=False)
    v = conj_transpose(vh[:rank])
    y = (v / values[:rank]) @ conj_transpose(u[:, :rank])
    columns, right = _columns(x), _columns(b)
    t_right = _columns(t_b) if np.ndim(t_b) else np.zeros_like(right)
    matrix = t_a if np.ndim(t_a) else np.zeros_like(a)
    residual = right - a @ columns
    across = conj_transpose(matrix) @ (conj_transpose(y) @ columns)
    t_x = y @ (t_right - matrix @ columns) + y @ (conj_transpose(y) @ (conj_transpose(matrix) @ residual))
    t_x = t_x + across - v @ (conj_transpose(v) @ across)
    t_squares = 2 * np.sum(residual.conj() * (t_right - matrix @ columns), axis=0).real
    t_s = np.sum((conj_transpose(u) @ matrix) * vh.conj(), axis=-1).real
    return np.reshape(t_x, x.shape), t_squares if np.size(residuals) else np.zeros_like(residuals), 0, t_s


def _columns(x: Array) -> Array:
    return x if x.ndim == 2 else x[:, None]
