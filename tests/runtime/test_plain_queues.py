"""Heaps and sorted lists in plain Python, against those of the library."""

import bisect
import heapq
import random

import pytest

from cladpy.runtime import plain_queues


@pytest.mark.parametrize("seed", range(5))
def test_heaps_are_laid_out_as_those_of_the_library(seed):
    """Whatever is pushed and popped, and among equal items too, both hold the same lists."""
    draw = random.Random(seed)  # noqa: S311 -- no secret
    mine = [(draw.randrange(4), k) for k in range(draw.randrange(9))]
    theirs = list(mine)
    plain_queues.heapify(mine)
    heapq.heapify(theirs)
    for k in range(60):
        assert mine == theirs
        if theirs and draw.random() < 0.45:
            assert plain_queues.heappop(mine) == heapq.heappop(theirs)
        else:
            item = (draw.randrange(5), k)
            plain_queues.heappush(mine, item)
            heapq.heappush(theirs, item)


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [(plain_queues.insort_right, bisect.insort_right), (plain_queues.insort_left, bisect.insort_left)],
)
def test_items_are_sorted_in_where_the_library_does(mine, theirs):
    """Equal numbers of two types tell the sides apart."""
    draw, left, right = random.Random(1), [], []  # noqa: S311 -- no secret
    for k in range(40):
        item = draw.choice([int, float])(draw.randrange(5))
        mine(left, item)
        theirs(right, item)
        assert list(map(repr, left)) == list(map(repr, right)), k
