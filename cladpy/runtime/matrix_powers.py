"""Adjoints and tangents of powers, products and condition numbers of matrices."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from cladpy.runtime.norms import norm_adjoint
from cladpy.runtime.reductions import Array


def matrix_power_adjoint(d: Any, a: Any, n: int) -> Array:
    """Adjoint of a for y = np.linalg.matrix_power(a, n).

    Parameters
    ----------
    d, a : ndarray, shape (*batch, m, m)
    n : int
        May be negative.

    Returns
    -------
    ndarray, shape of a

    Reads
    -----
    a

    Cost
    ----
    Six products for each binary digit of n.

    Source
    ------
    The sum of ``a.T ** k @ d @ a.T ** (n - 1 - k)`` over k, by ``sum(2 p) = a.T ** p @ sum(p) + sum(p) @ a.T ** p``.

    Examples
    --------
    >>> matrix_power_adjoint(np.eye(2), np.eye(2), 5)
    array([[5., 0.],
           [0., 5.]])
    """
    transposed = np.asarray(a).mT
    if n < 0:
        inverse = np.linalg.inv(transposed)
        return -inverse @ _sum_of_powers(d, inverse, -n) @ inverse
    return _sum_of_powers(d, transposed, n)


def matrix_power_tangent(t: Any, a: Any, n: int) -> Array:
    """Tangent of y = np.linalg.matrix_power(a, n); parameters and source as for `matrix_power_adjoint`."""
    if n < 0:
        inverse = np.linalg.inv(a)
        return _sum_of_powers(-inverse @ t @ inverse, inverse, -n)
    return _sum_of_powers(t, a, n)


def _sum_of_powers(d: Array, a: Array, n: int) -> Array:
    """Return the sum of a**k @ d @ a**(n - 1 - k) for k from 0 to n - 1, for n > 0; 0 for n = 0."""
    if n == 0:
        return np.zeros_like(d)
    power, total = a, d
    for digit in bin(n)[3:]:
        total = power @ total + total @ power
        power = power @ power
        if digit == "1":
            total = a @ total + d @ power
            power = a @ power
    return np.array(total) if total is d else total


def multi_dot_adjoint(d: Any, arrays: Sequence[Any]) -> list[Array]:
    """Adjoints of the factors for y = np.linalg.multi_dot(arrays).

    Parameters
    ----------
    d : scalar or ndarray, shape of y
    arrays : sequence of ndarray
        Matrices; the first and the last may be vectors.

    Returns
    -------
    list of ndarray, the shapes of the factors

    Reads
    -----
    arrays

    Examples
    --------
    >>> multi_dot_adjoint(1.0, [np.array([1.0, 2.0]), np.array([3.0, 4.0])])
    [array([3., 4.]), array([1., 2.])]
    """
    factors = [np.atleast_2d(each) for each in arrays]
    factors[-1] = factors[-1].T if np.ndim(arrays[-1]) == 1 else factors[-1]
    middle = np.reshape(d, (factors[0].shape[0], factors[-1].shape[1]))
    adjoints = []
    for place, each in enumerate(arrays):
        chain = [*(part.T for part in factors[:place][::-1]), middle, *(part.T for part in factors[place + 1 :][::-1])]
        adjoints.append(np.reshape(np.linalg.multi_dot(chain), np.shape(each)))
    return adjoints


def multi_dot_tangent(tangents: Sequence[Any], arrays: Sequence[Any]) -> Any:
    """Tangent of y = np.linalg.multi_dot(arrays): the sum over the factors of the product with one replaced."""
    arrays = list(arrays)
    return sum(np.linalg.multi_dot([*arrays[:k], t, *arrays[k + 1 :]]) for k, t in enumerate(tangents))


def cond_adjoint(d: Any, x: Any, y: Any, p: Any = None) -> Array:
    """Adjoint of x for y = np.linalg.cond(x, p).

    Parameters
    ----------
    d, y : scalar or ndarray, shape (*batch)
    x : ndarray, shape (*batch, m, n); square unless p is None, 2 or -2
    p
        The order of the norm.

    Returns
    -------
    ndarray, shape of x

    Reads
    -----
    x, y

    Singular points
    ---------------
    NaN where the matrix is singular, as its condition number is infinite; 0 where the cotangent is 0.
    """
    weight = np.where(np.isfinite(y) | np.equal(d, 0), d, np.nan)[..., None, None]
    finite = np.isfinite(y)
    if p in (None, 2, -2):
        u, s, vh = np.linalg.svd(x, full_matrices=False)
        scale = np.where(finite, y, 0)[..., None, None] * (-1 if p == -2 else 1)
        positive = np.where(s == 0, 1, s)[..., None]
        largest = u[..., :, :1] @ vh[..., :1, :] / positive[..., :1, :]
        smallest = u[..., :, -1:] @ vh[..., -1:, :] / positive[..., -1:, :]
        return weight * (scale * (largest - smallest)).conj()
    regular = np.where(finite[..., None, None], x, np.eye(x.shape[-1], dtype=x.dtype))
    inverse = np.linalg.inv(regular)
    norm, inverse_norm = (np.linalg.norm(each, p, axis=(-2, -1)) for each in (regular, inverse))
    adjoint = norm_adjoint(inverse_norm, regular, norm, p, (-2, -1))
    adjoint = adjoint - inverse.mT @ norm_adjoint(norm, inverse, inverse_norm, p, (-2, -1)) @ inverse.mT
    return weight * adjoint
