"""Mirrors of views with an element at several places."""

import numpy as np

from cladpy import gradient

X = np.array([0.7, 1.2, 0.4])


def broadcast(x, p):
    a = x * 2.0
    b = np.broadcast_to(a, (2, 3))
    a[0] = p
    return np.sum(b**2)


def windows(x, p):
    a = x * 2.0
    w = np.lib.stride_tricks.sliding_window_view(a, 2)
    a[0] = p
    return np.sum(w**2)


def text(function):
    derivative = gradient(function)
    derivative(X, 0.5)
    return derivative.source


def test_mirrors_are_views_that_can_be_added_to():
    """NumPy gives them read-only."""
    assert "d_b = writable(np.broadcast_to(d_a, " in text(broadcast)
    assert "d_w = np.lib.stride_tricks.sliding_window_view(d_a, 2, writeable=True)\n" in text(windows)


def test_contributions_are_added_as_often_as_an_element_occurs():
    """Not by ``+=``, which would keep one of them."""
    assert "add_overlapping(d_b, " in text(broadcast)
    assert "add_overlapping(d_w, " in text(windows)
