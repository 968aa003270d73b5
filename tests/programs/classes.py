"""Values of several classes inside one another: expressions, layers, shapes; built here and handed in."""

import math
from dataclasses import dataclass, replace

import numpy as np

from tests.programs.corpus import program

X = np.array([0.7, -1.2, 0.4])


class Expression:
    def __add__(self, other):
        return Sum(self, other)

    def __mul__(self, other):
        return Product(self, other)


class Constant(Expression):
    def __init__(self, value):
        self.value = value

    def value_at(self, x):
        return self.value


class Variable(Expression):
    def value_at(self, x):
        return x


class Sum(Expression):
    def __init__(self, left, right):
        self.left, self.right = left, right

    def value_at(self, x):
        return self.left.value_at(x) + self.right.value_at(x)


class Product(Expression):
    def __init__(self, left, right):
        self.left, self.right = left, right

    def value_at(self, x):
        return self.left.value_at(x) * self.right.value_at(x)


class Sine(Expression):
    def __init__(self, inner):
        self.inner = inner

    def value_at(self, x):
        return math.sin(self.inner.value_at(x))


@program(0.7, 1.3)
def expression_built_here(a, b):
    e = Sine(Variable() * Constant(a)) + Constant(b) * Variable()
    return e.value_at(b) * a


@program(Sine(Variable() * Constant(0.5)) + Constant(1.5) * Variable(), 0.8)
def expression_handed_in(e, x):
    return e.value_at(x)


@program(0.7, 1.3)
def expression_in_two_places(a, b):
    e = Variable() * Constant(a) + Constant(b)
    f = Sine(e) * e
    return f.value_at(b) + e.value_at(a)


@program(0.7, 1.3)
def expressions_in_a_dict(a, b):
    parts = {"c": Constant(a), "v": Variable() * Constant(b)}
    parts["s"] = parts["c"] + parts["v"]
    return parts["s"].value_at(b) + parts["v"].value_at(a)


@program(0.7, 1.3)
def expression_chosen_by_a_branch(a, b):
    e = Constant(a) if a < b else Sine(Variable())
    return (e * Variable()).value_at(b)


@program(0.7, 1.3)
def expressions_of_one_form_listed(a, b):
    listed = [Constant(a * k) + Variable() for k in range(4)]
    return sum(e.value_at(b) * (k + 1) for k, e in enumerate(listed))


@program([Constant(0.3), Sine(Variable()), Constant(0.5)], 0.8, 1)
def expression_of_a_list_by_an_index(listed, x, i):
    return listed[i].value_at(x) + listed[i - 1].value_at(x * x)


class Dense:
    def __init__(self, w, b):
        self.w, self.b = w, b

    def __call__(self, x):
        return self.w * x + self.b


class Tanh:
    def __call__(self, x):
        return np.tanh(x)


class Sequential:
    def __init__(self, *layers):
        self.layers = list(layers)

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class Residual:
    def __init__(self, inner):
        self.inner = inner

    def __call__(self, x):
        return x + self.inner(x)


@program(Sequential(Dense(0.5, 0.1), Tanh(), Sequential(Residual(Sequential(Tanh(), Dense(1.1, 0.2))))), X)
def layers_in_layers_handed_in(net, x):
    return np.sum(net(x) ** 2)


class Sphere:
    def __init__(self, center, radius):
        self.center, self.radius = center, radius

    def distance(self, p):
        return np.sqrt(np.sum((p - self.center) ** 2)) - self.radius


class Plane:
    def __init__(self, normal, height):
        self.normal, self.height = normal, height

    def distance(self, p):
        return p @ self.normal + self.height


class Union:
    def __init__(self, left, right):
        self.left, self.right = left, right

    def distance(self, p):
        return min(self.left.distance(p), self.right.distance(p))


class Scene:
    def __init__(self, shapes):
        self.shapes = shapes

    def distance(self, p):
        return min(shape.distance(p) for shape in self.shapes)


UP = np.array([0.0, 1.0, 0.0])
AHEAD = np.array([0.0, 0.1, 1.0])


