"""Nested functions as values: what they capture, when they read it, whose call's variables it is."""

import functools
import math

import numpy as np

from tests.programs.corpus import program

X = np.array([0.7, -1.2, 0.4])
RATE = 0.3


def twice(f, x):
    return f(f(x))


def scaled_by(k):
    return lambda x: x * k


def counter(start):
    total = start

    def add(v):
        nonlocal total
        total = total + v
        return total

    return add


def pair_of(k):
    return (lambda x: x * k), (lambda x: x + k)


def rk4(f, y, h):
    k1 = f(y)
    k2 = f(y + h / 2 * k1)
    k3 = f(y + h / 2 * k2)
    k4 = f(y + h * k3)
    return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def integrate(f, y, steps, h=0.1):
    for _ in range(steps):
        y = rk4(f, y, h)
    return y


def newton(f, df, x):
    for _ in range(4):
        x = x - f(x) / df(x)
    return x


def bisect(f, lo, hi, depth):
    if depth == 0:
        return (lo + hi) / 2
    mid = (lo + hi) / 2
    if f(lo) * f(mid) <= 0:
        return bisect(f, lo, mid, depth - 1)
    return bisect(f, mid, hi, depth - 1)


def fold(f, values, start):
    for v in values:
        start = f(start, v)
    return start


def after(f, a):
    f()
    return a


def curry(f):
    return lambda a: lambda b: f(a, b)


def memo(f):
    @functools.wraps(f)
    def wrapped(*args, **kwargs):
        return f(*args, **kwargs) * 2

    return wrapped


class Tracker:
    """A class whose method takes a function."""

    def __init__(self, k):
        self.k = k

    def run(self, f, x):
        return f(x * self.k) + self.k


def uses_rate(f, x):
    return f(x) * RATE


@program(1.3, 0.4)
def handed_to_a_helper(x, y):
    return twice(lambda t: t * y, x)


@program(1.3, 0.4)
def captured_name_rebound_after_it_is_handed(x, y):
    f = lambda t: t * y
    g = f
    y = y * y
    return twice(g, x)


@program(1.3, 0.4)
def captured_name_is_a_local_of_the_helper_too(x, y):
    f = y * 2
    k1 = x
    return rk4(lambda t: t * f + k1, x, y)


@program(1.3, 0.4)
def same_names_in_function_and_helper(x, h):
    y = x * h
    return rk4(lambda h: h * y, y, h)


@program(0.8, 0.5, 6, wrt="y,k")
def integrator(y, k, steps):
    return integrate(lambda s: -k * s * s, y, steps)


@program(1.5, 2.0)
def solver_with_two_functions(x, a):
    return newton(lambda t: t * t - a, lambda t: 2 * t, x)


@program(1.3, 0.4)
def function_from_a_function(x, y):
    f = scaled_by(y)
    g = scaled_by(x)
    return f(x) + g(y) * f(y)


@program(1.3, 0.4)
def function_from_a_function_called_at_once(x, y):
    return scaled_by(x)(y) * scaled_by(y)(2.0)


@program(1.3, 0.4)
def two_functions_of_one_call(x, y):
    f, g = pair_of(y)
    return f(x) * g(x)


@program(1.3, 0.4)
def state_kept_in_a_function(x, y):
    add = counter(x)
    add(y)
    return add(x * y) * add(1.0)


@program(1.3, 0.4)
def two_states_kept_apart(x, y):
    a, b = counter(x), counter(y)
    a(y)
    b(x)
    return a(1.0) * b(2.0)


@program(1.3, 0.4)
def nonlocal_through_a_value(x, y):
    s = x

    def step(t):
        nonlocal s
        s = s * t
        return s + t

    return twice(step, y) * s


@program(1.3, 0.4)
def argument_rebound_by_a_function_that_is_handed_on(x, y):
    s = x

    def step():
        nonlocal s
        s = s * y

    return after(step, s) * s


@program(1.3, 0.4)
def argument_rebound_by_the_function_called(x, y):
    s = x

    def step(t):
        nonlocal s
        s = s * y
        return t

    return step(s) * s


@program(X, 0.4)
def fold_with_a_capture(x, k):
    return fold(lambda a, b: a * k + b * b, x, 1.0)


@program(1.3, 0.4)
def curried(x, y):
    return curry(lambda a, b: a * a * b)(x)(y)


@program(1.3, 0.4)
def functions_of_a_tuple_in_a_loop(x, y):
    s = x
    for f in (lambda t: t * y, math.sin, scaled_by(y)):
        s = f(s) + x
    return s


