"""Adjoints of np.pad in its modes.

NumPy pads one axis after the other, the first one first: the adjoint takes the axes the other way round.
"""

from typing import Any

import numpy as np

from cladpy.runtime.extrema import extremum_adjoint, extremum_tangent
from cladpy.runtime.order_statistics import quantile_adjoint, quantile_tangent
from cladpy.runtime.reductions import Array

Shape = tuple[int, ...]
Pairs = list[tuple[int, int]]


def pad_pairs(pad_width: Any, ndim: int) -> Pairs:
    """Return how much is padded before and behind each axis.

    Examples
    --------
    >>> pad_pairs([1, 2], 2), pad_pairs({-1: 3}, 2)
    ([(1, 2), (1, 2)], [(0, 0), (3, 3)])
    """
    if isinstance(pad_width, dict):
        given = {axis % ndim: pair for axis, pair in pad_width.items()}
        pad_width = [np.broadcast_to(given.get(axis, 0), 2) for axis in range(ndim)]
    return [(int(before), int(behind)) for before, behind in np.broadcast_to(pad_width, (ndim, 2))]


def pad_adjoint(d: Any, shape: Shape, pad_width: Any) -> Array:
    """Adjoint of x for y = np.pad(x, pad_width), which pads with a constant.

    Parameters
    ----------
    d : ndarray, shape of y
    shape : tuple of int
        Shape of `x`.
    pad_width
        As it was given to pad.

    Returns
    -------
    ndarray, shape `shape`
        A view of `d`.

    Examples
    --------
    >>> pad_adjoint(np.array([1.0, 2.0, 3.0]), (2,), (1, 0))
    array([2., 3.])
    """
    pairs = zip(pad_pairs(pad_width, len(shape)), shape, strict=True)
    return d[tuple(slice(before, before + size) for (before, _), size in pairs)]


def pad_linear_adjoint(d: Any, shape: Shape, pad_width: Any, mode: Any, **options: Any) -> Array:
    """Adjoint of x for y = np.pad(x, pad_width, mode, **options), where every element of y is a sum over x.

    Parameters
    ----------
    d : ndarray, shape of y
    shape : tuple of int
        Shape of `x`.
    pad_width, mode, **options
        As they were given to pad: "edge", "linear_ramp", "mean", "reflect", "symmetric" or "wrap".

    Returns
    -------
    ndarray, shape `shape`

    Cost
    ----
    With ``reflect_type="odd"`` the square of an axis' length, for the matrix of what is padded.

    Examples
    --------
    >>> pad_linear_adjoint(np.array([1.0, 2.0, 3.0]), (2,), (1, 0), "edge")
    array([3., 3.])
    """
    pairs = pad_pairs(pad_width, len(shape))
    stat_length = options.pop("stat_length", None)
    lengths = [None] * len(shape) if stat_length is None else pad_pairs(stat_length, len(shape))
    for axis in range(len(shape) - 1, -1, -1):
        more = options if lengths[axis] is None else {"stat_length": (lengths[axis], (1, 1))}
        d = _pull_axis(np.asarray(d), shape[axis], pairs[axis], axis, mode, more)
    return np.asarray(d)


def _pull_axis(d: Array, size: int, pair: tuple[int, int], axis: int, mode: Any, options: Any) -> Array:
    before, behind = pair
    moved = np.moveaxis(d, axis, -1)
    inner = np.array(moved[..., before : before + size])
    outside = np.r_[0:before, before + size : before + size + behind]
    if not len(outside):
        return np.moveaxis(inner, -1, axis)
    if mode == "linear_ramp":  # from the end value, which is the outermost element, to the edge
        inner[..., 0] += moved[..., :before] @ np.linspace(0, 1, before, endpoint=False, dtype=d.dtype)
        inner[..., -1] += moved[..., before + size :] @ np.linspace(0, 1, behind, endpoint=False, dtype=d.dtype)[::-1]
    elif mode == "mean":
        first, last = (min(size, length) for length in options.get("stat_length", ((size, size),))[0])
        inner[..., :first] += moved[..., :before].sum(axis=-1, keepdims=True) / first
        inner[..., size - last :] += moved[..., before + size :].sum(axis=-1, keepdims=True) / last
    elif options.get("reflect_type") == "odd":
        rows = np.pad(np.eye(size, dtype=d.dtype), (pair, (0, 0)), mode, **options)
        inner += moved[..., outside] @ rows[outside]
    else:
        sources = np.pad(np.arange(size), pair, mode)[outside]
        np.add.at(np.moveaxis(inner, -1, 0), sources, np.moveaxis(moved[..., outside], -1, 0))
    return np.moveaxis(inner, -1, axis)


