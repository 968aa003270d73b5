"""Functions: star arguments, defaults that are values, functions as values, functools, itertools, operator, copy."""

import copy
import functools
import itertools
import math
import operator

import numpy as np

from tests.programs.corpus import program

X = np.array([0.7, -1.2, 0.4])
WEIGHTS = np.array([0.5, 1.5, -0.5])


def square(x):
    return x * x


def layer(x, w):
    return np.tanh(w * x)


def only_positional(a, b, /, c=2.0):
    return a * b + c


def only_keywords(*, a, b=0.5):
    return a * a * b


def array_default(x, w=WEIGHTS):
    return np.sum(x * w)


def tuple_default(x, bounds=(0.5, 2.0)):
    return x * bounds[0] + bounds[1] * x * x


def function_default(x, f=math.sin):
    return f(x) * x


def total(*values):
    s = 0.0
    for v in values:
        s = s + v * v
    return s


def first_and_rest(a, *rest, scale=1.0):
    s = a * scale
    for r in rest:
        s = s * r + a
    return s


def weighted(x, **weights):
    return x * weights["a"] + weights["b"]


def all_kinds(a, b, /, c, d=0.5, *rest, e, f=2.0, **more):
    s = a * b + c * d + e * f
    for r in rest:
        s = s + r * a
    return s * more["g"]


def handed_on(*args, **kwargs):
    return all_kinds(*args, **kwargs)


def apply_all(fs, x):
    for f in fs:
        x = f(x)
    return x


def compose(f, g):
    return lambda x: f(g(x))


def scaled_by(k):
    def scale(x):
        return x * k

    return scale


