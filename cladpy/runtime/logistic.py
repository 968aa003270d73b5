"""The logistic function and its mirror image, which programs write out: ``1 / (1 + np.exp(-x))``.

Programs do not call them: what they write is computed as it stands and differentiated as this, whose adjoint needs the
result alone.
"""

from typing import Any

import numpy as np


def rising_logistic(x: Any) -> Any:
    """Return ``1 / (1 + exp(-x))``.

    Examples
    --------
    >>> rising_logistic(np.array([-np.inf, 0.0]))
    array([0. , 0.5])
    """
    return 1 / (1 + np.exp(-x))


def falling_logistic(x: Any) -> Any:
    """Return ``1 / (1 + exp(x))``.

    Examples
    --------
    >>> falling_logistic(np.array([-np.inf, 0.0]))
    array([1. , 0.5])
    """
    return 1 / (1 + np.exp(x))
