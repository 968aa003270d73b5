"""Storage of adjoints."""

from types import SimpleNamespace

import numpy as np
import pytest

from cladpy.runtime import Shadow, add_adjoints, filled, fold_repeats, own, return_copy, take_last, zero_adjoint


def test_own_copies_arrays_through_lists_and_dicts():
    """Nothing mutable is shared; numbers are handed on."""
    x = np.ones(2)
    copied = own([x, {"a": x}, 1.5])
    assert not np.shares_memory(copied[0], x)
    assert not np.shares_memory(copied[1]["a"], x)
    assert copied[2] == 1.5


def test_adjoints_add_leaf_by_leaf():
    """A plain 0.0 stands for the zero of any structure."""
    assert add_adjoints([1.0, [2.0]], [0.5, 0.0]) == [1.5, [2.0]]
    assert add_adjoints(0.0, {"a": 1.0}) == {"a": 1.0}


def test_the_adjoint_of_an_array_is_added_to_that_of_the_list_it_was_made_of():
    """On either side, and of rows; anything else that is no zero would be lost."""
    assert add_adjoints([1.0, 2.0], np.ones(2)) == [2.0, 3.0]
    assert add_adjoints(np.ones((2, 1)), [[1.0], [2.0]]) == [[2.0], [3.0]]
    assert filled(np.ones(2), [5.0, 6.0]) == [1.0, 1.0]
    for other in (1.0, {"a": 1.0}):
        with pytest.raises(TypeError, match="C402"):
            add_adjoints([1.0], other)


def test_zero_adjoints_have_the_structure_of_their_value():
    """Tuples become lists, to be updated in place."""
    zero = zero_adjoint(({"a": np.ones((2, 1), "f4")}, 3.0))
    assert zero[1] == 0.0
    assert zero[0]["a"].shape == (2, 1)
    assert zero[0]["a"].dtype == np.float32


def test_last_write_takes_the_cotangent():
    """Of repeated elements only the last place receives one."""
    assert take_last(np.array([5.0, 7.0]), [0, 0, 1]).tolist() == [0.0, 5.0, 7.0]


def test_a_copy_passes_on_what_a_view_has_passed_already():
    """The mirror of a reshaped copy is added; that of a view is not added twice."""
    base = np.zeros((2, 2))
    return_copy(base, np.ones(4))
    return_copy(base, base.reshape(4))
    assert base.tolist() == [[1.0, 1.0], [1.0, 1.0]]


def test_repeats_fold_onto_the_list_repeated():
    """Each item receives the sum over its copies."""
    assert fold_repeats([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 2) == [9.0, 12.0]


def test_zero_adjoints_of_objects_have_the_order_of_their_form():
    """An attribute that is not set has a zero too."""
    point = SimpleNamespace(y=2.0, x=[1.0])
    assert zero_adjoint([point], [Shadow(x=None, y=None, z=None)]) == [[[0.0], 0.0, 0.0]]


def test_an_adjoint_that_is_zero_is_filled():
    """Another stays the very one."""
    d_x = [1.0, 2.0]
    assert filled(d_x, [5.0, 6.0]) is d_x
    assert filled(0.0, {"a": 5.0}) == {"a": 0.0}
