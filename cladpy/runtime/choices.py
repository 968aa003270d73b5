"""Adjoints of functions that choose, for each element, one of several arrays."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from cladpy.runtime.guards import multiply_guarded
from cladpy.runtime.reductions import Array
from cladpy.runtime.sequences import unbroadcast_to_operand
from cladpy.runtime.unbroadcast import unbroadcast_to

Shape = tuple[int, ...]
_MODES = {"wrap": lambda index, count: index % count, "clip": lambda index, count: np.clip(index, 0, count - 1)}


def choose_adjoint(d: Any, a: Any, shapes: Any, mode: str = "raise") -> Any:
    """Adjoint of the choices for y = np.choose(a, choices, mode=mode).

    Parameters
    ----------
    d : ndarray, shape of y
    a : array_like of int
    shapes
        `shapes_of(choices)`: a list of shapes, or the shape of one array.

    Returns
    -------
    list of ndarray; one ndarray if the choices are one

    Examples
    --------
    >>> choose_adjoint(np.array([1.0, 2.0]), [1, 0], [(2,), ()])
    [array([0., 2.]), array(1.)]
    """
    d = np.asarray(d)
    parts = [shapes[1:]] * shapes[0] if isinstance(shapes, tuple) and isinstance(shapes[0], int) else shapes
    index = np.asarray(a)
    if mode in _MODES:
        index = _MODES[mode](index, len(parts))
    found = [unbroadcast_to_operand(multiply_guarded(index == k, d), shape) for k, shape in enumerate(parts)]
    return found if parts is shapes else np.stack(found)


def select_adjoint(d: Any, conditions: Sequence[Any], shapes: Sequence[Shape], default: Shape = ()) -> list[Array]:
    """Adjoints of the choices and of the default for y = np.select(conditions, choices, default).

    Parameters
    ----------
    d : ndarray, shape of y
    conditions : sequence of array_like of bool
    shapes : sequence of tuple of int
        Shapes of the choices.
    default : tuple of int
        Shape of the default.

    Returns
    -------
    list of ndarray
        The default's last.

    Examples
    --------
    >>> select_adjoint(np.array([1.0, 2.0, 4.0]), [[True, False, False], [True, True, False]], [(3,), (3,)])
    [array([1., 0., 0.]), array([0., 2., 0.]), array(4.)]
    """
    d = np.asarray(d)
    left: Any = True
    found = []
    for condition, shape in zip(conditions, shapes, strict=True):
        found.append(unbroadcast_to_operand(multiply_guarded(np.logical_and(left, condition), d), shape))
        left = np.logical_and(left, np.logical_not(condition))
    return [*found, unbroadcast_to(multiply_guarded(left, d), default, d.dtype)]