def decorated(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


def doubled(function):
    @functools.wraps(function)
    def wrapper(x):
        return 2 * function(x)

    return wrapper


@decorated
def through_a_decorator(x, k=3.0):
    return x * x * k


@doubled
def doubled_square(x):
    return x * x


TABLE = {"square": square, "sin": math.sin}
PAIR = (square, math.cos)
PARTIAL = functools.partial(layer, w=0.7)
add_one = lambda v: v + 1.0
two_lambdas = (lambda v: v * 2.0, lambda v: v * v)


@program(1.3, 0.4)
def positional_only_helper(x, y):
    return only_positional(x, y) * only_positional(y, x, c=x)


@program(1.3, 0.4)
def keyword_only_helper(x, y):
    return only_keywords(a=x) * only_keywords(b=y, a=y)


@program(X)
def default_that_is_an_array(x):
    return array_default(x) * array_default(x, x)


@program(1.3)
def default_that_is_a_tuple(x):
    return tuple_default(x) + tuple_default(x, (x, 1.0))


@program(1.3)
def default_that_is_a_function(x):
    return function_default(x) + function_default(x, square)


@program(1.3, 0.4)
def star_parameters_of_several_lengths(x, y):
    return total(x) + total(x, y) * total() + total(y, x, y, x * y)


@program(1.3, 0.4)
def first_parameter_and_star(x, y):
    return first_and_rest(x, y, x * y, scale=y) + first_and_rest(y)


@program(1.3, 0.4)
def every_kind_of_parameter(x, y):
    return all_kinds(x, y, y, e=x, g=y) + all_kinds(x, y, 1.0, 2.0, x, y, e=1.0, f=x, g=x * y, h=1)


@program(1.3, 0.4)
def star_arguments_handed_on(x, y):
    return handed_on(x, y, y, x, y, e=x, g=y)


@program(1.3, 0.4)
def star_call_of_a_tuple(x, y):
    pair = (x * y, y)
    return layer(*pair)


@program(1.3, 0.4)
def star_call_of_a_list_and_more(x, y):
    rest = [y, x * y]
    return first_and_rest(x, *rest, y, *rest)


@program(1.3, 0.4)
def double_star_call(x, y):
    named = {"a": y, "b": x * y}
    return weighted(x, **named)


@program((1.3, 0.4, 0.9))
def star_call_of_an_argument(p):
    return first_and_rest(*p) + total(*p)


@program({"x": 1.3, "w": 0.4})
def double_star_call_of_an_argument(p):
    return layer(**p)


@program(X)
def star_call_of_an_array(x):
    return total(*x)


@program(1.3)
def lambda_handed_to_a_helper(x):
    return apply_all((lambda v: v * v, lambda v: v + x), x)


@program(1.3)
def functions_in_a_literal_tuple(x):
    s = x
    for f in (square, math.sin, square):
        s = f(s) + x
    return s


@program(1.3)
def functions_in_a_list_local(x):
    fs = [square, lambda v: v + 2.0]
    return fs[0](x) * fs[1](x)


@program(1.3)
def functions_in_a_dict_local(x):
    fs = {"a": square, "b": math.cos}
    return fs["a"](x) * fs["b"](x)


@program(1.3)
def functions_in_a_global_dict(x):
    return TABLE["square"](x) * TABLE["sin"](x)


@program(1.3)
def functions_in_a_global_tuple(x):
    return PAIR[0](x) * PAIR[1](x) + sum(f(x) for f in PAIR)


@program(1.3, "sin", wrt="x")
def function_chosen_by_a_key(x, name):
    return TABLE[name](x) * x


@program(1.3)
def lambda_global(x):
    return add_one(x) * x


@program(1.3)
def lambdas_on_one_line(x):
    return two_lambdas[0](x) * two_lambdas[1](x)


@program(1.3, 0.4)
def partial_local(x, y):
    f = functools.partial(layer, w=y)
    return f(x) * f(x * y)


@program(1.3, 0.4)
def partial_with_positions(x, y):
    f = functools.partial(layer, x)
    return f(y) * f(w=x)


@program(1.3)
def partial_global(x):
    return PARTIAL(x) * x


@program(X)
def reduce_of_a_lambda(x):
    return functools.reduce(lambda a, b: a * b + a, x, 1.0)


@program(X)
def reduce_without_a_start(x):
    return functools.reduce(operator.mul, x)


@program(X)
def map_of_a_function(x):
    s = 1.0
    for v in map(square, x):
        s = s * v + v
    return s


@program(X, np.array([0.1, 0.2, 0.3]))
def map_over_two(x, y):
    return sum(map(lambda a, b: a * b * b, x, y))


@program(X)
def list_of_a_map(x):
    values = list(map(square, x))
    return values[0] * values[1] + values[2]


@program(X)
def filter_of_a_lambda(x):
    return sum(filter(lambda v: v > 0, x))


@program(X)
def filter_of_none(x):
    s = 0.0
    for v in filter(None, x):
        s = s + v * v
    return s


@program(X)
def sorted_of_an_array(x):
    s = sorted(x)
    return s[0] * s[1] + s[2] * s[2]


@program([1.3, -0.4, 0.9])
def sorted_by_key(p):
    s = sorted(p, key=lambda v: -v * v)
    return s[0] * 2 + s[1] * s[2]


@program([1.3, -0.4, 0.9])
def sorted_in_reverse(p):
    s = 1.0
    for v in sorted(p, reverse=True):
        s = s * v + v * v
    return s


@program([(1.3, 2.0), (-0.4, 1.0)])
def sorted_pairs(p):
    (a, b), (c, d) = sorted(p, key=lambda pair: pair[0])
    return a * b + c * d * d


@program(X)
def max_by_key(x):
    return max(x, key=abs) * 2 + min(x, key=lambda v: v * v)


@program(1.3, 0.4)
def max_with_key_of_two(x, y):
    return max(x, y, key=lambda v: -v) * x


@program(1.3, 0.4)
def operator_functions(x, y):
    return operator.mul(x, operator.add(y, x)) - operator.truediv(x, y) + operator.neg(operator.pow(x, 2))


@program((1.3, 0.4))
def operator_itemgetter(p):
    return operator.itemgetter(0)(p) * operator.getitem(p, 1)


@program((1.3, [0.4, 0.9]))
def copied_structures(p):
    q = copy.copy(p)
    r = copy.deepcopy(p)
    return q[0] * r[1][0] + q[1][1]


@program(X)
def copied_array(x):
    y = copy.copy(x)
    z = copy.deepcopy(x)
    return np.sum(x * y * z)


@program([1.3, 0.4], [0.9, 2.0])
def itertools_product(p, q):
    s = 0.0
    for a, b in itertools.product(p, q):
        s = s + a * b * b
    return s


@program([1.3, 0.4], [0.9, 2.0])
def itertools_chain(p, q):
    s = 1.0
    for v in itertools.chain(p, q):
        s = s * v + v
    return s


@program(X)
def itertools_accumulate(x):
    s = 0.0
    for v in itertools.accumulate(x):
        s = s + v * v
    return s


@program(X)
def itertools_accumulate_of_products(x):
    s = 0.0
    for v in itertools.accumulate(x, operator.mul, initial=2.0):
        s = s + v * v
    return s


@program(X)
def itertools_pairwise(x):
    s = 0.0
    for a, b in itertools.pairwise(x):
        s = s + a * b * b
    return s


@program(X)
def itertools_islice(x):
    s = 0.0
    for v in itertools.islice(x, 1, None):
        s = s + v * v
    return s


@program(1.3)
def itertools_count_left_by_break(x):
    s = x
    for k in itertools.count(1):
        s = s * x + k
        if k > 3:
            break
    return s


@program(1.3)
def itertools_repeat(x):
    s = 1.0
    for v in itertools.repeat(x, 3):
        s = s * v + v
    return s


@program(1.3, 0.4)
def function_made_by_a_function(x, y):
    f = scaled_by(y)
    return f(x) + scaled_by(x)(y)


@program(1.3)
def composed_functions(x):
    return compose(square, math.sin)(x)


@program(1.3)
def decorated_helper(x):
    return through_a_decorator(x) + through_a_decorator(x, k=x)


@program(1.3)
def decorated_with_an_own_wrapper(x):
    return doubled_square(x) * x


@program(1.3, 0.4)
def local_function_as_a_value(x, y):
    def inner(t):
        return t * y + x

    g = inner
    return g(x) * apply_all((inner, inner), x)


@program(1.3, 0.4)
def local_function_with_star(x, y):
    def inner(a, *rest, k=2.0):
        s = a * k
        for r in rest:
            s = s + r * r
        return s

    return inner(x, y, x * y) * inner(y, k=x)


@program(1.3, 0.4)
def local_function_with_double_star(x, y):
    def inner(a, **named):
        return a * named["u"] + named["v"]

    return inner(x, u=y, v=x * x)


@program(1.3, 4, wrt="x")
def local_recursive_function(x, n):
    def power(k):
        if k == 0:
            return 1.0
        return x * power(k - 1)

    return power(n) + x


@program(1.3, 0.4)
def local_function_defined_in_branches(x, y):
    if x > y:

        def f(t):
            return t * y

    else:

        def f(t):
            return t + y

    return f(x)


@program(1.3, 0.4)
def lambda_rebound(x, y):
    f = lambda t: t * y
    first = f(x)
    f = lambda t: t + y
    return first * f(x)


@program(1.3, 0.4)
def conditional_lambda(x, y):
    f = (lambda t: t * y) if x > y else (lambda t: t + y)
    return f(x)


@program(1.3)
def lambdas_made_in_a_loop_bind_late(x):
    fs = [lambda t: t * k for k in range(3)]
    return fs[0](x) + fs[2](x * x)


@program(1.3)
def lambda_with_a_loop_variable_as_default(x):
    fs = [lambda t, k=k: t * k for k in range(3)]
    return fs[1](x) + fs[2](x * x)


@program(1.3)
def immediately_called_lambda_in_a_call(x):
    return math.sin((lambda v, w=x * 2: v * w)(x))


@program(1.3)
def callable_test(x, f=square):
    return f(x) if callable(f) else x


@program(1.3)
def math_functions(x):
    return math.sqrt(x) + math.exp(-x) * math.atan2(x, 2.0) + math.hypot(x, 1.0) + math.fabs(-x) + math.pow(x, 1.5)


@program([1.3, 0.4])
def math_of_sequences(p):
    return (
        math.fsum(p) * math.prod(p) + math.dist(p, [0.0, 0.0]) + math.sumprod(p, p)
        if hasattr(math, "sumprod")
        else math.fsum(p)
    )


@program(np.array([0.3, 0.5]), np.array([1.0, -0.5]))
def names_that_tangents_would_have(x, t_x):
    t_x_2 = 2 * t_x * x
    d_x = np.sin(x * t_x_2)
    t_x_3 = d_x * t_x_2
    return np.sum(d_x * t_x_3) + np.sum(t_x_2 * np.cos(x * x))
