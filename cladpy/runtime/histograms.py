"""Adjoints of histograms: counts jump, but edges move with the smallest and the largest element, and weights add up."""

from typing import Any

import numpy as np

from cladpy.runtime.extrema import extremum_adjoint, extremum_tangent
from cladpy.runtime.reductions import Array


def histogram_edges_adjoint(d: Any, a: Any, bins: Any) -> Array:
    """Adjoint of a for the edges that np.histogram(a, bins) makes: evenly from its smallest to its largest element.

    Parameters
    ----------
    d : scalar or ndarray, shape (bins + 1,)
        A scalar 0 stands for edges that nothing read.
    a : ndarray
    bins : int, or ndarray of edges, which do not depend on a

    Returns
    -------
    ndarray, shape of a

    Examples
    --------
    >>> histogram_edges_adjoint(np.array([1.0, 0.0, 0.0]), np.array([5.0, 3.0]), 2)
    array([0., 1.])
    """
    a, d = np.asarray(a), np.asarray(d)
    if np.ndim(bins) or d.ndim == 0 or not a.size:
        return np.zeros(a.shape, a.dtype)
    low, high = np.linspace(1, 0, len(d), dtype=d.dtype) @ d, np.linspace(0, 1, len(d), dtype=d.dtype) @ d
    return np.asarray(extremum_adjoint(low, a, a.min()) + extremum_adjoint(high, a, a.max()))


def histogram_edges_tangent(t: Any, a: Any, bins: Any) -> Array:
    """Tangent of the edges that np.histogram(a, bins) makes; `t` has the shape of a."""
    a = np.asarray(a)
    if np.ndim(bins) or not a.size:
        return np.zeros(np.size(bins) if np.ndim(bins) else bins + 1, a.dtype)
    low, high = extremum_tangent(t, a, a.min()), extremum_tangent(t, a, a.max())
    return np.linspace(low, high, bins + 1, dtype=a.dtype)


def histogram_bins(a: Any, edges: Any) -> Array:
    """Return the number of the bin in which each element lies; the number of bins for one that lies in none.

    Examples
    --------
    >>> histogram_bins(np.array([0.0, 1.0, 2.0, 5.0]), np.array([0.0, 1.0, 2.0]))
    array([0, 1, 1, 2])
    """
    a, edges = np.asarray(a), np.asarray(edges)
    count = len(edges) - 1
    place = np.searchsorted(edges, a, side="right") - 1
    place = np.where(a == edges[-1], count - 1, place)
    return np.where((a < edges[0]) | (a > edges[-1]) | np.isnan(a), count, place)
