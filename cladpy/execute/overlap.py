"""Arguments that share memory, where the primal writes one of them.

What is only read may overlap as it likes. What is written is copied on entry, and a copy no longer overlaps: the
gradient would be that of another program.
"""

from collections.abc import Collection, Sequence

import numpy as np
from numpy.lib.array_utils import byte_bounds

from cladpy.errors import CladpyError
from cladpy.execute.parts import arrays_of, items_of, parts_of

NUMBERS = (float, complex, np.inexact)
MOST_WORK = 10_000  # candidate solutions that the exact test of two strided arrays may look at: about a millisecond


def check_overlap(
    names: Sequence[str], values: Sequence[object], stored: Sequence[int], holders: Collection[str] = ()
) -> None:
    """Raise if an argument that the primal stores into shares memory with another argument, or parts of it do.

    One array may be held twice: it is one array in the copy too. Views of one are not.

    Parameters
    ----------
    names, values : sequence
        The primal's parameters and their values.
    stored : sequence of int
        Positions of the parameters that are stored into.
    holders : collection of str
        Those that hold arrays which are stored into.

    Raises
    ------
    CladpyError
        C403, naming both, or the one whose parts overlap.
    """
    leaves = [list(arrays_of(value)) for value in values]
    for written in stored:
        if names[written] in holders and _overlap_within(leaves[written]):
            raise CladpyError(
                "C403",
                f"{names[written]} holds arrays that share memory, and they are updated in place",
                hint="pass a copy of one of them: a.copy()",
            )
        for other, arrays in enumerate(leaves):
            if other == written or (other in stored and other < written):
                continue
            shared = not cells_of(values[written]).isdisjoint(cells_of(values[other]))
            if shared or any(share_memory(a, b) for a in leaves[written] for b in arrays):
                raise CladpyError(
                    "C403",
                    f"{names[written]} and {names[other]} share memory, and {names[written]} is updated in place",
                    hint=f"pass a copy of one of them: {names[other]}.copy()",
                )


def cells_of(value: object) -> set[int]:
    """Return the identities of the lists, dicts and objects with numbers in them that a value is or holds.

    Examples
    --------
    >>> weights = [1.0, 2.0]
    >>> cells_of({"w": weights, "names": ["a", "b"]}) == {id(weights)}
    True
    """
    if isinstance(value, np.ndarray | float):
        return set()
    parts = [part for part in parts_of(value) if not isinstance(part, tuple | str | np.ndarray)]
    return {id(part) for part in parts if any(isinstance(item, NUMBERS) for item in items_of(part))}


def _overlap_within(arrays: Sequence[np.ndarray]) -> bool:
    """Tell whether two different arrays share memory: looked at in the order of their addresses, side by side."""
    distinct = {id(array): array for array in arrays if array.size}
    ordered = sorted(((*byte_bounds(array), key) for key, array in distinct.items()))
    for place, (_, high, key) in enumerate(ordered):
        for low, _, other in ordered[place + 1 :]:
            if low >= high:
                break
            if share_memory(distinct[key], distinct[other]):
                return True
    return False


def share_memory(left: np.ndarray, right: np.ndarray) -> bool:
    """Tell whether two arrays have an element in common; where that takes too long to find out, whether they may.

    Examples
    --------
    >>> a = np.arange(6)
    >>> share_memory(a[::2], a[1::2]), share_memory(a[::2], a[::3])
    (False, True)
    """
    if not np.may_share_memory(left, right):
        return False
    try:
        return np.shares_memory(left, right, max_work=MOST_WORK)  # type: ignore[arg-type]  # the stub knows no bound
    except np.exceptions.TooHardError:
        return True
