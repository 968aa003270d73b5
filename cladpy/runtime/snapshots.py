"""Which states of a loop are kept, and from which of them its iterations are run again: schedules.

Of a loop of known length it is the binomial one: with ``s`` states and ``n`` iterations no other runs fewer again.
Source: Griewank & Walther, Algorithm 799: revolve, ACM Transactions on Mathematical Software 26 (2000), 19-45.
Of one of unknown length the states are thinned out as it runs. Source: Wang, Moin & Iaccarino, Minimal repetition
dynamic checkpointing algorithm for unsteady adjoint calculation, SIAM Journal on Scientific Computing 31 (2009),
2549-2567.
"""

import math
from bisect import bisect_left
from collections.abc import Generator
from typing import Any

Kept = list[tuple[int, tuple[Any, ...]]]


def check_snapshots(snapshots: int | None) -> None:
    """Refuse a number of states that is no positive whole number."""
    if snapshots is not None and (isinstance(snapshots, bool) or not isinstance(snapshots, int) or snapshots < 1):
        raise ValueError(f"[C124] snapshots={snapshots!r}: a loop keeps at least one state")


def fewest_for_two(count: int) -> int:
    """Return the least number of states with which no iteration is run again more than twice.

    Examples
    --------
    >>> fewest_for_two(10), fewest_for_two(10_000)
    (3, 140)
    """
    most = max(math.isqrt(2 * count) - 1, 1)
    while math.comb(most + 2, 2) < count:
        most += 1
    return most


def first_marks(count: int, most: int) -> set[int]:
    """Return the iterations before which the first sweep keeps the state, the first one apart."""
    marks: set[int] = set()
    start = 0
    while most > 1 and count - start > 1:
        start += split(count - start, most)
        most -= 1
        marks.add(start)
    return marks


def split(count: int, most: int) -> int:
    """Return how far to run before the next state is kept, to reverse `count` iterations with `most` states.

    Examples
    --------
    >>> split(10, 3), split(10, 1)
    (4, 9)
    """
    repeats = 0
    while math.comb(most + repeats, most) < count:
        repeats += 1
    return min(math.comb(most + repeats - 1, most), count - math.comb(most + repeats - 2, most - 1))


def thinning(kept: Kept, most: int) -> Generator[None, tuple[int, tuple[Any, ...]], None]:
    """Take the states before the iterations of a loop as it runs; keep as many as there may be.

    The newest is kept in the place of one that can be dispensed with: a later one has a higher level. Where there is
    none, it takes the place of the newest but one, and is one level higher.
    """
    levels: list[float] = []
    dispensable: list[int] = []
    while True:
        number, state = yield
        level: float = 0 if levels else math.inf
        if len(kept) == most:
            if most == 1:
                continue
            if dispensable:
                place = bisect_left(kept, dispensable.pop(0), key=lambda each: each[0])
                del kept[place], levels[place]
            else:
                kept.pop()
                level = levels.pop() + 1
                dispensable = [each[0] for each, lower in zip(kept, levels, strict=True) if lower < level]
        kept.append((number, state))
        levels.append(level)


def growing(kept: Kept) -> Generator[None, tuple[int, tuple[Any, ...]], None]:
    """Take the states before the iterations of a loop as it runs; keep those at 0, 1, 3, 6, 10 and so on."""
    following, gap = 0, 1
    while True:
        number, state = yield
        if number == following:
            kept.append((number, state))
            following, gap = following + gap, gap + 1
