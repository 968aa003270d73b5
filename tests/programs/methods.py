"""Objects: methods of all kinds, properties, inheritance, operators, dispatch on a value's class, copies."""

import copy
import dataclasses
import functools
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from tests.programs.corpus import program

X = np.array([0.7, -1.2, 0.4])


class Scale:
    """A layer with one number."""

    factor = 2.0

    def __init__(self, k):
        self.k = k

    def __call__(self, x):
        return x * self.k

    def with_class_attribute(self, x):
        return x * self.k * self.factor

    @classmethod
    def unit(cls):
        return cls(1.0)

    @classmethod
    def scaled(cls, x):
        return x * cls.factor

    @staticmethod
    def halved(x):
        return x * 0.5

    @property
    def squared(self):
        return self.k * self.k


class Shift(Scale):
    """A layer that adds instead."""

    def __call__(self, x):
        return x + self.k


class Both(Scale):
    """A layer that uses its base's method."""

    def __init__(self, k, b):
        super().__init__(k)
        self.b = b

    def __call__(self, x):
        return super().__call__(x) + self.b

    @property
    def squared(self):
        return super().squared + self.b


class Tanh:
    """A layer without parameters."""

    def __call__(self, x):
        return np.tanh(x)


@dataclass(frozen=True)
class Vector:
    """A vector of the plane."""

    x: float
    y: float = 0.0

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __sub__(self, other):
        return Vector(self.x - other.x, self.y - other.y)

    def __mul__(self, k):
        return Vector(self.x * k, self.y * k)

    __rmul__ = __mul__

    def __neg__(self):
        return Vector(-self.x, -self.y)

    def __matmul__(self, other):
        return self.x * other.x + self.y * other.y

    def __getitem__(self, k):
        return self.x if k == 0 else self.y

    def __len__(self):
        return 2

    def __abs__(self):
        return np.sqrt(self @ self)

    def __eq__(self, other):
        return self.x == other.x and self.y == other.y

    def __lt__(self, other):
        return self @ self < other @ other

    def __bool__(self):
        return bool(self.x or self.y)

    def __hash__(self):
        return 0

    @property
    def norm(self):
        return np.sqrt(self @ self)

    @functools.cached_property
    def doubled(self):
        return 2 * (self.x + self.y)


class Pair(NamedTuple):
    left: object
    right: object = 0.5

    def product(self):
        return self.left * self.right


@dataclass
class Leaf:
    value: float


@dataclass
class Node:
    left: object
    right: object
    weight: float = 1.0


def evaluate(tree):
    if isinstance(tree, Leaf):
        return tree.value * tree.value
    return tree.weight * evaluate(tree.left) + evaluate(tree.right)


def nested_sum(value):
    if isinstance(value, (list, tuple)):
        s = 0.0
        for item in value:
            s = s + nested_sum(item) * 0.5
        return s
    return value * value


def matched(tree):
    match tree:
        case Leaf(value):
            return value * value
        case Node(left=Leaf(a), right=r):
            return a * matched(r)
        case Node(l, r, weight=w):
            return w * (matched(l) + matched(r))


@program(Scale(0.7), 1.3)
def callable_object(layer, x):
    return layer(x) * layer(x * x)


@program(Scale(0.7), 1.3)
def class_attribute(layer, x):
    return layer.with_class_attribute(x) * layer.factor


@program(Scale(0.7), 1.3)
def static_method(layer, x):
    return layer.halved(x) * Scale.halved(x) * layer.k


@program(Scale(0.7), 1.3)
def class_method(layer, x):
    return layer.scaled(x) * Scale.scaled(x) * layer.k


@program(1.3)
def class_method_that_constructs(x):
    return Scale.unit()(x) * x


@program(Scale(0.7), 1.3)
def property_of_an_object(layer, x):
    return layer.squared * x + layer.k


@program(Both(0.7, 0.2), 1.3)
def super_call(layer, x):
    return layer(x) * layer.squared


@program(0.7, 1.3)
def constructed_with_super(k, x):
    layer = Both(k, x)
    return layer(x) + layer.b


@program((Scale(0.7), Tanh(), Shift(0.4)), 1.3)
def tuple_of_different_layers(layers, x):
    for layer in layers:
        x = layer(x)
    return x


@program([Scale(0.7), Scale(0.2), Shift(0.4)], X)
def list_of_different_layers(layers, x):
    for layer in layers:
        x = layer(x)
    return np.sum(x * x)


@program([Scale(0.7), Scale(0.2)], X)
def list_of_like_layers(layers, x):
    for layer in layers:
        x = layer(x)
    return np.sum(x * x)


@program([Scale(0.7), Tanh(), Shift(0.4)], X)
def different_layers_by_index(layers, x):
    for k in range(len(layers)):
        x = layers[k](x)
    return np.sum(x)


@program([Scale(0.7), Tanh(), Shift(0.4)], X)
def different_layers_enumerated(layers, x):
    for k, layer in enumerate(layers):
        x = layer(x) * (k + 1)
    return np.sum(x)


@program({"a": Scale(0.7), "b": Tanh(), "c": Shift(0.4)}, 1.3)
def dict_of_different_layers(layers, x):
    for layer in layers.values():
        x = layer(x)
    return x


@program(0.7, 1.3)
def layers_made_here(k, x):
    for layer in (Scale(k), Tanh(), Shift(k)):
        x = layer(x)
    return x


@program(Scale(0.7), 1.3)
def dispatch_by_isinstance(layer, x):
    if isinstance(layer, Shift):
        return x + layer.k
    if isinstance(layer, Scale):
        return x * layer.k * layer.k
    return x


