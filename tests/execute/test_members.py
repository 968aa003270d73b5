"""Which members of classes a plan was made from."""

import dataclasses

import numpy as np
import pytest

from cladpy import gradient
from cladpy.execute.members import Member, function_of, members_used


class Base:
    def inherited(self):
        return 1.0


class Model(Base):
    def __init__(self):
        self.weight = 2.0

    def used(self):
        return self.weight

    def unused(self):
        return 3.0

    @property
    def size(self):
        return 4.0

    @classmethod
    def make(cls):
        return cls()

    @staticmethod
    def free():
        return 5.0


def functions(*names):
    return {function_of(vars(Model).get(name) or vars(Base)[name]) for name in names}


def test_methods_of_the_objects_among_the_arguments():
    """Those that were read, wherever in its class or a base the function is defined."""
    used = members_used([{"m": [Model()]}], functions("used", "inherited", "size", "free", "make"))
    assert {member.name for member in used} == {"used", "inherited", "size", "free", "make"}
    assert {member.owner for member in used} == {Model}
    assert Member(Model, "used", Model.used) in used


def test_constructors_of_the_classes_among_the_globals():
    """A class that is called was read by its constructor."""
    assert [member.name for member in members_used([], set(), [Model])] == ["__init__"]
    assert members_used([Model()], set()) == ()
    assert members_used([np, 1.0, np.ones(2)], set(), [float, np.ndarray]) == ()


def test_functions_behind_members():
    """Getters, and what static and class methods wrap."""
    assert function_of(vars(Model)["size"]) is Model.size.fget
    assert function_of(vars(Model)["free"]) is Model.free
    assert function_of(vars(Model)["make"]) is Model.make.__func__
    assert function_of(2.0) is None


@dataclasses.dataclass
class Vector:
    x: float
    y: float

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    @property
    def length_squared(self):
        return self.x * self.x + self.y * self.y


def energy(v, w):
    return (v + w).length_squared


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("length_squared", property(lambda self: self.x * 5.0)),
        ("__add__", lambda self, other: Vector(self.x * 5.0, 0.0)),
    ],
)
def test_a_changed_member_is_planned_anew(name, changed, monkeypatch):
    """Properties and operators."""
    d_energy = gradient(energy, "v")
    assert d_energy(Vector(1.0, 2.0), Vector(3.0, 4.0)) == Vector(8.0, 12.0)
    monkeypatch.setattr(Vector, name, changed)
    expected = Vector(5.0, 0.0) if name == "length_squared" else Vector(50.0, 0.0)
    assert d_energy(Vector(1.0, 2.0), Vector(3.0, 4.0)) == expected
    monkeypatch.undo()
    assert d_energy(Vector(1.0, 2.0), Vector(3.0, 4.0)) == Vector(8.0, 12.0)
