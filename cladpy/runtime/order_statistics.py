"""Adjoints of what depends on the order of an array's elements: quantiles, partitions, distinct values.

Where the values come from is asked of NumPy itself: applied to the ranks of the elements instead of the elements, a
quantile gives the place, between two neighbours of the sorted array, at which it interpolates. That holds for every
method, for weights and for arrays with NaN.
"""

import math
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

from cladpy.runtime.guards import multiply_guarded
from cladpy.runtime.lanes import Lanes
from cladpy.runtime.reductions import Array, Axis

# By method (alpha, 1 - alpha - beta): the place of a quantile q, counted from 0, among n elements is
# alpha - 1 more than q times n + 1 - alpha - beta.
# Source: Hyndman & Fan, Sample Quantiles in Statistical Packages, 1996, section 3.
_PLACES = {
    "linear": (1.0, -1.0),
    "weibull": (0.0, 1.0),
    "hazen": (0.5, 0.0),
    "median_unbiased": (1 / 3, 1 / 3),
    "normal_unbiased": (3 / 8, 1 / 4),
    "interpolated_inverted_cdf": (0.0, 0.0),
}


def quantile_adjoint(
    d: Any,
    a: Any,
    of: str,
    q: Any = None,
    axis: Axis = None,
    keepdims: bool = False,
    method: str = "linear",
    weights: Any = None,
) -> Array:
    """Adjoint of a for y = np.quantile(a, q, axis).

    Parameters
    ----------
    d : scalar or ndarray, shape of y
    a : ndarray
    of : str
        NumPy's function: "quantile", "percentile", "median", or one of these for arrays with NaN.
    q, axis, keepdims, method, weights
        As they were given to it; the median has no `q`, no method and no weights.

    Returns
    -------
    ndarray, shape of a, dtype of d

    Reads
    -----
    a

    Singular points
    ---------------
    Equal values keep their order. A lane without any number receives 0.

    Examples
    --------
    >>> quantile_adjoint(1.0, np.array([5.0, 1.0, 3.0]), "quantile", 0.25)
    array([0. , 0.5, 0.5])
    """
    places = _places(np.asarray(a), of, q, axis, method, weights)
    d = np.asarray(d)
    moved = np.zeros(places.order.shape, d.dtype)
    for number, part in enumerate(d.reshape(places.low.shape)):
        moved[places.lane, places.low[number]] += multiply_guarded(places.below[number], part)
        moved[places.lane, places.high[number]] += multiply_guarded(places.above[number], part)
    adjoint = np.empty_like(moved)
    np.put_along_axis(adjoint, places.order, moved, -1)
    return places.lanes.restored(adjoint)


def quantile_tangent(
    t: Any,
    a: Any,
    of: str,
    q: Any = None,
    axis: Axis = None,
    keepdims: bool = False,
    method: str = "linear",
    weights: Any = None,
) -> Any:
    """Tangent of y = np.quantile(a, q, axis); parameters as for `quantile_adjoint`, `t` has the shape of a."""
    places = _places(np.asarray(a), of, q, axis, method, weights)
    t = np.asarray(t)
    moved = np.take_along_axis(places.lanes.rows(t), places.order, -1)
    tangent = multiply_guarded(places.below, moved[places.lane, places.low])
    tangent += multiply_guarded(places.above, moved[places.lane, places.high])
    return tangent.astype(t.dtype).reshape(np.shape(q) + places.lanes.reduced_shape(keepdims=keepdims))[()]


def quantile_slope(
    a: Any,
    of: str,
    q: Any,
    axis: Axis = None,
    keepdims: bool = False,
    method: str = "linear",
    weights: Any = None,
) -> Any:
    """Return the slope of np.quantile(a, q, axis) in q; parameters as for `quantile_adjoint`.

    Returns
    -------
    scalar or ndarray, shape of y

    Singular points
    ---------------
    At the elements themselves that of the interval above, at the largest that below; 0 for the methods that jump.

    Examples
    --------
    >>> float(quantile_slope(np.array([5.0, 1.0, 3.0]), "percentile", 30.0))
    0.04
    """
    a = np.asarray(a)
    places = _places(a, of, q, axis, method, weights)
    moved = np.take_along_axis(places.lanes.rows(a), places.order, -1)
    gap = moved[places.lane, places.high] - moved[places.lane, places.low]
    scale = 100 if "percentile" in of else 1
    alpha, excess = _PLACES.get(method, (math.nan, math.nan))
    place = np.divide(q, scale).reshape(-1, 1) * (places.count + excess) + alpha - 1
    inside = (place >= 0) & (place <= places.count - 1)
    slope = multiply_guarded(np.where(inside, (places.count + excess) / scale, 0), gap)
    return slope.astype(a.dtype).reshape(np.shape(q) + places.lanes.reduced_shape(keepdims=keepdims))[()]


