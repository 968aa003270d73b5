"""One of several arrays for each element."""

import numpy as np
import pytest

from cladpy.runtime import choose_adjoint, select_adjoint


@pytest.mark.parametrize("mode", ["raise", "wrap", "clip"])
def test_choices_receive_where_they_were_chosen(mode):
    """Also where an index lies beyond the last one."""
    a = np.array([0, 1, 1]) if mode == "raise" else np.array([0, 3, -1])
    choices = [np.array([1.0, 2.0, 3.0]), np.array([10.0, 20.0, 30.0])]
    y = np.choose(a, choices, mode=mode)
    found = choose_adjoint(np.array([1.0, 2.0, 4.0]), a, [(3,), (3,)], mode)
    assert sum(np.sum(x * part) for x, part in zip(choices, found, strict=True)) == y @ [1.0, 2.0, 4.0]


def test_one_array_of_choices_gives_one_array():
    """Its first axis counts the choices."""
    assert choose_adjoint(np.ones(2), [1, 0], (2, 2)).tolist() == [[0.0, 1.0], [1.0, 0.0]]


def test_an_infinite_cotangent_reaches_the_chosen_only():
    """Everything else receives exactly 0."""
    assert choose_adjoint(np.array([np.inf]), [1], [(1,), (1,)])[0].tolist() == [0.0]
    conditions = [np.array([True, False]), np.array([True, True])]
    assert [part.tolist() for part in select_adjoint(np.array([1.0, np.inf]), conditions, [(2,), (2,)])] == [
        [1.0, 0.0],
        [0.0, np.inf],
        0.0,
    ]
