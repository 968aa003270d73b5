"""Calls: helpers, recursion, keywords, defaults, tuples, lambdas, nested functions with captures."""

import functools
import math

import numpy as np

from tests.programs.corpus import program

X = np.array([0.7, -1.2, 0.4])
SCALE = 0.5
TABLE = np.array([1.0, 2.0, 3.0])


def square(x):
    return x * x


def layer(x, w):
    return np.tanh(w * x)


def affine(x, scale=2.0, *, shift=1.0):
    return x * scale + shift


def sum_and_product(a, b):
    return a + b, a * b


def clamp(x, lo=-0.5, hi=0.5):
    if x < lo:
        return lo
    if x > hi:
        return hi
    return x


def power(x, n):
    result = 1.0
    for _ in range(n):
        result = result * x
    return result


def factorial_like(x, n):
    if n == 0:
        return x * x
    return x * factorial_like(x + 0.1, n - 1)


def tree(x, n):
    if n <= 1:
        return x
    return tree(x, n - 1) * x + tree(x * 0.5, n - 2)


def even(x, n):
    return x if n == 0 else x * odd(x + 1, n - 1)


def odd(x, n):
    return x if n == 0 else even(x * x, n - 1) + x


def bisect(lo, hi, x):
    mid = (lo + hi) / 2
    if hi - lo < 0.3:
        return mid * x
    if mid < x:
        return bisect(mid, hi, x) + lo
    return bisect(lo, mid, x) * hi


def nest(x, w, depth):
    if depth == 0:
        return x * x
    return w * np.sin(nest(x * w, w, depth - 1))


def twice(f, x):
    return f(f(x))


def total(*values):
    s = 0.0
    for v in values:
        s = s + v * v
    return s


def weighted(x, **weights):
    return x * weights["a"] + weights["b"]


def overwrites_its_parameter(x):
    x = x * 2
    x = x * x
    return x


def ignores(x, y):
    return x * 2.0


def noisy(x):
    print(end="")
    return x * 3


@program(1.3, 0.4)
def helper(x, y):
    return square(x) * y


@program(1.3, 0.4)
def helper_called_twice(x, y):
    return square(x) * square(y) + square(x * y)


@program(1.3)
def helper_of_a_helper(x):
    def outer(v):
        return square(v) + v

    return outer(square(x))


@program(1.3)
def same_argument_twice(x):
    return layer(x, x)


@program(X)
def helper_in_a_loop(x):
    s = 0.0
    for v in x:
        s = s + square(v) * s + square(v)
    return s


@program(X, 0.7)
def helper_of_arrays_in_a_loop(x, w):
    h = x
    for _ in range(3):
        h = layer(h, w) + h
    return np.sum(h * h)


@program(1.3, other=[(0.1,), (-2.0,)])
def helper_with_early_returns(x):
    return clamp(x) * x + clamp(x, hi=2.0)


@program(X)
def helper_with_early_returns_in_a_loop(x):
    s = 0.0
    for v in x:
        s = s + clamp(v * 2) * v
    return s


@program(1.3, 0.4)
def helper_returning_a_tuple(x, y):
    s, p = sum_and_product(x, y)
    return s * p


@program(1.3, 0.4)
def helper_returning_a_tuple_in_a_loop(x, y):
    for _ in range(3):
        x, y = sum_and_product(x, y * 0.5)
    return x * y


@program(1.3, 0.4)
def element_of_a_returned_tuple(x, y):
    return sum_and_product(x, y)[1] * x


@program(1.3, 0.4)
def tuple_handed_through(x, y):
    pair = sum_and_product(x, y)
    s, p = sum_and_product(*pair)
    return s * p


@program(1.3, 0.4)
def keywords_and_defaults(x, y):
    return affine(x) * affine(y, 3.0) + affine(shift=x, x=y) * affine(x, shift=y, scale=y)


@program(1.3)
def parameter_with_a_default(x, scale=2.0):
    return x * scale * scale


@program(1.3, shift=0.4)
def keyword_only_parameter(x, *, shift, scale=2.0):
    return x * scale + shift * shift


@program(1.3, 0.4)
def positional_only_parameter(x, /, y):
    return x * y * y


@program(1.3, 0.4, 0.9)
def star_parameter(x, *rest):
    return x * rest[0] + rest[1] * rest[1]


@program(1.3, 0.4)
def helper_with_star_parameter(x, y):
    return total(x, y, x * y)


@program(1.3, 0.4)
def helper_with_double_star_parameter(x, y):
    return weighted(x, a=y, b=x * y)


@program(1.3, 0.4)
def star_call(x, y):
    pair = (x * y, y)
    return layer(*pair)


