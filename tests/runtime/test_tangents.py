"""Tangents of values of unknown kind, and zeros of structures."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest

from cladpy.runtime import as_tangent, object_of, zero_tangent


class Pair(NamedTuple):
    left: object
    right: object


@dataclass(frozen=True)
class Frozen:
    weight: object
    count: int


class Checked:
    def __init__(self, size):
        if size < 0:
            raise ValueError(size)
        self.size = size


@pytest.mark.parametrize(
    ("value", "kind"),
    [(2.0, float), (np.float32(2.0), np.float32), (np.ones(2), np.ndarray), (3, float), (1j, complex)],
)
def test_a_tangent_is_of_the_kind_of_its_value(value, kind):
    """Also where the value can have none: then it is zero."""
    made = as_tangent(1.5, value)
    assert type(made) is kind
    assert np.shape(made) == np.shape(value)
    assert np.all(made == (0.0 if isinstance(value, int) else 1.5))


def test_a_whole_array_has_a_zero_tangent():
    """In floating point, so that it can be added to."""
    assert as_tangent(1.5, np.arange(2)).tolist() == [0.0, 0.0]
    assert zero_tangent(np.arange(2)).dtype == float


def test_zeros_have_the_structure_of_their_value():
    """What is no number stays, so that it can be gone through alike; an integer may yet become part of an array."""
    made = zero_tangent({"p": Pair(np.ones(2), [1.5, None]), "q": Frozen(2.0, 3), "r": (np.arange(2), True)})
    assert made["p"].left.tolist() == [0.0, 0.0]
    assert made["p"].right == [0.0, None]
    assert made["q"] == Frozen(0.0, 0.0)
    assert made["r"][0].tolist() == [0.0, 0.0]
    assert made["r"][1] == 0.0


def test_zeros_of_an_array_own_their_storage():
    """A view's too, in its layout."""
    view = np.ones((3, 4), np.float32)[:, 1:].T
    made = zero_tangent(view)
    assert made.base is None
    assert (made.dtype, made.shape) == (np.float32, (3, 3))


def test_zeros_of_an_object():
    """Of its class, made without its constructor; a class or function is left as it is."""
    given = Checked(2.0)
    made = zero_tangent(given)
    assert (made.size, given.size) == (0.0, 2.0)
    assert zero_tangent([Checked, len]) == [Checked, len]


def test_an_object_is_made_without_its_constructor():
    """Which may refuse what a tangent is."""
    assert object_of(Checked, size=-1.0).size == -1.0
    assert object_of(Frozen, weight=1.0, count=2) == Frozen(1.0, 2)
