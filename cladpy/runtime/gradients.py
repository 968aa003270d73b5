"""Adjoints of np.gradient, whose result is, along each axis, a sum of neighbours with weights that the spacing gives.

With the steps h, k to the left and right neighbour and the slopes p, q on both sides, it is (k p + h q) / (h + k); with
``edge_order=2`` the first element is ((2 h + k) p - h q) / (h + k), and the last one ((2 k + h) q - k p) / (h + k).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from cladpy.runtime.reductions import Array, reduced_axes
from cladpy.runtime.selection import diff_adjoint

Axes = int | tuple[int, ...] | None


def gradient_adjoint(d: Any, shape: tuple[int, ...], spacing: Sequence[Any], axis: Axes, edge_order: int) -> Array:
    """Adjoint of f for y = np.gradient(f, *spacing, axis=axis, edge_order=edge_order).

    Parameters
    ----------
    d : ndarray, or a sequence of one for each axis
        Cotangent of y; 0 stands for an array that nothing read.
    shape : tuple of int
        Shape of `f`.
    spacing, axis, edge_order
        As they were given to gradient.

    Returns
    -------
    ndarray, shape `shape`

    Examples
    --------
    >>> gradient_adjoint(np.array([1.0, 0.0, 0.0]), (3,), (2.0,), None, 1)
    array([-0.5,  0.5,  0. ])
    """
    axes = reduced_axes(axis, len(shape))
    parts = list(d) if isinstance(d, list | tuple) else [d]
    total = np.zeros(shape, np.result_type(*parts))
    for along, part, steps in zip(axes, parts, _steps(spacing, shape, axes, total.dtype), strict=True):
        lanes = np.moveaxis(np.broadcast_to(part, shape), along, -1)
        moved = np.moveaxis(total, along, -1)
        for place, neighbours, weights in _weights(steps.astype(total.dtype), edge_order):
            for neighbour, weight in zip(neighbours, weights, strict=True):
                moved[..., neighbour] += lanes[..., place] * weight
    return total


def gradient_spacing_adjoint(d: Any, f: Any, spacing: Sequence[Any], axis: Axes, edge_order: int) -> tuple[Any, ...]:
    """Adjoints of the spacing for y = np.gradient(f, *spacing, axis=axis, edge_order=edge_order).

    Parameters are those of `gradient_adjoint`, and the array `f` itself.

    Returns
    -------
    tuple of scalars and ndarrays, of the shapes of the spacing

    Examples
    --------
    >>> gradient_spacing_adjoint(np.ones(3), np.array([0.0, 1.0, 4.0]), (2.0,), None, 1)
    (np.float64(-1.5),)
    """
    f = np.asarray(f)
    axes = reduced_axes(axis, f.ndim)
    parts = list(d) if isinstance(d, list | tuple) else [d]
    found = []
    for along, part, steps in zip(axes, parts, _steps(spacing, f.shape, axes, f.dtype), strict=True):
        lanes, d_steps = np.moveaxis(np.broadcast_to(part, f.shape), along, -1), np.zeros(len(steps), steps.dtype)
        for place, step, slope in _step_slopes(np.moveaxis(f, along, -1), steps, edge_order):
            product = np.asarray(lanes[..., place] * slope)
            d_steps[step] += product.sum(axis=tuple(range(f.ndim - 1)))
        found.append(d_steps)
    given = [spacing[0]] * len(axes) if len(spacing) == 1 else spacing
    each = [_as_given(steps, value) for steps, value in zip(found, given, strict=True)]
    return (sum(each),) if len(spacing) == 1 else tuple(each)


def gradient_spacing_tangent(t: Sequence[Any], f: Any, spacing: Sequence[Any], axis: Axes, edge_order: int) -> Any:
    """Tangent of y = np.gradient(f, *spacing, axis=axis, edge_order=edge_order) for that of the spacing.

    Parameters are those of `gradient_spacing_adjoint`; the result is as that of gradient, an array or a tuple of such.

    Examples
    --------
    >>> gradient_spacing_tangent((1.0,), np.array([0.0, 1.0, 4.0]), (2.0,), None, 1)
    array([-0.25, -0.5 , -0.75])
    """
    f = np.asarray(f)
    axes = reduced_axes(axis, f.ndim)
    t_steps = _steps(t, f.shape, axes, f.dtype)
    found = []
    for along, steps, moved_steps in zip(axes, _steps(spacing, f.shape, axes, f.dtype), t_steps, strict=True):
        tangent = np.zeros(f.shape, np.result_type(f, steps))
        moved = np.moveaxis(tangent, along, -1)
        for place, step, slope in _step_slopes(np.moveaxis(f, along, -1), steps, edge_order):
            moved[..., place] += slope * moved_steps[step]
        found.append(tangent)
    return found[0] if len(found) == 1 else tuple(found)


def _as_given(d_steps: Array, value: Any) -> Any:
    """Return the adjoint of one spacing: of a number, or of coordinates."""
    if np.ndim(value) == 0:
        return np.sum(d_steps)
    return diff_adjoint(d_steps, np.shape(value), 1, 0)


def _steps(spacing: Sequence[Any], shape: tuple[int, ...], axes: tuple[int, ...], dtype: Any) -> list[Array]:
    """Return the steps between neighbours along each axis; a Python number has the dtype of the array."""
    given = list(spacing) * len(axes) if len(spacing) == 1 else list(spacing) or [1.0] * len(axes)
    return [
        np.diff(value) if np.ndim(value) else np.full(max(shape[along] - 1, 0), value, np.result_type(value, dtype))
        for along, value in zip(axes, given, strict=True)
    ]


Weights = list[tuple[Any, tuple[Any, ...], tuple[Any, ...]]]


def _weights(steps: Array, edge_order: int) -> Weights:
    """Return, for the elements inside and the two at the ends, their neighbours and what these count."""
    h, k = steps[:-1], steps[1:]
    inside = (-k / (h * (h + k)), (k - h) / (h * k), h / (k * (h + k)))
    found: Weights = [(slice(1, -1), (slice(None, -2), slice(1, -1), slice(2, None)), inside)]
    if edge_order == 1:
        found.append((0, (0, 1), (-1 / steps[0], 1 / steps[0])))
        found.append((-1, (-2, -1), (-1 / steps[-1], 1 / steps[-1])))
        return found
    (h, k), (g, m) = steps[:2], steps[-2:]
    first = (-(2 * h + k) / (h * (h + k)), (h + k) / (h * k), -h / (k * (h + k)))
    last = (m / (g * (g + m)), -(g + m) / (g * m), (2 * m + g) / (m * (g + m)))
    return [*found, (0, (0, 1, 2), first), (-1, (-3, -2, -1), last)]


def _step_slopes(f: Array, steps: Array, edge_order: int) -> list[tuple[Any, Any, Array]]:
    """Return the slopes of elements of the result in steps: which elements, which steps, and the slopes."""
    slopes = np.diff(f) / steps
    h, k, p, q = steps[:-1], steps[1:], slopes[..., :-1], slopes[..., 1:]
    y = (k * p + h * q) / (h + k)
    found: list[tuple[Any, Any, Array]] = [
        (slice(1, -1), slice(None, -1), (q - k * p / h - y) / (h + k)),
        (slice(1, -1), slice(1, None), (p - h * q / k - y) / (h + k)),
    ]
    if edge_order == 1:
        return [*found, *((end, end, -slopes[..., end] / steps[end]) for end in (0, -1))]
    for near, far in ((0, 1), (-1, -2)):
        h, k, p, q = steps[near], steps[far], slopes[..., near], slopes[..., far]
        y = ((2 * h + k) * p - h * q) / (h + k)
        found.append((near, near, (2 * p - (2 * h + k) * p / h - q - y) / (h + k)))
        found.append((near, far, (p + h * q / k - y) / (h + k)))
    return found
