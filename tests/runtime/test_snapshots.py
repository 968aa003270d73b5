"""The schedules of checkpointed loops: which states are kept; how often iterations run is tested with the driver."""

import pytest

from cladpy.runtime.snapshots import first_marks, growing, split, thinning


@pytest.mark.parametrize(("count", "states", "expected"), [(10, 1, 9), (10, 9, 1), (10, 3, 4), (2, 5, 1)])
def test_split(count, states, expected):
    """With one state it is put before the last step; with enough of them one stands before each."""
    assert split(count, states) == expected


def test_first_marks():
    """As many as there are states, that at the start among them."""
    assert sorted(first_marks(10, 3)) == [4, 7]


def kept_of(schedule, kept, count):
    next(schedule)
    for number in range(count):
        schedule.send((number, (number,)))
    return [each[0] for each in kept]


@pytest.mark.parametrize("most", [1, 2, 3, 5])
@pytest.mark.parametrize("count", [1, 4, 30])
def test_thinning_keeps_the_first_state_and_no_more_than_it_may(most, count):
    """In order, each number with the state before it."""
    kept = []
    numbers = kept_of(thinning(kept, most), kept, count)
    assert numbers[0] == 0
    assert numbers == sorted(set(numbers))
    assert len(numbers) == min(most, count)
    assert all(state == (number,) for number, state in kept)


def test_growing_keeps_states_further_and_further_apart():
    """About the root of twice the number of steps."""
    kept = []
    assert kept_of(growing(kept), kept, 12) == [0, 1, 3, 6, 10]
