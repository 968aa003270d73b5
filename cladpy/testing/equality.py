"""Compare numbers that must be equal but for the order of sums."""

from typing import Any

import numpy as np

from cladpy.testing.mismatch import GradientMismatch
from cladpy.testing.structures import leaves

_ROUNDINGS = 4500  # units in the last place, relative to the largest number of an array: 1e-12 in double precision


def check_equal(aspect: str, what: str, found: Any, expected: Any, epsilon: float) -> None:
    """Check that two structures hold the same numbers, to the rounding that another order of sums brings.

    Parameters
    ----------
    aspect, what : str
        For the report.
    found, expected : object
        Structures with floating leaves.
    epsilon : float
        The unit in the last place of the least precise number that went into them.

    Raises
    ------
    GradientMismatch
        With the first leaf that differs.

    Examples
    --------
    >>> check_equal("value", "the value", 1.0, 1.0 + 1e-15, 2e-16)
    >>> check_equal("value", "the value", float("nan"), float("nan"), 2e-16)
    Traceback (most recent call last):
    cladpy.testing.mismatch.GradientMismatch: the value is nan, expected nan [value]
    """
    pairs, others = list(leaves(found, what)), list(leaves(expected, what))
    if len(pairs) != len(others):
        raise GradientMismatch(aspect, f"{what} has {len(pairs)} floating parts, expected {len(others)}")
    for (path, a), (_, b) in zip(pairs, others, strict=True):
        if not _close(np.asarray(a), np.asarray(b), epsilon):
            raise GradientMismatch(aspect, f"{path} is {a!r:.200}, expected {b!r:.200}")


def _close(a: np.ndarray, b: np.ndarray, epsilon: float) -> bool:
    if a.shape != b.shape or a.dtype.kind != b.dtype.kind:
        return False
    with np.errstate(all="ignore"):
        return not a.size or bool(np.abs(a - b).max() <= _ROUNDINGS * epsilon * np.abs(b).max())
