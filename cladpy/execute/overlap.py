"""Arguments that share memory, where the primal writes one of them.

What is only read may overlap as it likes. What is written is copied on entry, and a copy no longer overlaps: the
gradient would be that of another program.
"""

from collections.abc import Sequence

import numpy as np

from cladpy.errors import CladpyError
from cladpy.execute.parts import arrays_of

MOST_WORK = 10_000  # candidate solutions that the exact test of two strided arrays may look at: about a millisecond


def check_overlap(names: Sequence[str], values: Sequence[object], stored: Sequence[int]) -> None:
    """Raise if an argument that the primal stores into shares memory with another argument.

    Parameters
    ----------
    names, values : sequence
        The primal's parameters and their values.
    stored : sequence of int
        Positions of the parameters that are stored into.

    Raises
    ------
    CladpyError
        C403, naming both.
    """
    leaves = [list(arrays_of(value)) for value in values]
    for written in stored:
        for other, arrays in enumerate(leaves):
            if other == written or (other in stored and other < written):
                continue
            if any(share_memory(a, b) for a in leaves[written] for b in arrays):
                raise CladpyError(
                    "C403",
                    f"{names[written]} and {names[other]} share memory, and {names[written]} is updated in place",
                    hint=f"pass a copy of one of them: {names[other]}.copy()",
                )


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
