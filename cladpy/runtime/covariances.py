"""Adjoints of covariances and correlations."""

from typing import Any

import numpy as np

from cladpy.runtime.reductions import Array


def cov_adjoint(
    d: Any,
    m: Any,
    y: Any = None,
    rowvar: bool = True,
    bias: bool = False,
    ddof: int | None = None,
    fweights: Any = None,
    aweights: Any = None,
) -> tuple[Array, Array | float]:
    """Adjoints of m and y for c = np.cov(m, y, ...).

    Parameters
    ----------
    d : scalar or ndarray, shape of c
    m, y, rowvar, bias, ddof, fweights, aweights
        As they were given to cov.

    Returns
    -------
    tuple of two ndarrays
        The shapes of `m` and `y`; 0.0 where there is no `y`.

    Source
    ------
    c = X W X' / f of centred observations X: d_X = (d + d') X W / f. The rows of that sum to 0, so that centring is
    no further step.
    """
    rows, observations, weights, scale = _centred(m, y, rowvar, bias, ddof, fweights, aweights)
    d = np.reshape(d, (len(observations), len(observations)))
    adjoint = (d + d.T) @ (observations * weights) / scale
    return _as_given(adjoint[:rows], m, rowvar), 0.0 if y is None else _as_given(adjoint[rows:], y, rowvar)


def cov_tangent(  # noqa: PLR0913  as many as cov takes
    t_m: Any,
    t_y: Any,
    m: Any,
    y: Any = None,
    rowvar: bool = True,
    bias: bool = False,
    ddof: int | None = None,
    fweights: Any = None,
    aweights: Any = None,
) -> Any:
    """Tangent of c = np.cov(m, y, ...); `t_m` and `t_y` have the shapes of `m` and `y`."""
    _, observations, weights, scale = _centred(m, y, rowvar, bias, ddof, fweights, aweights)
    moved = _stacked(t_m, None if y is None else t_y, rowvar)
    half = (observations * weights) @ moved.T / scale
    return np.squeeze(half + half.T)[()]


def corrcoef_adjoint(d: Any, c: Any, covariance: Any) -> Array:
    """Adjoint of the covariances for their correlations c; that on the diagonal gathers what the deviations receive.

    Examples
    --------
    >>> corrcoef_adjoint(np.array([[0.0, 1.0], [0.0, 0.0]]), np.eye(2), np.eye(2)).tolist()
    [[0.0, 1.0], [0.0, 0.0]]
    """
    d, c = np.asarray(d), np.asarray(c)
    if c.ndim == 0:
        return np.zeros_like(c)
    deviations = np.sqrt(np.diag(covariance))
    d = np.where(np.eye(len(c), dtype=bool), 0, d)
    adjoint = d / np.outer(deviations, deviations)
    shares = d * c
    adjoint -= np.diag((shares.sum(axis=0) + shares.sum(axis=1)) / (2 * deviations**2))
    return np.asarray(adjoint)


def corrcoef_tangent(t: Any, c: Any, covariance: Any) -> Any:
    """Tangent of the correlations c for that of the covariances."""
    t, c = np.asarray(t), np.asarray(c)
    if c.ndim == 0:
        return np.zeros_like(c)[()]
    deviations = np.sqrt(np.diag(covariance))
    relative = np.diag(t) / (2 * deviations**2)
    moved = t / np.outer(deviations, deviations) - c * (relative[:, None] + relative[None, :])
    return np.where(np.eye(len(c), dtype=bool), 0, moved)


def _rows(x: Any, rowvar: bool) -> Array:
    """Return an array with a variable in each row."""
    x = np.asarray(x)
    return x.T if not rowvar and x.ndim == 2 else np.atleast_2d(x)


def _stacked(m: Any, y: Any, rowvar: bool) -> Array:
    return _rows(m, rowvar) if y is None else np.concatenate((_rows(m, rowvar), _rows(y, rowvar)))


def _as_given(rows: Array, x: Any, rowvar: bool) -> Array:
    """Return the adjoint of a variable in each row in the shape in which the array was given."""
    return np.reshape(rows.T if not rowvar and np.ndim(x) == 2 else rows, np.shape(x))


def _centred(
    m: Any, y: Any, rowvar: bool, bias: bool, ddof: int | None, fweights: Any, aweights: Any
) -> tuple[int, Array, Any, Any]:
    """Return how many variables are those of m, the centred observations, their weights, and what cov divides by."""
    x = _stacked(m, y, rowvar)
    ddof = (0 if bias else 1) if ddof is None else ddof
    weights: Any = None if fweights is None else np.asarray(fweights, x.dtype)
    if aweights is not None:
        weights = np.asarray(aweights, x.dtype) * (1 if weights is None else weights)
    total = x.shape[1] if weights is None else weights.sum()
    scale = total - ddof
    if aweights is not None:
        scale = total - ddof * np.sum(weights * np.asarray(aweights, x.dtype)) / total
    centred = x - np.average(x, axis=1, weights=weights, keepdims=True)
    return len(_rows(m, rowvar)), centred, 1 if weights is None else weights, max(scale, 0)
