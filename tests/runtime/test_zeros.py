"""Constructing zero adjoints, and resetting them."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest

from cladpy.runtime.no_adjoint import no_adjoint
from cladpy.runtime.zeros import zero_init, zero_like


class Pair(NamedTuple):
    """A named tuple of an array and a number."""

    left: object
    right: object


@dataclass(frozen=True, slots=True)
class Layer:
    """A frozen dataclass that refuses zeros in its constructor."""

    weight: object
    name: str = "layer"

    def __post_init__(self):
        """Refuse what zero_like would construct."""
        if not np.any(self.weight):
            raise ValueError


def readonly():
    """Return an array that cannot be written."""
    x = np.ones(3)
    x.flags.writeable = False
    return x


@pytest.mark.parametrize(
    "value",
    [
        np.ones((2, 3)),
        np.ones((2, 3), np.float32).T,
        np.ones(6)[::2],
        np.array(2.0),
        np.ones((0, 3)),
        readonly(),
        np.broadcast_to(1.0, (2, 2)),
        np.ones(2, np.complex64),
    ],
    ids=["array", "transposed", "strided", "0-d", "empty", "read-only", "broadcast", "complex"],
)
def test_zero_of_an_array_has_its_shape_and_dtype_and_its_own_storage(value):
    """Writable, also where the value is a view or cannot be written."""
    zero = zero_like(value)
    assert (zero.shape, zero.dtype) == (value.shape, value.dtype)
    assert not zero.any()
    assert zero.flags.writeable
    assert zero.flags.owndata
    assert not np.shares_memory(zero, value)


@pytest.mark.parametrize("value", [1.5, 2j, np.float32(3), np.float64(3)])
def test_zero_of_a_number_has_its_type(value):
    """Python's and NumPy's."""
    assert (type(zero_like(value)), zero_like(value)) == (type(value), 0)


@pytest.mark.parametrize("value", [3, True, "text", None, np.int64(3), np.arange(3), np.bool_(True), abs, Pair])
def test_what_holds_nothing_floating_has_no_adjoint(value):
    """Integers, masks, texts, functions, classes."""
    assert zero_like(value) is no_adjoint


def test_zero_of_a_structure_has_the_structure():
    """Lists, tuples, named tuples, dicts, dataclasses."""
    value = {"a": [1.5, (np.ones(2), 3)], "p": Pair(2.0, "x")}
    zero = zero_like(value)
    assert zero["a"][0] == 0.0
    assert zero["a"][1][0].tolist() == [0.0, 0.0]
    assert zero["a"][1][1] is no_adjoint
    assert zero["p"] == Pair(0.0, no_adjoint)


def test_zero_of_a_dataclass_is_not_checked_by_its_constructor():
    """A zero weight is no weight, but a good adjoint."""
    zero = zero_like(Layer(np.ones(2)))
    assert type(zero) is Layer
    assert zero.weight.tolist() == [0.0, 0.0]
    assert zero.name is no_adjoint


def test_reset_clears_in_place():
    """The handles stay the same, and so does no_adjoint."""
    array, inner = np.ones(2), [1.5, no_adjoint]
    adjoint = {"a": array, "b": inner, "c": (array[:1],), "d": np.float32(2)}
    zero_init(adjoint)
    assert array.tolist() == [0.0, 0.0]
    assert adjoint["b"] is inner
    assert inner == [0.0, no_adjoint]
    assert (type(adjoint["d"]), adjoint["d"]) == (np.float32, 0)


def test_reset_of_a_dataclass_replaces_its_numbers():
    """Frozen ones too: an adjoint is cladpy's own object."""
    adjoint = Layer(1.5, np.ones(2))
    zero_init(adjoint)
    assert (adjoint.weight, adjoint.name.tolist()) == (0.0, [0.0, 0.0])


@pytest.mark.parametrize("adjoint", [1.5, (np.ones(2), 1.5), "text"])
def test_number_that_cannot_be_stored_is_refused(adjoint):
    """It has no storage."""
    with pytest.raises(TypeError, match=r"\[C404\]"):
        zero_init(adjoint)
