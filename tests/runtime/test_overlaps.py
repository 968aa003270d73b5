"""Adding to views with an element at several places."""

import numpy as np
import pytest

from cladpy.runtime import add_overlapping, return_copy, writable
from cladpy.runtime.overlaps import repeats_elements

WINDOWS = np.lib.stride_tricks.sliding_window_view


def test_a_window_adds_as_often_as_it_names_an_element():
    """Also where an index chooses some of them."""
    d_a = np.zeros(4)
    w = WINDOWS(d_a, 2, writeable=True)
    add_overlapping(w, np.ones((3, 2)))
    assert d_a.tolist() == [1, 2, 2, 1]
    add_overlapping(w, 1.0, (slice(None), 0))
    add_overlapping(w, 10.0, ([0, 0], [1, 1]))
    assert d_a.tolist() == [2, 23, 3, 1]


def test_plain_views_are_added_to():
    """A repeated index counts there too."""
    d_a = np.zeros((2, 3))
    add_overlapping(d_a.T, np.ones((3, 2)))
    add_overlapping(d_a, 1.0, ([0, 0], [1, 1]))
    assert d_a.tolist() == [[1, 3, 1], [1, 1, 1]]


def test_a_copy_of_a_broadcast_view_gives_back_all_that_it_has():
    """As ``np.broadcast_to(a, s).reshape(-1)``, which has to copy."""
    d_a = np.zeros(2)
    return_copy(writable(np.broadcast_to(d_a, (3, 2))), np.ones(6))
    assert d_a.tolist() == [3, 3]


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        (lambda x: x, False),
        (lambda x: x[::-1, ::2].T, False),
        (lambda x: x[:0], False),
        (lambda x: np.diagonal(x), False),
        (lambda x: np.broadcast_to(x[:, :1], (3, 4)), True),
        (lambda x: np.broadcast_to(x[0], (1, 4)), False),
        (lambda x: WINDOWS(x, 2, axis=1), True),
        (lambda x: WINDOWS(x, 2, axis=1)[:, ::2], False),
    ],
)
def test_views_that_repeat_elements(view, expected):
    """By strides and sizes alone."""
    assert repeats_elements(view(np.zeros((3, 4)))) is expected