@dataclass(frozen=True, slots=True)
class _Places:
    """Where quantiles lie in the sorted lanes of an array.

    Parameters
    ----------
    lanes : Lanes
    order : ndarray, shape (lanes, elements)
        The places of the elements in sorted order, equal ones as they stand, NaN behind.
    low, high, below, above : ndarray, shape (quantiles, lanes)
        The two neighbours, and how much of each is in the quantile; nothing in a lane without a number.
    count : ndarray, shape (lanes,)
        The elements of each lane, without NaN where that does not count.
    """

    lanes: Lanes
    order: Array
    low: Array
    high: Array
    below: Array
    above: Array
    count: Array

    @property
    def lane(self) -> Array:
        """The number of each lane."""
        return np.arange(len(self.order))


def _places(a: Array, of: str, q: Any, axis: Axis, method: str, weights: Any) -> _Places:
    lanes = Lanes(a.shape, axis)
    rows = lanes.rows(a)
    order = np.argsort(rows, axis=-1, kind="stable")
    ranks = np.empty(rows.shape, a.dtype)
    np.put_along_axis(ranks, order, np.arange(rows.shape[-1], dtype=a.dtype)[None], -1)
    counts = ~np.isnan(rows) if of.startswith("nan") else np.ones(rows.shape, bool)
    ranks[~counts] = math.nan
    options = {} if of.endswith("median") else {"method": method, "weights": weights}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # of lanes without a number, of which the primal has warned
        place = getattr(np, of)(lanes.restored(ranks), *([] if q is None else [q]), axis=axis, **options)
    place = np.reshape(place, (np.size(q) if q is not None else 1, len(rows)))
    count = counts.sum(axis=-1)
    low = np.clip(np.floor(np.nan_to_num(place)).astype(np.intp), 0, np.maximum(count - 2, 0))
    above = np.nan_to_num(place - low)
    below = np.where(np.isnan(place), 0, 1 - above).astype(above.dtype)
    return _Places(lanes, order, low, np.minimum(low + 1, rows.shape[-1] - 1), below, above, count)


def partition_adjoint(d: Any, a: Any, y: Any, axis: int | None = -1) -> Array:
    """Adjoint of a for y, which holds the elements of a in another order.

    Parameters
    ----------
    d : ndarray, shape of y
    a, y : ndarray
    axis : int or None
        The axis along which the elements moved; None: y is flat.

    Returns
    -------
    ndarray, shape of a, dtype of d

    Examples
    --------
    >>> partition_adjoint(np.array([1.0, 2.0, 3.0]), np.array([5.0, 4.0, 6.0]), np.array([4.0, 6.0, 5.0]))
    array([3., 1., 2.])
    """
    along = 0 if axis is None else axis
    adjoint = np.empty_like(d)
    moved = np.take_along_axis(d, np.argsort(y, axis=along, kind="stable"), along)
    np.put_along_axis(adjoint, np.argsort(a, axis=axis, kind="stable"), moved, along)
    return adjoint.reshape(np.shape(a))


def partition_tangent(t: Any, a: Any, y: Any, axis: int | None = -1) -> Array:
    """Tangent of y, which holds the elements of a in another order; parameters as for `partition_adjoint`."""
    along = 0 if axis is None else axis
    moved = np.take_along_axis(np.asarray(t), np.argsort(a, axis=axis, kind="stable"), axis)
    tangent = np.empty_like(moved)
    np.put_along_axis(tangent, np.argsort(y, axis=along, kind="stable"), moved, along)
    return tangent
