"""Floating leaves of structures."""

import numpy as np

from cladpy import no_adjoint
from cladpy.execute.leaves import (
    Place,
    combination,
    dtype_of,
    leaf_values,
    leaves_of,
    places_of,
    shape_of,
    size_of,
    with_leaves,
)
from cladpy.execute.structure import structure_of

VALUE = {"w": np.ones((2, 2), np.float32), "n": 3, "b": (0.5, "text")}
STRUCTURE = structure_of(VALUE)


def test_leaves_in_order():
    """With their shapes and dtypes."""
    found = leaves_of(STRUCTURE)
    assert [shape_of(leaf) for leaf in found] == [(2, 2), ()]
    assert [dtype_of(leaf) for leaf in found] == [np.float32, np.float64]
    assert size_of(STRUCTURE) == 5


def test_places():
    """Each number by its leaf and index."""
    assert list(places_of(STRUCTURE))[2:] == [Place(0, (1, 0)), Place(0, (1, 1)), Place(1, ())]


def test_values():
    """Those of the leaves, whatever holds them: of an object, a tuple of its fields too."""
    first, second = leaf_values(VALUE, STRUCTURE)
    assert first is VALUE["w"]
    assert second == 0.5

    class Point:
        def __init__(self, x):
            self.x = x

    structure = structure_of(Point(1.5))
    assert leaf_values(Point(2.5), structure) == leaf_values((2.5,), structure) == [2.5]


def test_structures_of_other_values():
    """What holds nothing floating becomes no_adjoint."""
    assert with_leaves(STRUCTURE, iter("ab")) == {"w": "a", "n": no_adjoint, "b": ("b", no_adjoint)}


def test_combinations():
    """Zeros but for the numbers named, in the types of the leaves."""
    made = combination(STRUCTURE, {Place(0, (0, 1)): 2.0})
    assert made["w"].tolist() == [[0.0, 2.0], [0.0, 0.0]]
    assert made["w"].dtype == np.float32
    assert type(made["b"][0]) is float
