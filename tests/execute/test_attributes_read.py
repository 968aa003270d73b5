"""What a primal reads of its objects, from the text and from the value."""

import dataclasses
import types
from typing import NamedTuple

import gast
import numpy as np
import pytest

from cladpy import gradient
from cladpy.execute.attributes_read import attributes_read, read_of


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return m.w * m.b", {"w", "b"}),
        ("return m.layer.w", {"layer"}),
        ("m.w = 2.0", {"w"}),
        ("return 1.0", set()),
        ("return [m.w for _ in range(3)]", {"w"}),
        ("return (lambda: m.w)()", {"w"}),
        ("return f(m)", None),
        ("other = m\n    return other.w", None),
        ("return m.w + m[0]", None),
        ("return [m.w, m]", None),
    ],
)
def test_attributes_of_a_parameter(body, expected):
    """Everything, where the object itself is used for anything but reading an attribute."""
    tree = gast.parse(f"def primal(m, x):\n    {body}").body[0]
    assert attributes_read(tree, ("m",)) == {"m": None if expected is None else frozenset(expected)}


class Pair(NamedTuple):
    a: float


@dataclasses.dataclass
class Data:
    a: float


class Model:
    rate = 1.0

    def __init__(self):
        self.a = 2.0

    @property
    def double(self):
        return 2.0 * self.a

    def method(self):
        return self.a


@pytest.mark.parametrize(
    ("value", "read", "expected"),
    [
        (Model(), {"a"}, {"a"}),
        (Data(1.0), {"a"}, {"a"}),
        (types.SimpleNamespace(a=1.0, b=2.0), {"a"}, {"a"}),
        (types.SimpleNamespace(a=1.0), set(), set()),
        (Model(), {"a", "method"}, None),
        (Model(), {"double"}, None),
        (Model(), {"rate"}, None),
        (Model(), {"missing"}, None),
        (Pair(1.0), {"a"}, None),
        ({"a": 1.0}, {"a"}, None),
        (np.ones(2), {"shape"}, None),
        (2.0, {"real"}, None),
        (np, {"sum"}, None),
        (Model, {"rate"}, None),
    ],
)
def test_what_is_read_of_a_value(value, read, expected):
    """An object whose own attributes these are; methods and properties may read anything."""
    assert read_of(value, frozenset(read)) == (None if expected is None else frozenset(expected))
    assert read_of(value, None) is None


def test_what_is_not_read_is_no_part_of_the_signature():
    """An object that keeps a history is planned for once."""

    def loss(model, x):
        return x * x * model.a

    model = Model()
    model.history = []
    d_loss = gradient(loss, "x")
    assert d_loss(model, 3.0) == 12.0
    first = d_loss._plans.latest
    for step in range(5):
        model.history.append(step)
        assert d_loss(model, 3.0) == 12.0
    assert d_loss._plans.latest is first
    model.a = np.float32(1.0)
    assert d_loss(model, 3.0) == 6.0
    assert d_loss._plans.latest is not first


def test_a_selected_object_counts_as_a_whole():
    """Its adjoint has all its attributes."""

    def loss(model, x):
        return x * model.a

    model = Model()
    d_loss = gradient(loss, "model")
    assert vars(d_loss(model, 3.0)) == {"a": 3.0}
    model.b = 1.0
    assert vars(d_loss(model, 3.0)) == {"a": 3.0, "b": 0.0}