def pad_choice_adjoint(d: Any, x: Any, pad_width: Any, mode: Any, stat_length: Any = None) -> Array:
    """Adjoint of x for y = np.pad(x, pad_width, mode), for "maximum", "minimum" and "median".

    Parameters
    ----------
    d : ndarray, shape of y
    x : ndarray
    pad_width, mode, stat_length
        As they were given to pad.

    Returns
    -------
    ndarray, shape of x

    Reads
    -----
    x

    Singular points
    ---------------
    Those of the extrema: a tie splits evenly.

    Examples
    --------
    >>> pad_choice_adjoint(np.array([1.0, 2.0, 3.0]), np.array([5.0, 4.0]), (1, 0), "maximum")
    array([3., 3.])
    """
    x, d = np.asarray(x), np.asarray(d)
    pairs = pad_pairs(pad_width, x.ndim)
    for axis in range(x.ndim - 1, -1, -1):
        padded = np.pad(
            x, [pair if place < axis else (0, 0) for place, pair in enumerate(pairs)], mode, **_options(stat_length)
        )
        before, behind = pairs[axis]
        size = x.shape[axis]
        moved, lanes = np.moveaxis(d, axis, -1), np.moveaxis(padded, axis, -1)
        inner = np.array(moved[..., before : before + size])
        for part, chosen in _sides(moved, size, (before, behind), _length(stat_length, x.ndim, axis)):
            inner[..., chosen] += _chosen_adjoint(part.sum(axis=-1), lanes[..., chosen], mode)
        d = np.moveaxis(inner, -1, axis)
    return d


def pad_choice_tangent(t: Any, x: Any, pad_width: Any, mode: Any, stat_length: Any = None) -> Array:
    """Tangent of y = np.pad(x, pad_width, mode); parameters as for `pad_choice_adjoint`, `t` has the shape of x."""
    x, t = np.asarray(x), np.asarray(t)
    for axis, pair in enumerate(pad_pairs(pad_width, x.ndim)):
        moved, lanes = np.moveaxis(t, axis, -1), np.moveaxis(x, axis, -1)
        size = x.shape[axis]
        whole = np.zeros((*moved.shape[:-1], sum(pair) + size), t.dtype)
        whole[..., pair[0] : pair[0] + size] = moved
        for part, chosen in _sides(whole, size, pair, _length(stat_length, x.ndim, axis)):
            part[...] = _chosen_tangent(moved[..., chosen], lanes[..., chosen], mode)[..., None]
        alone = [pair if place == axis else (0, 0) for place in range(x.ndim)]
        x, t = np.pad(x, alone, mode, **_options(stat_length)), np.moveaxis(whole, -1, axis)
    return t


def _options(stat_length: Any) -> Any:
    return {} if stat_length is None else {"stat_length": stat_length}


def _length(stat_length: Any, ndim: int, axis: int) -> tuple[int, int] | None:
    return None if stat_length is None else pad_pairs(stat_length, ndim)[axis]


def _sides(whole: Array, size: int, pair: tuple[int, int], length: tuple[int, int] | None) -> list[tuple[Array, slice]]:
    """Return the padding on each side that has some, and the elements that it is chosen from."""
    before, behind = pair
    first, last = (size, size) if length is None else (min(length[0], size), min(length[1], size))
    sides = [(whole[..., :before], slice(0, first)), (whole[..., before + size :], slice(size - last, size))]
    return [side for side, width in zip(sides, (before, behind), strict=True) if width]


def _chosen_adjoint(d: Array, x: Array, mode: Any) -> Array:
    if mode == "median":
        return quantile_adjoint(d, x, "median", None, -1)
    return extremum_adjoint(d, x, _extreme(x, mode), -1)


def _chosen_tangent(t: Array, x: Array, mode: Any) -> Array:
    if mode == "median":
        return np.asarray(quantile_tangent(t, x, "median", None, -1))
    return np.asarray(extremum_tangent(t, x, _extreme(x, mode), -1))


def _extreme(x: Array, mode: Any) -> Array:
    return np.asarray(x.max(axis=-1) if mode == "maximum" else x.min(axis=-1))
