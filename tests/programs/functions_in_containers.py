"""Lists, tuples and dicts of functions: partial applications, methods, closures of factories; tables by any key."""

import enum
from dataclasses import dataclass
from functools import partial

import numpy as np

from tests.programs.corpus import program

X = np.array([0.5, 1.2, -0.4])


def affine(x, w, b=0.1):
    return x * w + b


def scaled_by(k):
    def scaled(v, b=1.0):
        return v * k + b

    return scaled


class Node:
    def __init__(self, weight):
        self.weight = weight

    def of(self, v, k=2.0):
        return v * k + self.weight


class Kind(enum.Enum):
    SQUARE = 1
    SINE = 2

    def of(self, v):
        return {Kind.SQUARE: lambda u: u * u, Kind.SINE: np.sin}[self](v)


class Order(enum.IntEnum):
    FIRST = 0
    SECOND = 1

    def of(self, v):
        return [lambda u: u * u, np.cos][self](v)


@dataclass
class Layer:
    weight: float
    kind: Kind = Kind.SINE

    def __call__(self, v):
        return self.kind.of(self.weight * v)


class Circle:
    def __init__(self, r):
        self.r = r


class Square:
    def __init__(self, a):
        self.a = a


class Visitor:
    def __init__(self, scale):
        self.scale = scale

    def visit(self, node):
        return getattr(self, f"visit_{type(node).__name__}")(node)

    def visit_Circle(self, node):
        return self.scale * node.r**2

    def visit_Square(self, node):
        return node.a**2 + self.scale


class Machine:
    def __init__(self, rate):
        self.rate = rate

    def run(self, steps, v):
        for step in steps:
            v = getattr(self, "do_" + step)(v)
        return v

    def do_grow(self, v):
        return v * self.rate

    def do_turn(self, v):
        return np.sin(v) + self.rate


def gathered(a, *rest, scale=1.0):
    return a * scale + sum(rest) * scale**2


@program(0.6, X, 1.3, other=((0.7, X[:2], 1.1),))
def partials_of_unknown_number(x, ws, v):
    fs = [partial(affine, w=z) for z in ws]
    fs.append(partial(affine, w=v * x))
    fs[0] = partial(affine, w=v)
    for f in fs[1:] + fs:
        x = f(x)
    return x * fs[-1](v)


@program(0.6, X, 1.3)
def partials_that_are_put_in_and_taken_out(x, ws, v):
    fs = []
    for z in ws:
        fs.append(partial(Node(z).of, k=v))
    fs.reverse()
    fs.insert(1, partial(Node(v).of, k=x))
    v = v * 2
    while fs:
        f = fs.pop()
        x = np.tanh(f(x)) * v
    return x


@program(0.6, 0.8, 1.3)
def partials_of_partials(x, w, v):
    fs = [partial(partial(affine, b=v), w=w)] * 2 + [partial(lambda b, u: u * b * v, x), partial(np.multiply, w)]
    v = v * 3
    for f in reversed(fs):
        x = f(x)
    return x * v


@program(0.6, 0.8, 1.3, 1, other=((0.6, 0.8, 1.3, 0),))
def partials_by_index_and_key(x, w, v, k):
    table = {"a": partial(affine, w=w), "b": partial(affine, w=v)}
    for name in ("a", "b", "a"):
        x = table[name](x)
    return [partial(affine, w=w), partial(affine, w=v, b=x)][k](x)


@program(0.6, X, other=((0.7, X[:2]),))
def closures_of_unknown_number(x, ws):
    fs = [(scaled_by(z), z) for z in ws]
    gs = {}
    for i, z in enumerate(ws):
        gs[i] = partial(scaled_by(z), b=x)
    for f, z in fs:
        x = f(x) * z
    return x + gs[0](x) + gs[1](x)


@program(0.6, X)
def late_and_early_captures(x, ws):
    fs, gs = [], []
    for z in ws:
        u = z * z
        fs.append(partial(lambda b, v: v * u + b, z))
        gs.append(lambda v, u=u: v * u + x)
    u = u * x
    for f, g in zip(fs, gs, strict=True):
        x = f(x) * g(u)
    return x


@program(0.6, 0.8, 1, other=((0.6, 0.8, 0),))
def tables_by_members(x, w, k):
    table = {Kind.SQUARE: lambda v: v * w, Kind.SINE: scaled_by(w)}
    kinds = [Kind.SINE, Kind.SQUARE]
    x = sum(kind.of(x) * table[kind](x) for kind in kinds)
    w = w * 2
    return table[kinds[k]](x) + Order(k).of(x) * Order.SECOND.of(w)


@program(0.6, 0.8)
def members_as_defaults_of_fields(x, w):
    for layer in [Layer(w), Layer(x, Kind.SQUARE), Layer(x)]:
        x = layer(x)
    return x


@program(0.6, 0.8)
def tables_by_class(x, w):
    areas = {Circle: lambda s: s.r**2 * w, Square: lambda s: s.a**3}
    return sum(areas[type(shape)](shape) for shape in (Circle(x), Square(x * w), Circle(w)))


@program(0.6, 0.8)
def methods_by_the_name_of_a_class(x, w):
    visitor = Visitor(w)
    return sum(visitor.visit(shape) for shape in [Circle(x), Square(w), Circle(w)])


@program(0.6, 0.8, 2, other=((0.6, 0.8, 3),))
def methods_by_a_name_that_is_put_together(x, w, n):
    steps = ["grow"]
    for i in range(n):
        steps.append("turn" if i % 2 else "grow")
    return Machine(w).run(steps, x) + Machine(x).run(["turn", "grow"], w)


@program(X, 0.8, other=((X[:2], 0.7),))
def stars_beside_active_defaults(xs, w):
    def g(a, b=w, *rest, s=w):
        return a * b * s + sum(rest)

    w = w * 3
    keywords = {"s": w}
    return g(*xs) + g(*xs[:1]) + g(*[w], **keywords) + gathered(*xs, scale=w) + gathered(w, *xs)


@program(0.6, X[:2])
def functions_that_a_loop_hands_on(x, ws):
    f = scaled_by(x)
    for z in ws:
        g = scaled_by(z)
        x = f(x) + g(x)
        f = g
    return f(x)


@program(0.6, 0.8)
def captures_behind_another_call(x, w):
    def doubled(v):
        return v + v

    y = doubled(x)
    fs = [lambda t: t * x + y, lambda t: t + doubled(x)]
    x = x * w
    return sum(f(w) for f in fs)
