"""Values of any structure, seen as their leaves."""

from collections import OrderedDict
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest

from cladpy import no_adjoint
from cladpy.testing.structures import arrays, children, identical, leaves, mapped


class Pair(NamedTuple):
    left: float
    right: object


@dataclass(frozen=True)
class Layer:
    weight: float
    name: str = "layer"


class Plain:
    def __init__(self, value):
        self.value = value


STRUCTURE = {"p": Pair(1.0, [2.0, 3]), "q": (Layer(4.0), Plain(np.array([5.0, 6.0]))), "r": None, "f": np.sum}


def test_leaves_have_paths():
    """A path is what one would type to read the leaf."""
    assert [path for path, _ in leaves(STRUCTURE, "s")] == [
        "s['p'].left",
        "s['p'].right[0]",
        "s['q'][0].weight",
        "s['q'][1].value",
    ]


def test_mapped_keeps_the_structure():
    """Types, keys and what is not floating stay, and the original is not touched."""
    doubled = mapped(lambda leaf: 2 * leaf, STRUCTURE)
    assert [float(np.sum(leaf)) for _, leaf in leaves(doubled)] == [2.0, 4.0, 8.0, 22.0]
    assert isinstance(doubled["p"], Pair)
    assert doubled["q"][0] == Layer(8.0)
    assert doubled["p"].right[1] == 3
    assert STRUCTURE["q"][1].value.tolist() == [5.0, 6.0]


def test_dictionary_of_another_class_keeps_it():
    """A dict's subclass and its order are kept."""
    assert mapped(lambda leaf: -leaf, OrderedDict(b=1.0, a=2.0)) == OrderedDict(b=-1.0, a=-2.0)


@pytest.mark.parametrize("leaf", [1.0, "text", None, np.ones(2), np.float32(1), len, np, no_adjoint, Plain, np.add])
def test_leaves_have_no_children(leaf):
    """Numbers, text and code are not taken apart."""
    assert children(leaf) is None


def test_arrays_are_found_in_any_depth():
    """Empty ones are left out: they share memory with nothing."""
    assert [array.tolist() for array in arrays([STRUCTURE, np.zeros(0)])] == [[5.0, 6.0]]


@pytest.mark.parametrize(
    ("value", "other"),
    [
        (1.0, 1),
        (1.0, np.float64(1.0)),
        (0.0, -0.0),
        (np.ones(2), np.ones(2, np.float32)),
        (np.ones(2), np.ones((1, 2))),
        ([1.0], (1.0,)),
        ([1.0], [1.0, 2.0]),
        ({"a": 1.0}, {"b": 1.0}),
        ("a", "b"),
        (Plain(1.0), Plain(2.0)),
    ],
)
def test_different_values_are_not_identical(value, other):
    """To the last bit means the sign of zero too."""
    assert not identical(value, other)


@pytest.mark.parametrize("value", [float("nan"), np.array([np.nan, 1.0]), STRUCTURE, 3, np.array([None, 1])])
def test_value_is_identical_to_itself(value):
    """A value that has not changed is the same, NaN included."""
    assert identical(value, mapped(lambda leaf: leaf, value))
