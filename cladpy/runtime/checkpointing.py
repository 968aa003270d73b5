"""Loops whose iterations are run again in the reverse sweep, from states that are kept at a few of them.

Which states those are, and from which one the iterations before a point are run again: ``cladpy.runtime.snapshots``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from cladpy.runtime.no_adjoint import NoAdjoint, no_adjoint
from cladpy.runtime.snapshots import check_snapshots, fewest_for_two, first_marks, growing, split, thinning
from cladpy.runtime.storage import add_adjoints, detached, zero_adjoint

What = TypeVar("What")


def checkpoint(what: What, *, snapshots: int | None = None) -> What:
    """Return what is given; in a derivative, its loop or call is run again in the reverse sweep and not recorded.

    Parameters
    ----------
    what : iterable or callable
        ``for i in checkpoint(range(n)):`` keeps the variables that the loop carries at some iterations alone, and runs
        the others again from there; so does ``while checkpoint(condition):``. ``checkpoint(f)(x)`` keeps the arguments
        of a call.
    snapshots : int, optional
        How many states of a loop are kept at most, at least 1. If it is left out, as many as it takes to run no
        iteration again more than twice: about ``sqrt(2 n)``, twice that of a loop of unknown length.

    Returns
    -------
    iterable or callable
        `what` itself: outside of a derivative nothing changes.

    Cost
    ----
    Of ``n`` iterations with ``s`` states, ``r n - comb(s + r, r - 1)`` are run again, where ``r`` is the least number
    with ``comb(s + r, s) >= n``; none is run more than ``r`` times. Where the length is unknown, because the loop is a
    ``while`` or may be left, none is run more than ``r + 1`` times.

    Examples
    --------
    >>> checkpoint(range(3), snapshots=2)
    range(0, 3)
    """
    return what


@dataclass(slots=True)
class History:
    """What a loop leaves for the reverse sweep.

    Parameters
    ----------
    items : sequence
        What it iterates over.
    fixed : tuple
        What each iteration reads and none changes.
    kept : list of (int, tuple)
        Numbers of iterations, and the state before each.
    last : tuple or None
        The value and the record of the last iteration, which is not run again.
    most : int
        How many states may be kept.
    count : int
        How many iterations were run.
    """

    items: Sequence[Any]
    fixed: tuple[Any, ...]
    kept: list[tuple[int, tuple[Any, ...]]]
    last: tuple[Any, Any] | None
    most: int
    count: int

    def run(self, step: Callable[..., Any], number: int, state: tuple[Any, ...]) -> tuple[tuple[Any, ...], Any]:
        """Run one iteration; return the state behind it, and its record."""
        value, record = step(self.items[number], *state, *self.fixed)
        return value if len(state) > 1 else (value,), record

    def advanced(self, step: Callable[..., Any], start: int, state: tuple[Any, ...], stop: int) -> tuple[Any, ...]:
        """Return the state before an iteration, given an earlier one."""
        for number in range(start, stop):
            state, _ = self.run(step, number, state)
        return state


def checkpointed(
    step: Callable[..., Any], items: Any, state: tuple[Any, ...], fixed: tuple[Any, ...], snapshots: int | None
) -> tuple[Any, History]:
    """Run a loop; return what it carries, and a few of the states on its way.

    Parameters
    ----------
    step : callable
        The forward function of an iteration, from an item, the variables that are carried and the others to the
        carried ones and a record.
    items : iterable
    state, fixed : tuple
        The variables that the loop carries, and those that it only reads.
    snapshots : int or None
        How many states are kept.

    Raises
    ------
    ValueError
        C124 if `snapshots` is no positive whole number.
    """
    check_snapshots(snapshots)
    items = items if isinstance(items, range | tuple) else tuple(items)
    count = len(items)
    most = fewest_for_two(count) if snapshots is None else snapshots
    history = History(items, fixed, [(0, state)], None, most, count)
    marks = first_marks(count, most)
    for number in range(count):
        if number in marks:
            history.kept.append((number, state))
        state, record = history.run(step, number, state)
        if number == count - 1:
            history.last = (state, record)
    if not count:  # the caller may update what it is given
        state = detached(state)
    return state if len(state) > 1 else state[0], history


def checkpointed_until(
    step: Callable[..., Any], items: Any, state: tuple[Any, ...], fixed: tuple[Any, ...], snapshots: int | None
) -> tuple[Any, History]:
    """Run a loop of unknown length; as `checkpointed`, but the last variable tells, by other than 0, that it ends.

    The states are thinned out while the loop runs, so that no iteration is run again more than once more often than it
    would be if the number of iterations were known. Source: Wang, Moin & Iaccarino, Minimal repetition dynamic
    checkpointing algorithm for unsteady adjoint calculation, SIAM Journal on Scientific Computing 31 (2009), 2549-2567.
    """
    check_snapshots(snapshots)
    is_kept = isinstance(items, range | tuple)
    drawn: Any = items if is_kept else []
    history = History(drawn, fixed, [], None, snapshots or 0, 0)
    thinned = growing(history.kept) if snapshots is None else thinning(history.kept, snapshots)
    next(thinned)
    for number, item in enumerate(items):
        if not is_kept:
            drawn.append(item)
        thinned.send((number, state))
        state, record = history.run(step, number, state)
        history.count, history.last = number + 1, (state, record)
        if state[-1]:
            break
    history.most = snapshots or 2 * len(history.kept)
    if not history.count:
        history.kept.append((0, state))
        state = detached(state)
    return state, history


def replayed(step: Callable[..., Any], pull: Callable[..., Any], history: History, d_out: Any) -> tuple[Any, ...]:
    """Run the iterations of a loop backwards; return the adjoints of what it carries and of what it reads.

    Parameters
    ----------
    step, pull : callable
        The forward function and the pullback of an iteration.
    history : History
        Used up: a state is released as soon as nothing is run from it.
    d_out : object
        The cotangent of what the loop carries.
    """
    several = len(history.kept[0][1])
    d_state = d_last = tuple(d_out) if several > 1 else (d_out,)
    begin = history.kept[0][1]
    totals: list[Any] = [no_adjoint] * len(history.fixed)
    for number in reversed(range(history.count)):
        value, record = _recorded(step, history, number)
        seed = tuple(_seed(d, v, given) for d, v, given in zip(d_state, value, d_last, strict=True))
        del value
        slots = pull(record, seed if several > 1 else seed[0])
        del record, seed
        d_state = tuple(slots[1 : several + 1])
        totals = [_added(total, slot) for total, slot in zip(totals, slots[several + 1 :], strict=True)]
    adjoints = (_full(d, v) for d, v in zip((*d_state, *totals), (*begin, *history.fixed), strict=True))
    return (no_adjoint, no_adjoint, *adjoints)


def _recorded(step: Callable[..., Any], history: History, number: int) -> tuple[Any, Any]:
    """Return the value and the record of an iteration, the last one that is still to be reversed."""
    if history.last is not None:
        found, history.last = history.last, None
        if history.kept[-1][0] == number:
            history.kept.pop()
        return found
    start, state = history.kept[-1]
    while start < number and len(history.kept) < history.most:
        further = start + split(number + 1 - start, history.most - len(history.kept) + 1)
        state = history.advanced(step, start, state, further)
        start = further
        history.kept.append((start, state))
    if start == number:
        history.kept.pop()
    return history.run(step, number, history.advanced(step, start, state, number))


def _full(adjoint: Any, value: Any) -> Any:
    """Return an adjoint, zero of the value's form where there is none."""
    return zero_adjoint(value) if isinstance(adjoint, NoAdjoint) else adjoint


def _seed(adjoint: Any, value: Any, given: Any) -> Any:
    """Return the cotangent of what an iteration has made: 0.0 where what was given for the last one is a number too."""
    if not isinstance(adjoint, NoAdjoint):
        return adjoint
    return zero_adjoint(value) if isinstance(given, np.ndarray | list | tuple | dict) else 0.0


def _added(total: Any, slot: Any) -> Any:
    if isinstance(slot, NoAdjoint) or isinstance(total, NoAdjoint):
        return total if isinstance(slot, NoAdjoint) else slot
    return total + slot if isinstance(total, np.ndarray | float | complex) else add_adjoints(total, slot)
