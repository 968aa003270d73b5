"""What objects of the user's classes do."""

import dataclasses
from collections import namedtuple

import gast
import numpy as np
import pytest

from cladpy import CladpyError, check_gradient, gradient, pushforward
from cladpy.analyses.facts_of_values import fact_of
from cladpy.analyses.objects import (
    builtin_method,
    class_defaults,
    class_of,
    constructed_fields,
    method_of,
    operator_method,
    property_of,
)
from cladpy.ir.expressions import name, parse
from cladpy.ir.fact import FLOAT
from tests.stages import print_tree

Pair = namedtuple("Pair", "left right", defaults=[1.0])  # noqa: PYI024  one without annotations, too


class Vec:
    """Three ways to define an operator, a property, and two methods."""

    def __init__(self, x, y=0.0):
        self.x = x
        self.y, self.kind = y, "vec"

    def __add__(self, other):
        return Vec(self.x + other.x)

    def __rmul__(self, k):
        return Vec(self.x * k)

    def __sub__(self, other):
        return NotImplemented if isinstance(other, str) else self

    @property
    def length(self):
        return abs(self.x)

    @staticmethod
    def zero():
        return Vec(0.0)


@dataclasses.dataclass
class Layer:
    w: float
    b: float = 0.5


@dataclasses.dataclass
class Checked:
    w: float

    def __post_init__(self):
        self.w = abs(self.w)


@dataclasses.dataclass
class Made:
    w: float
    rows: list = dataclasses.field(default_factory=list)


class Computing:
    def __init__(self, x):
        self.x = x * 2


class Branching:
    def __init__(self, x):
        if x:
            self.x = x


class Outside:
    def __init__(self, x):
        x.owner = self


class New:
    def __new__(cls, x):
        return object.__new__(cls)

    def __init__(self, x):
        self.x = x


class Longer(Vec):
    """Python asks the reflected method of a subclass before the left operand's own."""

    def __radd__(self, other):
        return other

    def __abs__(self):
        return self.x


class Sequence(Vec):
    """NumPy makes an array of it."""

    def __len__(self):
        return 1


class Priority(Sequence):
    __array_ufunc__ = None


VEC = fact_of(Vec(1.0), "v")
LONGER = fact_of(Longer(1.0), "v")
SEQUENCE = fact_of(Sequence(1.0), "v")
PRIORITY = fact_of(Priority(1.0), "v")
ARRAY = fact_of(np.ones(3), "a")
SCALAR = fact_of(np.float64(1.0), "s")


def test_methods_and_properties_are_found_on_the_class():
    """Plain functions only; a number has no class of the user's."""
    assert class_of(VEC) is Vec
    assert class_of(fact_of(Pair(1.0), "p")) is Pair
    assert class_of(FLOAT) is None
    assert method_of(VEC, "__add__") is Vec.__add__
    assert [method_of(VEC, word) for word in ("zero", "length", "nothing")] == [None, None, None]
    assert property_of(VEC, "length") is Vec.length.fget
    assert property_of(VEC, "x") is None
    assert method_of(FLOAT, "__add__") is None


def called(operator, *facts):
    """Return the method that an operator calls, and its arguments."""
    operands = [name(f"a{k}") for k in range(len(facts))]
    found = operator_method(operator, operands, facts)
    return found and (found[0].__name__, [operand.id for operand in found[1]])


@pytest.mark.parametrize(
    ("operator", "facts", "expected"),
    [
        (gast.Add, (VEC, VEC), ("__add__", ["a0", "a1"])),
        (gast.Mult, (FLOAT, VEC), ("__rmul__", ["a1", "a0"])),
        (gast.Mult, (VEC, VEC), ("__rmul__", ["a1", "a0"])),
        (gast.Mult, (VEC, FLOAT), None),
        (gast.Sub, (VEC, VEC), None),
        (gast.USub, (VEC,), None),
        (gast.LShift, (VEC, VEC), None),
        (gast.Add, (FLOAT, FLOAT), None),
        (gast.Add, (VEC, LONGER), ("__radd__", ["a1", "a0"])),
        (gast.Add, (LONGER, VEC), ("__add__", ["a0", "a1"])),
        (gast.Mult, (fact_of(2.0, "k"), SEQUENCE), ("__rmul__", ["a1", "a0"])),
        (gast.Mult, (SCALAR, VEC), ("__rmul__", ["a1", "a0"])),
        (gast.Mult, (SCALAR, SEQUENCE), None),
        (gast.Mult, (SCALAR, PRIORITY), ("__rmul__", ["a1", "a0"])),
        (gast.Mult, (ARRAY, VEC), None),
        (gast.Mult, (ARRAY, PRIORITY), ("__rmul__", ["a1", "a0"])),
    ],
)
def test_operators_of_objects(operator, facts, expected):
    """The left one's method, else the right one's reflected; none where one may decline, or another may go first."""
    assert called(operator, *facts) == expected


