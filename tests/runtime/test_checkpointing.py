"""The schedule of checkpointed loops, and the driver that runs it."""

import functools
import itertools
import math

import numpy as np
import pytest

from cladpy.runtime import checkpoint, checkpointed, checkpointed_until, no_adjoint, replayed


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


class Unknown(Loop):
    """The same loop, which ends by itself."""

    def __init__(self, count, snapshots, items=None):
        self.runs, self.order, self.count = [], [], count
        start = (0.0, 0)
        items = range(10**9) if items is None else items
        self.value, self.history = checkpointed_until(self.step, items, start, (2.0,), snapshots)

    def step(self, number, total, ended, factor):
        self.runs.append(number)
        assert not ended
        return (total + factor * number, int(number == self.count - 1)), (number, total)

    def pull(self, record, d_out):
        no_adjoints = super().pull(record, d_out[0])
        return (*no_adjoints[:2], no_adjoint, no_adjoints[2])

    def reverse(self):
        return replayed(self.step, self.pull, self.history, (1.0, 0.0))


@pytest.mark.parametrize("states", range(1, 8))
def test_a_loop_of_unknown_length_repeats_little_more(states):
    """No more states; no step is repeated more than once more often than by the best schedule for a known length."""
    for count in range(1, 36):
        loop = Unknown(count, states)
        assert len(loop.history.kept) <= states
        assert loop.value == (count * (count - 1), 1)
        assert loop.reverse()[2] == 1.0
        assert loop.order == list(reversed(range(count)))
        repeats = next(r for r in itertools.count() if math.comb(states + r, states) >= count)
        assert max(map(loop.runs.count, range(count))) - 1 <= repeats + 1
        assert len(loop.runs) - count <= 1.5 * binomial(count, states)  # 1.36 of it at the worst


@pytest.mark.parametrize("count", [1, 2, 10, 1000])
def test_a_loop_of_unknown_length_by_default(count):
    """States and memory grow like the root of the number of steps; each step is repeated twice at most."""
    loop = Unknown(count, None)
    states = len(loop.history.kept)
    assert states <= math.isqrt(2 * count) + 1
    loop.reverse()
    assert max(map(loop.runs.count, range(count))) <= 3
    assert len(loop.runs) - count <= binomial(count, max(states, 1))


def test_items_of_a_loop_of_unknown_length_are_drawn_once():
    """From an iterator no more are taken than the loop has run; those are kept."""
    items = iter(range(100))
    loop = Unknown(5, 2, items)
    assert next(items) == 5
    loop.reverse()
    assert loop.order == [4, 3, 2, 1, 0]


def test_a_loop_of_unknown_length_without_items():
    """The state is handed on, as a copy."""
    state = np.ones(2)
    value, history = checkpointed_until(None, [], (state, 0), (), 3)
    assert value[0] is not state
    assert np.array_equal(replayed(None, None, history, (np.ones(2), 0.0))[2], np.ones(2))


@pytest.mark.parametrize("snapshots", [0, -1, True, 2.0, "3"])
def test_a_wrong_number_of_snapshots(snapshots):
    """At least one state is kept."""
    with pytest.raises(ValueError, match=r"\[C124\] snapshots="):
        checkpointed(None, range(3), (0.0,), (), snapshots)


def test_outside_of_a_derivative_a_checkpoint_is_nothing():
    """What is given is handed on."""
    items = range(3)
    assert checkpoint(items, snapshots=2) is items