@program(0.7, 1.3)
def object_of_either_class(k, x):
    layer = Scale(k) if x > 1 else Shift(k)
    return layer(x) * x


@program(0.7, 1.3)
def bound_method_as_a_value(k, x):
    f = Scale(k).with_class_attribute
    return f(x) * f(x * x)


@program(Vector(0.7, 0.2), Vector(1.3, -0.4))
def operators_of_a_class(a, b):
    c = 2 * a + b * 0.5 - a
    return (c @ b) + (-c).x * c.y


@program(Vector(0.7, 0.2), Vector(1.3, -0.4))
def more_operators_of_a_class(a, b):
    return a[0] * b[1] + len(a) * abs(b) + a.norm + a.doubled


@program(Vector(0.7, 0.2), Vector(1.3, -0.4))
def comparisons_of_a_class(a, b):
    if a == b:
        return a.x
    if a < b and b:
        return a.x * b.x
    return a.y


@program(Vector(0.7, 0.2), 1.3)
def vector_in_a_loop(v, k):
    total = Vector(0.0)
    for _ in range(3):
        total = total + v * k
        v = v + total * 0.1
    return total.x * total.y


@program([Vector(0.7, 0.2), Vector(1.3, -0.4)])
def list_of_vectors(vs):
    total = Vector(0.0, 0.0)
    for v in vs:
        total = total + v * v.x
    return total.x + total.y


class Timed(Vector):
    """Its reflected method goes before the left operand's own."""

    def __radd__(self, other):
        return Timed(other.x * self.x, other.y)

    def __float__(self):
        return self.x * self.y


@program(Vector(0.7, 0.2), Timed(1.3, -0.4))
def reflected_method_of_a_subclass(v, w):
    return (v + w).x * (w + v).y


@program(Vector(0.7, 0.2), Timed(1.3, -0.4))
def builtins_of_objects(v, w):
    return abs(v) * float(w) + abs(v - w)


@program([Vector(0.7, 0.2), Vector(1.3, -0.4)])
def sum_of_vectors(vs):
    total = sum(vs, Vector(0.0, 0.0))
    return total.x * total.y


@program(Vector(0.7, 0.2), 1.3)
def dataclass_replaced(v, k):
    w = dataclasses.replace(v, x=k * v.y)
    return w.x * w.y * v.x


@program(Pair(0.7, 0.2), 1.3)
def named_tuple_replaced(p, k):
    q = p._replace(left=k * p.right)
    return q.left * q.right + p.product()


@program(0.7, 1.3)
def named_tuple_made(a, b):
    p = Pair(a * b)
    q = Pair(right=a, left=b)
    left, right = q
    return p.left * p.right + left * right + q.product()


@program(0.7, 1.3)
def dataclass_made(a, b):
    v = Vector(a * b)
    w = Vector(y=a, x=b)
    return v.x * w.y + w.x + v.y


@program(Vector(0.7, 0.2))
def dataclass_fields(v):
    return sum(dataclasses.astuple(v)) * dataclasses.asdict(v)["x"]


@program(Vector(0.7, 0.2), 1.3)
def copied_object(v, k):
    w = copy.copy(v)
    return w.x * k + v.y


@program(Vector(0.7, 0.2))
def getattr_by_name(v):
    return getattr(v, "x") * getattr(v, "z", 2.0) + (v.y if hasattr(v, "y") else 0.0)


@program(Node(Node(Leaf(0.7), Leaf(0.2), 3.0), Leaf(1.3), 0.5))
def tree_of_objects(tree):
    return evaluate(tree)


@program(Node(Node(Leaf(0.7), Leaf(0.2), 3.0), Leaf(1.3), 0.5))
def tree_matched(tree):
    return matched(tree)


@program([1.3, (0.4, [0.9, 2.0]), 0.3])
def nested_lists_summed(p):
    return nested_sum(p)


@program((1.3, 0.4, 0.9))
def match_on_a_sequence(p):
    match p:
        case (a,):
            return a
        case (a, b):
            return a * b
        case (a, *rest):
            return a * rest[0] + rest[1]


@program({"kind": "scale", "k": 0.7}, 1.3)
def match_on_a_mapping(p, x):
    match p:
        case {"kind": "shift", "k": k}:
            return x + k
        case {"kind": "scale", "k": k}:
            return x * k * k
    return x


@program(1.3, 2, wrt="x", other=[(0.3, 5), (1.2, 1)])
def match_with_guards(x, n):
    match n:
        case 1 | 2 if x > 1:
            return x * x
        case k if k > 3:
            return x * k
        case _:
            return x


@program(Vector(0.7, 0.2))
def match_on_a_class(v):
    match v:
        case Vector(x=0.0):
            return v.y
        case Vector(x=a, y=b) if a > b:
            return a * a * b
        case Vector():
            return v.x


class Config:
    """Settings that are constants."""

    rate = 0.3

    class Inner:
        steps = 3


@program(1.3)
def attributes_of_a_class(x):
    for _ in range(Config.Inner.steps):
        x = x * Config.rate + x * x
    return x


@dataclass
class WithInit:
    a: float
    b: float = field(default=2.0)
    c: float = field(init=False)

    def __post_init__(self):
        self.c = self.a * self.b


@program(1.3)
def dataclass_with_post_init(x):
    w = WithInit(x * x)
    return w.c * w.a


@program(WithInit(1.3))
def dataclass_argument_with_post_init(w):
    return w.c * w.a
