"""Powers of norms and moduli, which are smooth where the norm itself is not.

Programs do not call them: ``np.linalg.norm(x) ** 2`` is computed as it is written and differentiated as
``squared_norm(x)``, so that its second derivative is right at 0, where the norm has none.
"""

import math
from typing import Any

import numpy as np

from cladpy.runtime.reductions import Axis


def squared_norm(x: Any, axis: Axis = None, keepdims: bool = False) -> Any:
    """Return the square of the Euclidean norm.

    Parameters
    ----------
    x : ndarray
    axis, keepdims
        As they are given to ``np.linalg.norm``.

    Returns
    -------
    scalar or ndarray

    Examples
    --------
    >>> round(float(squared_norm(np.array([3.0, 4.0]))), 12)
    25.0
    """
    return np.linalg.norm(x, axis=axis, keepdims=keepdims) ** 2


def power_of_hypot(x: Any, y: Any, k: float) -> Any:
    """Return ``np.hypot(x, y) ** k`` for a power of at least 2.

    Examples
    --------
    >>> round(float(power_of_hypot(3.0, 4.0, 2)), 12)
    25.0
    """
    return np.hypot(x, y) ** k


def power_of_distance(k: float, *coordinates: Any) -> float:
    """Return ``math.hypot(*coordinates) ** k`` for a power of at least 2.

    Examples
    --------
    >>> power_of_distance(2, 3.0, 4.0)
    25.0
    """
    return math.hypot(*coordinates) ** k


def squared_distance(p: Any, q: Any) -> float:
    """Return ``math.dist(p, q) ** 2``.

    Examples
    --------
    >>> squared_distance((1.0, 2.0), (4.0, 6.0))
    25.0
    """
    return math.dist(p, q) ** 2


def squared_modulus(x: Any) -> Any:
    """Return ``abs(x) ** 2``, of complex numbers too.

    Examples
    --------
    >>> squared_modulus(np.array([3 + 4j, -2.0])).round(12)
    array([25.,  4.])
    """
    return np.abs(x) ** 2
