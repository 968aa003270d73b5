"""A method with a body for each class is that of the argument's nearest class."""

import pytest

from cladpy.ir.by_class import MethodByClass


class Kinds:
    """Says of what kind a value is, and for whom."""

    def __init__(self, name):
        self.name = name

    @MethodByClass
    def of(self, value, *more):
        """Say that nothing is known."""
        return self.name, "other", *more

    @of.register
    def _(self, value: int, *more):
        return self.name, "int", *more

    @of.register(str)
    @of.register(bytes)
    def _(self, value):
        return self.name, "text"


@pytest.mark.parametrize(
    ("value", "kind"), [(1, "int"), (True, "int"), ("a", "text"), (b"a", "text"), (1.5, "other"), (None, "other")]
)
def test_the_body_of_the_nearest_class(value, kind):
    """A derived class has that of its base; without any it is the default."""
    assert Kinds("k").of(value) == ("k", kind)


def test_further_arguments_are_handed_on():
    """Only the first one decides."""
    assert Kinds("k").of(1, "a", 2) == ("k", "int", "a", 2)


def test_each_object_has_its_own():
    """What is found is kept by class of the argument, not by object."""
    assert [Kinds(name).of(1)[0] for name in "ab"] == ["a", "b"]


def test_a_body_that_comes_later_is_seen():
    """Registering forgets what was looked up before."""

    class Late:
        @MethodByClass
        def of(self, value):
            return "other"

    assert Late().of(1.5) == "other"
    Late.of.register(float)(lambda self, value: "float")
    assert Late().of(1.5) == "float"
