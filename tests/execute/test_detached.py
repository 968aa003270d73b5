"""Values that share no storage with a state."""

from typing import NamedTuple

import numpy as np

from cladpy.execute.detached import detached, identities, root_of


class Pair(NamedTuple):
    a: object
    b: object


def test_arrays_of_the_content_are_copied():
    """And views of them; others stay as they are."""
    held, free = np.ones(4), np.ones(4)
    value = detached({"a": held[1:], "b": (free, 2.0), "c": [held]}, (held, [free[:0].copy()]))
    assert value["b"][0] is free
    for part in (value["a"], value["c"][0]):
        assert not np.shares_memory(part, held)
        np.testing.assert_array_equal(part, np.ones(part.shape))


def test_containers_keep_their_class():
    """Named tuples, too."""
    held = np.ones(2)
    value = detached(Pair([held], held), (held,))
    assert type(value) is Pair
    assert type(value.a) is list
    assert value.a[0] is not held


def test_numbers_are_handed_on():
    """There is nothing to look for."""
    assert detached(2.0, np.ones(2)) == 2.0
    assert detached("a", None) == "a"


def test_roots():
    """The owner of a view's storage, through several views, whatever it is."""
    base = np.ones(6)
    assert root_of(base) is base
    assert root_of(base[1:][::2]) is base
    data = bytearray(16)
    assert not isinstance(root_of(np.frombuffer(data)), np.ndarray)


def test_identities():
    """Of all arrays in some values."""
    a, b = np.ones(1), np.ones(2)
    assert identities(a, [b, 1.0]) == {id(a), id(b)}