@program(np.array([0.1, 0.2, 3.0]), 0.5)
def march_to_a_list_of_shapes(center, radius):
    scene = Scene([Sphere(center, radius), Plane(UP, radius + 1), Sphere(center + 1, radius)])
    t = 0.0
    for _ in range(6):
        t = t + scene.distance(t * AHEAD)
    return t


@program(Union(Sphere(3 * AHEAD, 0.5), Union(Plane(UP, 1.5), Sphere(np.ones(3), 0.4))), 0.1)
def march_to_shapes_handed_in(scene, y):
    t = 0.0
    while scene.distance(t * AHEAD + y) > 1e-1:
        t = t + scene.distance(t * AHEAD + y)
    return t


class Fixed:
    def __init__(self, v):
        self.v = v

    def at(self, x):
        return self.v * x


class Inner:
    def at(self, x):
        return x * x


class Outer:
    def __init__(self, inner):
        self.inner = inner

    def at(self, x):
        return math.sin(self.inner.at(x))


@program([Fixed(0.3), Outer(Inner())], 0.8, 1, other=[([Fixed(0.3), Outer(Inner())], 0.8, 0)])
def method_of_a_list_of_classes_by_an_index(listed, x, i):
    return listed[i].at(x)


@program(0.7, 1.3)
def expression_that_grows_in_a_loop(a, b):
    e = Constant(a)
    for _ in range(2):
        e = e * Variable() + Constant(b)
    return e.value_at(b)


@program(X, 0.3)
def layers_in_layers_built_here(x, w):
    net = Sequential(Dense(w, 0.1), Tanh(), Sequential(Dense(x[0], w), Residual(Tanh())))
    return np.sum(net(x))


@program(X, 0.3)
def layer_wrapped_in_a_loop(x, w):
    net = Dense(w, x[0])
    for _ in range(2):
        net = Residual(net)
    return np.sum(net(x))


class Stack:
    def __init__(self, layers):
        self.layers = layers

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class Leaf:
    def __init__(self, v):
        self.v = v

    def total(self):
        return self.v


class Fork:
    def __init__(self, left, right):
        self.left, self.right = left, right

    def total(self):
        return self.left.total() * self.right.total() + 1


@program(Fork(Fork(Leaf(0.3), Leaf(0.5)), Leaf(0.7)))
def tree_of_two_classes_handed_in(tree):
    return tree.total()


class Value:
    def __init__(self, data, children=(), op=""):
        self.data, self.grad = data, 0.0
        self.children = children
        self.op = op

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), "*")

    def __radd__(self, other):
        return self + other

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")


@program(0.7, 1.3)
def values_with_children(a, b):
    x, y = Value(a), Value(b)
    z = (x * y + x * 2.0).tanh() + y
    return z.data * z.children[1].data


@program(0.7, 1.3)
def values_in_a_loop(a, b):
    x, y = Value(a), Value(b)
    for _ in range(3):
        x = x * y + 0.5
    return x.data


@program(np.array([0.7, 1.3]), np.array([0.2, -0.3]))
def neuron_of_values(w, x):
    weights, inputs = [Value(v) for v in w], [Value(v) for v in x]
    return sum((wi * xi for wi, xi in zip(weights, inputs, strict=True)), Value(0.1)).tanh().data


@program(0.7, 0.4)
def values_until_small(a, b):
    x, steps = Value(a), 0
    while abs(x.data) > 0.2:
        x = x * b
        steps += 1
    return x.data * steps


@dataclass(frozen=True)
class State:
    x: np.ndarray
    v: np.ndarray
    t: float = 0.0

    def pulled(self, k, dt):
        return replace(self, x=self.x + dt * self.v, v=self.v - dt * k * self.x, t=self.t + dt)

    def step(self, force, dt):
        return replace(self, x=self.x + dt * self.v, v=self.v + dt * force(self.x), t=self.t + dt)


@program(np.array([1.0, 0.2]), np.array([0.0, 1.0]), 0.4)
def frozen_states_in_a_list(x, v, k):
    states = [State(x, v)]
    for _ in range(3):
        states.append(states[-1].pulled(k, 0.1))
    return sum(s.x @ s.v for s in states)


