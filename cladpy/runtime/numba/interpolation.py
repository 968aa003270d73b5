"""The ways back from interpolation, integration by trapezoids and quantiles, as numba compiles them."""

from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import overload

from cladpy import runtime


@numba.njit
def interval(x: Any, xp: Any) -> int:
    """Return the number of the knot at the lower end of the interval that a place lies in, or is nearest to."""
    low, high = 0, len(xp)
    while low < high:
        middle = (low + high) // 2
        if x < xp[middle]:
            high = middle
        else:
            low = middle + 1
    return min(max(low - 1, 0), max(len(xp) - 2, 0))


@numba.njit
def is_inside(x: Any, xp: Any) -> bool:
    """Tell whether a place lies between knots."""
    return len(xp) > 1 and not (x < xp[0] or x > xp[-1])


@numba.njit
def slope_at(x: Any, xp: Any, fp: Any) -> float:
    """Return the slope of the interval that a place lies in, 0 beyond the knots."""
    if not is_inside(x, xp):
        return 0.0
    low = interval(x, xp)
    return (fp[low + 1] - fp[low]) / (xp[low + 1] - xp[low])


@numba.njit
def add_weights(total: Any, d: Any, x: Any, xp: Any) -> None:
    """Add a cotangent to what the two ends of a place's interval receive, by their weights."""
    low = interval(x, xp)
    if len(xp) < 2:
        total[low] += d
        return
    weight = (x - xp[low]) / (xp[low + 1] - xp[low])
    if weight < 0:
        weight = 0.0
    elif weight > 1:
        weight = 1.0
    total[low] += d * (1 - weight)
    total[low + 1] += d * weight


@numba.njit
def add_shares(total: Any, d: Any, x: Any, xp: Any) -> None:
    """Add what the two ends of a place's interval receive by the slope of the interval."""
    if is_inside(x, xp):
        low = interval(x, xp)
        share = d / (xp[low + 1] - xp[low])
        total[low] -= share
        total[low + 1] += share


@overload(runtime.interp_slope, strict=False)
def _interp_slope(x: Any, xp: Any, fp: Any, period: Any = None) -> Any:
    if not (_is_vector(xp) and _is_vector(fp) and is_left_out(period)):
        return None
    if isinstance(x, types.Number):
        return lambda x, xp, fp, period=None: slope_at(x, xp, fp)
    if not isinstance(x, types.Array):
        return None

    def of_array(x: Any, xp: Any, fp: Any, period: Any = None) -> Any:
        found = np.empty(x.shape)
        for index in np.ndindex(x.shape):
            found[index] = slope_at(x[index], xp, fp)
        return found

    return of_array


def _gathered(add: Any, d: Any, x: Any, xp: Any) -> Any:
    """Return what adds up the contributions of all places to the knots."""
    if not _is_vector(xp):
        return None
    if isinstance(d, types.Float) and isinstance(x, types.Number):

        def of_number(d: Any, x: Any, xp: Any) -> Any:
            total = np.zeros(len(xp))
            add(total, d, x, xp)
            return total

        return of_number
    if not (isinstance(d, types.Array) and isinstance(x, types.Array) and d.ndim == x.ndim):
        return None

    def of_array(d: Any, x: Any, xp: Any) -> Any:
        total = np.zeros(len(xp))
        for index in np.ndindex(x.shape):
            add(total, d[index], x[index], xp)
        return total

    return of_array


@overload(runtime.interp_adjoint, strict=False)
def _interp_adjoint(d: Any, x: Any, xp: Any, left: Any = None, right: Any = None, period: Any = None) -> Any:
    found = _gathered(add_weights, d, x, xp)
    if found is None or not all(is_left_out(each) for each in (left, right, period)):
        return None
    gather = numba.njit(found)
    return lambda d, x, xp, left=None, right=None, period=None: gather(d, x, xp)


@overload(runtime.interp_slope_adjoint, strict=False)
def _interp_slope_adjoint(d: Any, x: Any, xp: Any, period: Any = None) -> Any:
    found = _gathered(add_shares, d, x, xp)
    if found is None or not is_left_out(period):
        return None
    gather = numba.njit(found)
    return lambda d, x, xp, period=None: gather(d, x, xp)


@overload(runtime.steps_along, strict=False, prefer_literal=True)
def _steps_along(x: Any, ndim: Any, axis: Any = -1) -> Any:
    if not _is_vector(x) or getattr(ndim, "literal_value", None) != 1:
        return None

    def steps(x: Any, ndim: Any, axis: Any = -1) -> Any:
        found = np.empty(max(len(x) - 1, 0))
        for place in range(len(found)):
            found[place] = x[place + 1] - x[place]
        return found

    return steps