@program(1.1, 4, wrt="x")
def helper_with_a_loop(x, n):
    return power(x, n) * power(x, 2)


@program(1.1)
def recursion(x):
    return factorial_like(x, 4)


@program(1.1)
def tree_recursion(x):
    return tree(x, 5)


@program(1.1)
def mutual_recursion(x):
    return even(x, 3) + odd(x, 2)


@program(0.2, 1.9, 1.1)
def recursion_on_active_values(lo, hi, x):
    return bisect(lo, hi, x)


@program(X, 0.8)
def recursion_of_arrays(x, w):
    return np.sum(nest(x, w, 3))


@program(1.1)
def recursion_in_a_loop(x):
    s = x
    for n in range(4):
        s = s + factorial_like(x * 0.5, n)
    return s


@program(1.3)
def function_as_an_argument(x):
    return twice(square, x) + twice(math.sin, x)


@program(1.3)
def lambda_as_an_argument(x):
    return twice(lambda v: v * v + x, x)


@program(1.3, 0.4)
def functions_chosen_by_a_branch(x, y):
    f = square if x > y else math.sin
    return f(x * y)


@program(1.3)
def functions_in_a_tuple(x):
    s = x
    for f in (square, math.sin, square):
        s = f(s) + x
    return s


@program(1.3, 0.4)
def lambda_with_a_capture(x, y):
    c = x * y
    f = lambda t: t * c
    return f(x) + f(y)


@program(1.3, 0.4)
def lambda_that_binds_late(x, y):
    c = x
    f = lambda t: t * c
    c = y * y
    return f(x)


@program(1.3)
def lambda_in_a_lambda(x):
    return (lambda a: (lambda b: a * b)(a + 1) * x)(x)


@program(1.3, 0.4)
def lambda_with_a_default(x, y):
    f = lambda t, k=x * y: t * k
    x = 2.0
    return f(y) * x


@program(1.3, 0.4)
def nested_function(x, y):
    def inner(t):
        s = t * y
        if s > 0:
            return s * x
        return s

    return inner(x) + inner(-x)


@program(X, 0.4)
def nested_function_in_a_loop(x, y):
    def step(h, v):
        return h * y + v * v

    h = 1.0
    for v in x:
        h = step(h, v)
    return h


@program(1.3, 0.4)
def nonlocal_accumulator(x, y):
    s = 0.0

    def add(v):
        nonlocal s
        s = s + v * x

    add(x)
    add(y)
    return s


@program(1.3, 0.4)
def nonlocal_in_a_loop(x, y):
    state = x

    def advance(k):
        nonlocal state
        state = state * y + k
        return state * state

    s = 0.0
    for k in range(3):
        s = s + advance(k)
    return s * state


@program(1.3, 0.4)
def cell_rebound_between_calls(x, y):
    scale = x

    def apply(v):
        return v * scale

    first = apply(y)
    scale = y * y
    return first + apply(x)


@program(1.3)
def parameter_overwritten_by_the_helper(x):
    return overwrites_its_parameter(x) + x


@program(1.3, 0.4)
def helper_that_ignores_an_argument(x, y):
    return ignores(x, y * y) * y


@program(1.3, 0.4)
def helper_result_unused(x, y):
    square(x)
    return x * y


@program(1.3)
def helper_with_output(x):
    return noisy(x) * noisy(x)


@program(1.3)
def global_constant(x):
    return x * SCALE + np.sum(TABLE * x * x)


@program(1.3, 0.4)
def partial_function(x, y):
    f = functools.partial(layer, w=y)
    return f(x) * x


@program(X)
def map_over_elements(x):
    return sum(map(square, x))


@program(X)
def reduce_over_elements(x):
    return functools.reduce(lambda a, b: a * b + a, x, 1.0)


@program(1.3, 0.4)
def conditional_call(x, y):
    return (square(x) if y > 1 else layer(x, y)) * y


@program(1.3, 0.4)
def call_in_a_condition(x, y):
    s = x
    while square(s) < 30:
        s = s * (1 + y)
    return s


class Model:
    """An object whose attributes are constants."""

    def __init__(self, weight):
        self.weight = weight

    def apply(self, x):
        return x * self.weight + self.bias()

    @staticmethod
    def bias():
        return 0.25

    def __call__(self, x):
        return self.apply(x) * x


@program(1.3)
def method_of_a_global_object(x):
    return MODEL.apply(x) * MODEL(x)


MODEL = Model(0.7)


@program(Model(0.7), 1.3, wrt="x")
def method_of_an_argument(model, x):
    return model.apply(x) + model.weight * x


@program(Model(0.7), 1.3)
def object_selected(model, x):
    return model.apply(x) + model(x)
