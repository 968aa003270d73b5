"""Functions as values: given to functions that call themselves, called by other functions that are values, composed."""

import functools
import math
import operator

import numpy as np

from tests.programs.corpus import program

X = np.array([0.3, -1.2, 0.7])


def simpson(f, a, b, depth):
    m = (a + b) / 2
    if depth == 0:
        return (b - a) / 6 * (f(a) + 4 * f(m) + f(b))
    return simpson(f, a, m, depth - 1) + simpson(f, m, b, depth - 1)


def integrate(f, a, b, tol=1e-2):
    return refined(f, a, b, tol, (b - a) / 2 * (f(a) + f(b)))


def refined(f, a, b, tol, whole):
    m = (a + b) / 2
    left, right = (m - a) / 2 * (f(a) + f(m)), (b - m) / 2 * (f(m) + f(b))
    if abs(left + right - whole) < tol:
        return left + right
    return refined(f, a, m, tol / 2, left) + refined(f, m, b, tol / 2, right)


def even(f, x, n):
    return x if n == 0 else odd(f, f(x), n - 1)


def odd(g, x, n):
    return -x if n == 0 else even(g, g(x) + 1, n - 1)


def leaves_of(tree, f):
    if isinstance(tree, list | tuple):
        return sum(leaves_of(each, f) for each in tree)
    return f(tree)


class Quadrature:
    def __init__(self, scale):
        self.scale = scale

    def of(self, f, a, b, n):
        m = (a + b) / 2
        if n == 0:
            return self.scale * (b - a) * f(m)
        return self.of(f, a, m, n - 1) + self.of(f, m, b, n - 1)


class Power:
    def __init__(self, k):
        self.k = k

    def force(self, t):
        return -3 * self.k * t * t


def weighted(k, t, s=1.0):
    return k * t * t * s


class Layer:
    def __init__(self, weight, activation=None):
        self.weight = weight
        self.activation = activation or (lambda v: v)

    def __call__(self, v):
        return self.activation(v * self.weight)


class Scaled:
    def __init__(self, scale, f):
        self.scale, self.f = scale, f

    def of(self, v, k=1.0):
        return self.f(v * self.scale) * k


def composed(*functions):
    return functools.reduce(lambda f, g: lambda v: g(f(v)), functions)


def applied_twice(f, x):
    return f(f(x))


@program(1.3, 0.2, 2)
def quadrature_of_a_lambda(w, a, n):
    total = 0.0
    for k in range(3):
        total += simpson(lambda t: t * k * w, a, 1.0, n)
        w = w * 1.1
    return total


@program(0.3, 0.8)
def quadrature_until_it_is_exact(w, a):
    return integrate(lambda t: math.exp(w * t), a, 1.5)


@program(0.3, 0.8, 2)
def recursion_of_applied_functions(w, a, n):
    partly = simpson(functools.partial(weighted, w, s=a), a, 2.0, n)
    return partly + simpson(functools.partial(lambda k, t: k * t + a, w), a, 2.0, n) * simpson(
        Power(w).force, a, 1.0, n
    )


@program(0.3, 0.8, 2)
def quadrature_that_counts(w, a, n):
    total = 0.0

    def f(t):
        nonlocal total
        total = total + w * t
        return w * t * t

    return simpson(f, a, 2.0, n) * total


@program(0.3, 0.8, 2)
def quadrature_by_a_method(w, a, n):
    rule = Quadrature(w)
    return rule.of(lambda t: t * t * w + rule.scale, a, 2.0, n)


@program(0.3, 0.8, 4)
def functions_in_turn(x, k, n):
    return even(lambda v: math.sin(v * k), x, n)


@program([0.3, [0.2, (0.4, 0.5)], 0.1], 0.8)
def leaves_of_a_tree(tree, k):
    return leaves_of(tree, lambda v: math.sin(v * k))


@program(0.3, 0.8, 2)
def names_that_clash(m, depth, n):
    b = m * 2
    return simpson(lambda a: a * m * b + depth, m, depth, n)


@program(0.4, 0.7)
def functions_called_by_lambdas(x, c):
    def inner(t, k=2 * c):
        return x * t * k

    def outer(t):
        return inner(t) * x + c

    chosen = [outer, lambda t: outer(t) + inner(t)]
    return applied_twice(lambda t: inner(t) + outer(c), x) * chosen[1](x)


@program(0.3, 0.8, 2)
def captured_function_of_a_recursion(w, a, n):
    def inner(t):
        return w * t

    def outer(t, k=2 * w):
        return inner(t) * k

    return simpson(lambda t: outer(t) * inner(t), a, 1.0, n)


@program(X, 0.5)
def composition_by_reduce(x, k):
    pipe = composed(np.tanh, lambda v: v * k, np.cumsum, lambda v: v[-1])
    return pipe(x) * composed(math.sin, math.cos)(k)


@program(0.3, 0.5)
def objects_that_hold_functions(x, k):
    v = 1.0
    for each in (Scaled(x, math.tanh), Scaled(x * k, lambda v: v * v * k)):
        v = each.of(v)
    return v * Scaled(k, lambda t: t * x).of(x, k=2.0)


@program(0.3, 0.5)
def layers_with_a_default_function(x, k):
    first, second, third = Layer(x, math.tanh), Layer(k), Layer(x, math.sin)
    return first(k) * second(x) + third(second(k))


@program(0.3, 0.5)
def partial_applications_of_each_other(x, k):
    def f(a, b, c, d=1.0):
        return a * b + c * d

    p = functools.partial(f, x)
    q = functools.partial(p, k, d=k)
    return q(2.0) + functools.partial(q)(x) + p(k, 1.0, d=x)


@program(0.3, 0.5, 1)
def getters_by_variables(x, k, i):
    method, item = operator.methodcaller("of", k, k=x * k), operator.itemgetter(i)
    pair = (x, k)
    k = 7.0
    return method(Scaled(x, math.sin)) * operator.attrgetter("scale")(Scaled(x, None)) + item(pair) + k


def visited(graph, node, visit, seen):
    seen[node] = visit(node)
    for other in graph[node]:
        if other not in seen:
            visited(graph, other, visit, seen)


@program(X, 2.0)
def visits_of_a_graph(x, k):
    seen = {}
    visited({0: [1, 2], 1: [2], 2: []}, 0, lambda node: x[node] * k, seen)
    return seen[0] * seen[1] + seen[2]