@program(1.3, 0.4)
def functions_made_in_a_written_out_loop(x, y):
    made = ()
    for k in (y, x, (1.0, y)):
        made = (*made, scaled_by(k if isinstance(k, float) else k[1]))
    a, b, c = made
    return a(x) + b(x) * c(x)


@program(1.3)
def functions_that_bind_late(x):
    fs = []
    for k in (1.0, 2.0, None):
        if k is not None:
            fs = [*fs, lambda t: t * k]
        else:
            k = 5.0
    return fs[0](x) + fs[1](x * x)


@program(1.3, 0.4)
def function_in_a_dict(x, y):
    ops = {"mul": lambda a: a * y, "add": lambda a: a + y}
    s = x
    for name in ("mul", "add", "mul"):
        s = ops[name](s)
    return s


@program(1.3, 0.4, "add", wrt="x,y")
def function_by_an_argument(x, y, name):
    ops = {"mul": lambda a: a * y, "add": lambda a: a + y * a}
    return ops[name](x)


@program(1.3, 0.4)
def function_chosen_by_a_value(x, y):
    if x > y:
        f = lambda t: t * y
    elif x > 0:
        f = math.sin
    else:
        f = scaled_by(x)
    s = f(x)
    for _ in range(3):
        s = f(s) + y
    return s


@program(X, 0.4)
def function_chosen_in_a_loop(x, y):
    s = 1.0
    for v in x:
        f = (lambda t: t * y) if v > 0 else (lambda t: t - v)
        s = f(s) + v
    return s


@program(1.3, 0.4)
def nested_scopes(x, y):
    def outer(a):
        b = a * y

        def inner(c):
            return b * c + x

        return inner

    f = outer(x)
    g = outer(y)
    return f(y) + g(x) * f(x)


@program(1.3, 0.4)
def same_inner_name_at_two_levels(x, y):
    def outer(a):
        def inner(b):
            return a * b

        a = a + 1.0
        return inner(a) * inner(y)

    def inner(b):
        return b * x

    return outer(x) + inner(y)


@program(1.3, 0.4)
def default_evaluated_at_definition(x, y):
    f = lambda t, k=y: t * k
    g = f
    y = 5.0 * x
    return g(x) + g(x, y)


@program(1.3, 0.4)
def star_parameters_of_a_value(x, y):
    def f(a, *rest, scale=2.0, **named):
        return (a + sum(rest)) * scale * named.get("k", 1.0) if rest else a

    g = f
    return g(x) + g(x, y, x * y, scale=y, k=x)


@program(1.3, 0.4)
def decorated_inside(x, y):
    @memo
    def f(t, k=2.0):
        return t * y * k

    return f(x) + f(y, k=x)


@program(1.3, 0.4)
def cached_inside(x, y):
    @functools.lru_cache
    def f(t):
        return t * y

    return f(x) * f(y)


@program(Tracker(0.7), 1.3)
def method_that_takes_a_function(tracker, x):
    return tracker.run(lambda t: t * t * x, x)


@program(1.3)
def helper_that_reads_a_global(x):
    RATE = x  # noqa: N806 -- a local with the name of a global that the helper reads
    return uses_rate(lambda t: t * RATE, x)


@program(1.3, 0.4)
def partial_of_a_lambda(x, y):
    f = functools.partial(lambda a, b, c=1.0: a * b + c, x, c=y)
    return f(y) * f(2.0)


@program(1.3, 0.4)
def partial_of_a_partial(x, y):
    f = functools.partial(functools.partial(scaled_sum, x), c=y)
    return f(y) * f(2.0, c=x)


def scaled_sum(a, b, c):
    return a * b + c


@program(1.3, 0.4)
def recursive_helper_with_a_function(x, y):
    return bisect(lambda t: t * t - x, 0.1, 2.0, 3) * y


@program(1.3, 0.4)
def lambda_with_a_walrus(x, y):
    f = lambda t: (u := t * y) * u
    return twice(f, x)


@program(1.3, 0.4)
def function_is_none(x, y):
    f = None
    if y > 0:
        f = lambda t: t * y
    return f(x) if f is not None else x


@program(1.3, 0.4, None, wrt="x,y")
def function_argument_with_a_default(x, y, f):
    f = f or (lambda t: t * y)
    return f(x) * f(y)


@program(1.3, math.sin, wrt="x")
def function_argument(x, f):
    return twice(f, x)


@program(1.3, [math.sin, math.cos], wrt="x")
def list_of_function_arguments(x, fs):
    for f in fs:
        x = f(x) * x
    return x


@program(X, 0.4)
def functions_of_rows(x, y):
    def act(h, kind):
        if kind == "tanh":
            return np.tanh(h)
        return h * y

    for kind in ("tanh", "linear", "tanh"):
        x = act(x * y, kind)
    return np.sum(x)
