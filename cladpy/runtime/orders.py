"""The order in which Python sorts."""

from collections.abc import Sequence
from typing import Any


def order_of(keys: Sequence[Any], reverse: bool = False) -> list[int]:
    """Return the positions of items in the order in which ``sorted`` puts them.

    Items that are equal stay in their order, backwards as well.

    Parameters
    ----------
    keys : sequence
        What the items are compared by.
    reverse : bool
        Whether the largest comes first.

    Returns
    -------
    list of int

    Examples
    --------
    >>> order_of([0.5, -1.0, 0.5]), order_of([0.5, -1.0, 0.5], reverse=True)
    ([1, 0, 2], [0, 2, 1])
    """
    return sorted(range(len(keys)), key=keys.__getitem__, reverse=reverse)
