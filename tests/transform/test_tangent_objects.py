"""Tangents of objects."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from cladpy import check_gradient
from tests.forward_texts import body


class Pair(NamedTuple):
    left: object
    right: object = 2.0


@dataclass(frozen=True)
class Layer:
    weight: object
    bias: object = 0.5
    name: str = "layer"


class Vector:
    def __init__(self, x, y):
        self.x = x
        self.y = y
        self.scale = 3.0


def test_tangents_are_objects_of_the_same_class():
    """Constructed alike where the constructor only stores; what is left to its default has a zero tangent."""
    pair = body("def f(x):\n    p = Pair(x * 2)\n    return p.left * p.right\n", (1.5,), Pair=Pair)
    assert "t_p = Pair(t_1, right=0.0)\n" in pair
    layer = body("def f(x):\n    p = Layer(x, bias=x)\n    return p.weight * p.bias\n", (1.5,), Layer=Layer)
    assert 't_p = Layer(t_x, bias=t_x, name="layer")\n' in layer


def test_objects_with_a_constructor():
    """They are made without it: it may set fields of its own, of which the tangent is zero."""
    text = body("def f(x):\n    v = Vector(x, x)\n    return v.x * v.scale\n", (1.5,), Vector=Vector)
    assert "t_v = object_of(Vector, x=t_x, y=t_x, scale=0.0)\n" in text


def test_programs():
    """Objects of each kind, in a loop and nested."""

    def program(x, w):
        p = Pair(x, w)
        for _ in range(2):
            p = Pair(p.left * p.right, p.right + p.left)
        q = Layer(p, Vector(w, p.left))
        return q.weight.left * q.bias.x * q.bias.scale + q.bias.y

    check_gradient(program, (1.5, np.float64(0.25)))
