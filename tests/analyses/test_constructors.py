"""What constructors fill objects with."""

import inspect

import gast
import pytest

from cladpy import CladpyError, check_gradient
from cladpy.analyses.constructors import bound_arguments, plain_fields


class Point:
    def __init__(self, x, y=0.0):
        self.x, self.y = x, y


class Circle(Point):
    def __init__(self, x, radius):
        """Lie on the axis."""
        super().__init__(x, y=1.0)
        self.radius = radius
        self.kind = "circle"


class Wheel(Circle):
    def __init__(self, radius, x):
        self.x = 5.0
        super().__init__(x, radius)


class Computing(Point):
    def __init__(self, x):
        super().__init__(x * 2)


class Late(Point):
    def __init__(self, x):
        super().__init__(x)
        self.y += 1.0


class Squared:
    def __init__(self, side):
        self.side = side

    @property
    def side(self):
        return self.area**0.5

    @side.setter
    def side(self, value):
        self.area = value * value


def fields(cls, *names):
    """Return the names of what a class's fields are filled with."""
    arguments = [gast.Name(name, gast.Load(), None, None) for name in names]
    found = plain_fields(cls, cls.__init__, inspect.signature(cls), arguments, {})
    return None if found is None else {k: getattr(v, "id", getattr(v, "value", None)) for k, v in found.items()}


def test_fields_are_those_of_the_bases_too():
    """In the order of the stores; the last one counts."""
    assert fields(Point, "a") == {"x": "a", "y": 0.0}
    assert fields(Circle, "a", "r") == {"x": "a", "y": 1.0, "radius": "r", "kind": "circle"}
    assert fields(Wheel, "r", "a") == {"x": "a", "y": 1.0, "radius": "r", "kind": "circle"}


def test_what_computes_is_not_plain():
    """It is written out in place of the call."""
    assert fields(Computing, "a") is None
    assert fields(Late, "a") is None
    assert fields(Squared, "a") is None


def test_arguments_that_do_not_fit_are_refused():
    """As Python would."""
    with pytest.raises(CladpyError, match="C115"):
        bound_arguments(inspect.signature(Point), [], {})


def objects_of_several_classes(a, b):
    total = 0.0
    for each in [Point(a, b), Circle(b, a), Wheel(a * b, b)]:
        total = total * each.x + each.y + (each.radius if hasattr(each, "radius") else a)
    return total


def one_of_two_classes(a, b):
    shape = Circle(a, b) if a > 0 else Wheel(a, b)
    shape.x = shape.x * shape.radius
    return shape.x * shape.y


def by_a_setter(a, b):
    return Squared(a * b).area


@pytest.mark.parametrize("function", [objects_of_several_classes, one_of_two_classes, by_a_setter])
def test_gradients_through_constructors_of_bases(function):
    """In lists, and where a branch decides."""
    check_gradient(function, (0.7, 1.3))
