"""What an object keeps in its dictionary and in slots."""

from fractions import Fraction

from cladpy.runtime.attributes import attributes_of, slots_of


class Point:
    """Two slots, one of them private."""

    __slots__ = ("__hidden", "x")

    def __init__(self, x):
        self.x = x
        self.__hidden = 2.0


class Named(Point):
    """A dictionary beside the slots."""


def test_attributes_in_slots_and_dictionaries_are_found():
    """Slots of the bases come first, those that are not set are left out."""
    named = Named(1.0)
    named.name = "n"
    assert list(attributes_of(named).items()) == [("_Point__hidden", 2.0), ("x", 1.0), ("name", "n")]
    assert attributes_of(object.__new__(Point)) == {}


def test_what_has_no_attributes_gives_none():
    """Numbers have none, and the slots of the standard library are no business of ours."""
    assert attributes_of(1.0) is None
    assert slots_of(Fraction) == ()