@program(np.array([1.0, 0.2]), np.array([0.0, 1.0]), 0.4)
def frozen_state_with_a_lambda(x, v, k):
    s = State(x, v)
    for _ in range(3):
        s = s.step(lambda x: -k * x, 0.1)
    return s.x @ s.v


@program(np.array([1.0, 0.2]), np.array([0.0, 1.0]), 0.4)
def frozen_states_with_a_local_function(x, v, k):
    def force(x):
        return -k * x

    states = [State(x, v)]
    for _ in range(3):
        states.append(states[-1].step(force, 0.1))
    return sum(s.x @ s.v for s in states)


@program(np.array([1.0, 0.2]), np.array([0.0, 1.0]), 0.4)
def frozen_states_until_a_time(x, v, k):
    states = [State(x, v)]
    while states[-1].t < 0.25:
        states.append(states[-1].step(lambda x: -k * x, 0.1))
    return states[-1].x @ states[1].v


@program(0.7, 1.3)
def expression_appended_to_a_list(a, b):
    listed = [Constant(a), Variable(), Sine(Variable())]
    listed.append(listed[0] * listed[1])
    return sum(e.value_at(b) for e in listed)


@program(0.7, 1.3)
def expressions_appended_by_a_branch(a, b):
    listed = []
    for k in range(3):
        if k % 2:
            listed.append(Constant(a * k))
        else:
            listed.append(Sine(Variable()))
    return sum(e.value_at(b) for e in listed)


@program(np.array([0.7, -1.2]), 0.3)
def layers_appended_when_another_name_sees_it(x, w):
    layers = [Dense(w, x[0])]
    stack = Stack(layers)
    layers.append(Dense(x[1], w))
    return np.sum(stack(x))


@dataclass
class Normal:
    mean: float
    scale: float

    def log_density(self, x):
        return -0.5 * ((x - self.mean) / self.scale) ** 2 - np.log(self.scale)


@dataclass
class Logistic:
    mean: float
    scale: float

    def log_density(self, x):
        z = (x - self.mean) / self.scale
        return -z - 2 * np.log1p(np.exp(-z)) - np.log(self.scale)


@dataclass
class Mixture:
    parts: list
    weights: np.ndarray

    def log_density(self, x):
        total = 0.0
        for part, weight in zip(self.parts, self.weights, strict=False):
            total = total + weight * np.exp(part.log_density(x))
        return np.log(total)


WEIGHTS = np.array([0.3, 0.7])


@program(X, WEIGHTS)
def mixture_built_here(x, w):
    return np.sum(Mixture([Normal(x[0], 1.5), Logistic(x[1], 1.2)], w).log_density(x))


@program(Mixture([Mixture([Normal(0.5, 1.5), Logistic(0.2, 1.2)], WEIGHTS), Normal(0.1, 0.9)], WEIGHTS), X)
def mixture_handed_in(mixture, x):
    return np.sum(mixture.log_density(x))


def built(depth, w):
    if depth == 0:
        return None
    return Fork(built(depth - 1, w * 0.5), Fork(Leaf(w), built(depth - 1, w + 0.1)))


def folded(tree):
    if tree is None:
        return 1.0
    if isinstance(tree, Leaf):
        return tree.v
    return folded(tree.left) + math.sin(folded(tree.right))


@program(0.7)
def tree_built_and_folded_by_recursion(w):
    return folded(built(2, w))


def halved(low, high, x):
    if high - low == 1:
        return Leaf(x[low] ** 2)
    middle = (low + high) // 2
    return Fork(halved(low, middle, x), halved(middle, high, x))


@program(np.array([0.3, 0.5, 0.7]))
def tree_of_two_classes_built_by_recursion(x):
    return halved(0, 3, x).total()


def chained(n, x):
    return (x, chained(n - 1, x * x)) if n else None


def total_of(chain):
    return 0.0 if chain is None else chain[0] + total_of(chain[1])


@program(0.7)
def chain_of_tuples_built_by_recursion(x):
    return total_of(chained(3, x))
