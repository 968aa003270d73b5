"""Bytes of what is kept: each buffer once."""

import sys

import numpy as np

from cladpy.execute.weighed import Scale


def test_a_buffer_counts_once():
    """Under any number of names and views; one that was weighed before, not at all."""
    scale, x = Scale(), np.zeros((4, 5))
    assert (scale.weigh(x[1:]), scale.weigh(x.T), scale.weigh(x)) == (160, 0, 0)


def test_containers_count_with_what_they_hold():
    """Numbers of a tape too; those that Python keeps anyway, flags and functions are free."""
    tape = [1.5, 2.5]
    assert Scale().weigh(tape) == sys.getsizeof(tape) + 2 * sys.getsizeof(1.5)
    assert Scale().weigh((True, None, 3, len)) == sys.getsizeof((1, 2, 3, 4))
    assert Scale().weigh({"w": np.zeros(3)}) == sys.getsizeof({"w": 1}) + 24