@overload(runtime.steps_along_adjoint, strict=False)
def _steps_along_adjoint(d: Any, shape: Any, axis: Any = -1) -> Any:
    if not _is_vector(d) or not isinstance(shape, types.UniTuple) or len(shape) != 1:
        return None

    def undone(d: Any, shape: Any, axis: Any = -1) -> Any:
        found = np.zeros(shape[0])
        for place in range(len(d)):
            found[place] -= d[place]
            found[place + 1] += d[place]
        return found

    return undone


@overload(runtime.sum_neighbours, strict=False)
def _sum_neighbours(x: Any, axis: Any = -1) -> Any:
    if not _is_vector(x):
        return None

    def summed(x: Any, axis: Any = -1) -> Any:
        found = np.empty(max(len(x) - 1, 0))
        for place in range(len(found)):
            found[place] = x[place] + x[place + 1]
        return found

    return summed


@numba.njit
def sorted_places(flat: Any) -> Any:
    """Return the places of an array's elements in sorted order, equal ones as they stand, and how many are numbers."""
    count = 0
    for value in flat:
        count += not np.isnan(value)
    numbers, order = np.empty(count, np.intp), np.empty(len(flat), np.intp)
    low, high = 0, count
    for place in range(len(flat)):
        if np.isnan(flat[place]):
            order[high] = place
            high += 1
        else:
            numbers[low] = place
            low += 1
    order[:count] = numbers[np.argsort(flat[numbers], kind="mergesort")]
    return order, count


@numba.njit
def add_quantile(adjoint: Any, d: Any, part: float, order: Any, count: int) -> None:
    """Add to the adjoint of a sorted array what one of its quantiles receives."""
    if count == 0:
        return
    place = part * (count - 1)
    low = min(max(int(np.floor(place)), 0), max(count - 2, 0))
    above = place - low
    if above != 1:
        adjoint[order[low]] += (1 - above) * d
    if above != 0:
        adjoint[order[min(low + 1, len(order) - 1)]] += above * d


@overload(runtime.quantile_adjoint, strict=False, prefer_literal=True)
def _quantile_adjoint(
    d: Any,
    a: Any,
    of: Any,
    q: Any = None,
    axis: Any = None,
    keepdims: Any = False,
    method: Any = "linear",
    weights: Any = None,
) -> Any:
    asked = getattr(of, "literal_value", None)
    is_plain = is_left_out(axis) and is_left_out(weights) and getattr(method, "literal_value", method) == "linear"
    if asked is None or not is_plain or not isinstance(a, types.Array) or a.dtype != types.float64:
        return None
    scale = 100.0 if "percentile" in asked else 1.0
    is_nan_left_out = asked.startswith("nan")
    if is_left_out(q) != asked.endswith("median"):
        return None
    kinds = (types.Array, types.List)
    if isinstance(q, kinds) != isinstance(d, kinds) or (isinstance(q, types.Array) and not q.ndim == d.ndim == 1):
        return None
    quantiles = _half if is_left_out(q) else _as_they_are

    def of_all(
        d: Any,
        a: Any,
        of: Any,
        q: Any = None,
        axis: Any = None,
        keepdims: Any = False,
        method: Any = "linear",
        weights: Any = None,
    ) -> Any:
        order, count = sorted_places(a.ravel())
        found = np.zeros(a.size)
        asked, shares = quantiles(q), listed(d)
        for number in range(len(asked)):
            add_quantile(found, shares[number], asked[number] / scale, order, count if is_nan_left_out else a.size)
        return found.reshape(a.shape)

    return of_all


@numba.njit
def _half(q: Any) -> Any:
    return np.full(1, 0.5)


@numba.njit
def _as_they_are(q: Any) -> Any:
    return listed(q)


def listed(value: Any) -> Any:
    """Return an array or list as it is, a number as an array of it."""
    return value


@overload(listed, strict=False)
def _listed(value: Any) -> Any:
    return (lambda value: np.full(1, float(value))) if isinstance(value, types.Number) else (lambda value: value)


def is_left_out(kind: Any) -> bool:
    """Tell whether an argument is None, or not given."""
    if isinstance(kind, types.Omitted):
        kind = kind.value
    return kind is None or isinstance(kind, types.NoneType)


def _is_vector(kind: Any) -> bool:
    return isinstance(kind, types.Array) and kind.ndim == 1 and isinstance(kind.dtype, types.Float | types.Integer)