def test_builtins_of_objects():
    """They call a method of the class."""
    assert builtin_method(abs, [LONGER]) is Longer.__abs__
    assert builtin_method(abs, [VEC]) is None
    assert builtin_method(abs, [FLOAT]) is None
    assert builtin_method(max, [LONGER]) is None
    assert builtin_method(abs, []) is None


def fields(cls, *arguments, **keywords):
    """Return the fields that a constructor fills, as text."""
    found = constructed_fields(cls, [parse(each) for each in arguments], {k: parse(v) for k, v in keywords.items()})
    return None if found is None else {key: print_tree(value) for key, value in found.items()}


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (fields(Layer, "a"), {"w": "a", "b": "0.5"}),
        (fields(Layer, b="c", w="a"), {"w": "a", "b": "c"}),
        (fields(Pair, "a"), {"left": "a", "right": "1.0"}),
        (fields(Vec, "a"), {"x": "a", "y": "0.0", "kind": '"vec"'}),
        (fields(Checked, "a"), None),
        (fields(Made, "a"), None),
        (fields(Computing, "a"), None),
        (fields(Branching, "a"), None),
        (fields(Outside, "a"), None),
        (fields(New, "a"), None),
        (fields(object), None),
    ],
)
def test_constructors(found, expected):
    """Dataclasses, named tuples, and classes that only store their parameters; what does more is not followed."""
    assert found == expected


def test_a_constructor_with_wrong_arguments_is_an_error():
    """As it would be when it runs."""
    with pytest.raises(CladpyError) as caught:
        fields(Layer)
    assert caught.value.code == "C115"


# ---- attributes that the class gives ----


class Meter:
    total, best, unit = 3.0, None, "m"

    def __init__(self, rate):
        self.rate = rate

    def add(self, v):
        self.total += v * self.rate
        if self.best is None or v > self.best:
            self.best = v
        return self


class Bare:
    total = 0.5


class Fine(Meter):
    total = 1.0


def added(x, p):
    m = Meter(p)
    return m.add(x[0]).add(x[1]).total * m.best


def in_a_loop(x, p):
    m = Fine(p)
    for v in x:
        m.add(v)
    return m.total * m.best


def from_outside(x, p):
    a, b = Bare(), Bare()
    a.total += p
    for v in x:
        a.total = a.total * v
    return a.total * x[0] + b.total * p


def on_one_path(x, p):
    m = Meter(p)
    if x[0] > 0:
        m.total = x[0] * p
    return m.total * x[1]


def under_two_names(x, p):
    a = Bare()
    b = a
    b.total *= p
    return a.total * x[0] * (2.0 if a.total > 0 else 1.0)


@pytest.mark.parametrize("function", [added, in_a_loop, from_outside, on_one_path, under_two_names])
def test_what_a_class_gives_holds_until_an_object_stores_its_own(function):
    """The value is read off the class before, in both modes; the tangent of what it gives is zero, whatever it is."""
    check_gradient(function, (np.array([0.4, 0.9]), 0.7), variants=("pushforward",))


def test_what_a_class_gives_is_read_when_it_runs(monkeypatch):
    """Another value of the same kind is no other program."""
    derivative = gradient(from_outside, "p")
    x = np.array([0.4, 0.9])
    before = derivative(x, 0.7)
    monkeypatch.setattr(Bare, "total", 2.5)
    assert derivative(x, 0.7) == pytest.approx(before + 2.0)


def test_literals_of_classes():
    """Those of bases too; not what is computed or called, nor the defaults of a dataclass."""

    @dataclasses.dataclass
    class Point:
        x: float = 1.0

    assert {key: value.value for key, value in class_defaults(Fine).items()} == {
        "total": 1.0,
        "best": None,
        "unit": "m",
    }
    assert not class_defaults(Point)


def test_attributes_that_nothing_sets_are_refused():
    """Of an argument the class's own are not known to be its objects'."""

    def grown(m, p):
        m.total += p
        return m.total * 2.0

    for ask in (gradient, pushforward):
        with pytest.raises(CladpyError, match="that nothing is seen to set") as caught:
            ask(grown, "p")(*(Meter(1.0), 0.7, 1.0)[: 2 + (ask is pushforward)])
        assert caught.value.code == "C207"
