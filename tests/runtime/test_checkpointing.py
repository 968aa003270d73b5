"""The schedule of checkpointed loops, and the driver that runs it."""

import functools
import math

import numpy as np
import pytest

from cladpy.runtime import checkpoint, checkpointed, no_adjoint, replayed
from cladpy.runtime.checkpointing import split


class Loop:
    """A loop of sums that counts its steps, and checks that they are reversed in order."""

    def __init__(self, count, snapshots):
        self.runs, self.order = [], []
        self.value, self.history = checkpointed(self.step, range(count), (0.0,), (2.0,), snapshots)

    def step(self, number, total, factor):
        self.runs.append(number)
        return total + factor * number, (number, total)

    def pull(self, record, d_out):
        number, total = record
        assert total == number * (number - 1)  # what it was when the loop ran
        self.order.append(number)
        return no_adjoint, d_out, d_out * number

    def reverse(self):
        return replayed(self.step, self.pull, self.history, 1.0)


@functools.cache
def fewest(count, states):
    """Return the least number of repeated steps, from all schedules there are."""
    if count <= 1 or states == 0:
        return 0
    if states == 1:
        return count * (count - 1) // 2
    return min(m + fewest(count - m, states - 1) + fewest(m, states) for m in range(1, count))


def binomial(count, states):
    """Return the same from the closed form."""
    repeats = 0
    while math.comb(states + repeats, states) < count:
        repeats += 1
    return repeats * count - math.comb(states + repeats, repeats - 1) if repeats else 0


@pytest.mark.parametrize("states", range(1, 8))
def test_no_schedule_repeats_fewer_steps(states):
    """Each number of steps is reversed in order, with no more states, and the fewest repetitions."""
    for count in range(1, 36):
        loop = Loop(count, states)
        assert len(loop.history.kept) <= states
        assert loop.value == count * (count - 1)
        assert loop.reverse()[2:] == (1.0, count * (count - 1) / 2)
        assert loop.order == list(reversed(range(count)))
        assert len(loop.runs) - count == fewest(count, states) == binomial(count, states)


def test_a_long_loop_by_default():
    """The number of states is about the root of twice that of steps; each step is repeated twice at most."""
    loop = Loop(10_000, None)
    assert len(loop.history.kept) == 140
    loop.reverse()
    assert len(loop.runs) - 10_000 == binomial(10_000, 140) < 20_000
    assert max(map(loop.runs.count, range(0, 10_000, 97))) <= 3


def test_nothing_to_run():
    """The state is handed on, as a copy; what is only read receives zero of its own form."""
    state, factor = np.ones(2), np.ones(3)
    value, history = checkpointed(None, [], (state,), (factor,), None)
    assert value is not state
    d_out = np.array([1.0, 2.0])
    *_, d_state, d_factor = replayed(None, None, history, d_out)
    assert np.array_equal(d_state, d_out)
    assert np.array_equal(d_factor, np.zeros(3))


def test_states_of_several_variables():
    """Adjoints that a step does not give are zeros of the form of its values."""

    def step(_item, left, right):
        return (right, left * 2.0), None

    def pull(_record, d_out):
        assert np.array_equal(d_out[1], np.zeros(2)) or np.array_equal(d_out[1], np.ones(2))
        return no_adjoint, 2.0 * d_out[1], no_adjoint

    values, history = checkpointed(step, (1, 2), (np.ones(2), np.ones(2)), (), 1)
    assert len(values) == 2
    *_, d_left, d_right = replayed(step, pull, history, (np.ones(2), np.ones(2)))
    assert np.array_equal(d_left, np.zeros(2))
    assert np.array_equal(d_right, np.zeros(2))


@pytest.mark.parametrize("snapshots", [0, -1, True, 2.0, "3"])
def test_a_wrong_number_of_snapshots(snapshots):
    """At least one state is kept."""
    with pytest.raises(ValueError, match=r"\[C124\] snapshots="):
        checkpointed(None, range(3), (0.0,), (), snapshots)


def test_outside_of_a_derivative_a_checkpoint_is_nothing():
    """What is given is handed on."""
    items = range(3)
    assert checkpoint(items, snapshots=2) is items


@pytest.mark.parametrize(("count", "states", "expected"), [(10, 1, 9), (10, 9, 1), (10, 3, 4), (2, 5, 1)])
def test_split(count, states, expected):
    """With one state it is put before the last step; with enough of them one stands before each."""
    assert split(count, states) == expected
