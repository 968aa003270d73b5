"""Iterators that are consumed where they stand: builtins, itertools, generators; left early, nested, in each other."""

import functools
import itertools
import math
import operator
from itertools import chain, product

import numpy as np

from tests.programs.corpus import program

X = np.array([0.7, -1.2, 0.4])
Y = np.array([0.3, 0.9, -0.5])
M = np.array([[0.7, -1.2], [0.4, 0.9]])


def square(x):
    return x * x


def with_square(x):
    return x, x * x


class Item:
    """A value with a weight."""

    def __init__(self, v, w):
        self.v = v
        self.w = w

    def score(self):
        return self.v * self.w


class Model:
    """A class whose method is mapped."""

    def __init__(self, k):
        self.k = k

    def step(self, x):
        return x * self.k + x * x


def powers(x, n):
    y = x
    while n > 0:
        yield y
        y = y * x
        n -= 1


def euler(y, h):
    while True:
        yield y
        y = y + h * np.sin(y)


def updated_in_place(x):
    b = x * 1.0
    for _ in range(3):
        b *= 1.5
        yield b


def several(x):
    yield from powers(x, 2)
    for v in (x * 2, x * 3):
        yield v + x
    yield from map(square, [x, x * x])


def every_second(xs):
    for k, v in enumerate(xs):
        if k % 2:
            continue
        yield v * k + v


def until_negative(xs):
    for v in xs:
        if v < 0:
            return
        yield v


def elements(m):
    for row in m:
        for v in row:
            yield v * v


def nothing(x):
    if x > 100:
        yield x


def nones():
    yield
    yield


def under_errstate(x):
    with np.errstate(all="ignore"):
        yield x * x
        yield x + 1


def every_kind_of_parameter(x, *rest, k=2.0, **named):
    yield x * k
    for r in rest:
        yield r * named["u"]


def chunks(x, n):
    i = 0
    while i < len(x):
        yield x[i : i + n]
        i += n


# ---- loops in loops ----


@program(X)
def product_with_continue_and_break(x):
    s = 1.0
    for a, b in itertools.product(x, x):
        if a > b:
            continue
        if a * b < -0.7:
            break
        s = s * (a + 2 * b) + a
    return s


@program(X)
def product_left_by_return(x):
    for a, b in itertools.product(x, x):
        if b < 0:
            return a * b
    return x[0]


@program(X)
def product_with_else(x):
    s = 0.0
    for a, b in product(x, repeat=2):
        s = s + a * b * b
        if s > 100:
            break
    else:
        s = s * s
    return s


@program([1.3, 0.4], [0.9, 2.0])
def product_and_map_in_sums(p, q):
    return sum(a * b for a, b in product(p, q)) + sum(map(operator.mul, p, q))


@program(X)
def product_of_ranges(x):
    s = 0.0
    for i, j in itertools.product(range(3), range(2)):
        s = s + x[i] * j + x[j]
    for i, j in itertools.combinations(range(3), 2):
        s = s + x[i] * x[j]
    for n, w in zip(map(int, ["0", "2"]), [2.0, 3.0], strict=False):
        s = s + x[n] * w
    return s


@program(X)
def combinations_and_permutations(x):
    s = 0.0
    for a, b in itertools.combinations(x, 2):
        s = s + a * a * b
    for a, b in itertools.permutations(x, 2):
        s = s + a * a * b
    return s


@program(X)
def nested_generators_with_filters(x):
    return sum(v * w for v in filter(lambda t: t > 0, x) for w in map(square, x) if w > 0.2)


@program(X)
def inner_loop_left_by_break(x):
    s = 0.0
    for i, a in enumerate(map(square, x)):
        for j, b in enumerate(map(square, x)):
            if j >= i:
                break
            s = s + a * b
    return s


# ---- several at once ----


@program(X, Y)
def zips_in_zips(x, y):
    s = 0.0
    for (a, b), c in zip(zip(x, y, strict=True), x, strict=True):
        s = s + a * b * c
    for pair in zip(x, y, strict=True):
        s = s + pair[0] * pair[1]
    for k, (a, b) in enumerate(zip(map(square, x), reversed(y), strict=True), 1):
        s = s * b + a * k
    return s


@program(X)
def enumerate_of_a_map_from_two(x):
    return sum(v * k for k, v in enumerate(map(square, x), start=2))


@program(X)
def zip_with_what_has_no_end(x):
    s = 0.0
    for k, v in zip(itertools.count(1), x, strict=False):
        s = s + k * v * v
    for v, w in zip(x, itertools.cycle([1.0, 2.0]), strict=False):
        s = s + w * v
    for v, w in zip(x, itertools.repeat(x[0]), strict=False):
        s = s + w * v
    return s


@program(1.3)
def count_and_cycle_of_active_values(x):
    s = 0.0
    for v in itertools.count(x, 0.5):
        if v > 3:
            break
        s = s + v * v
    for k, v in zip(range(5), itertools.cycle([x, x * x]), strict=False):
        s = s + k * v
    return s


@program(X)
def zip_of_a_filter(x):
    s = 0.0
    for a, b in zip(filter(lambda v: v > 0, x), x, strict=False):
        s = s + a * b
    for k, v in enumerate(v for v in x if v > 0):
        s = s + k * v * v
    for a, b in map(with_square, x):
        s = s + a * b
    return s


@program([1.3, 0.4], [0.9, 2.0, 0.1])
def longest_and_chained(p, q):
    s = 1.0
    for a, b in itertools.zip_longest(p, q, fillvalue=1.5):
        s = s * a + b * b
    for v in chain(p, q, map(square, p)):
        if v < 0.2:
            continue
        s = s * v + v
    for v in chain.from_iterable([p, q]):
        s = s + v * v
    return s


@program([1.3, 0.4], [0.9, 2.0])
def chain_of_a_list_that_the_loop_updates(p, q):
    q = list(q)
    s = 0.0
    for v in chain(p, q):
        s = s + v * v
        q[1] = s * v
    return s


@program(X)
def neighbours_and_totals(x):
    pairs = sum(a * b for a, b in itertools.pairwise(x))
    totals = sum(itertools.accumulate(x, lambda a, b: a * b + 1.0)) + sum(itertools.accumulate(x, max))
    kept = []
    for v in itertools.accumulate(x, initial=x[0]):
        kept.append(v * v)
    return pairs + totals + kept[-1] * kept[0]


@program(X)
def dropped_and_rejected(x):
    s = 0.0
    for v in itertools.dropwhile(lambda v: v > 0, x):
        s = s + v * v
    for v in itertools.filterfalse(lambda v: v > 0, x):
        s = s + v * v * v
    return s


@program([(1.0, 2.0), (0.5, 0.3)])
def starmap_of_pairs(p):
    s = 0.0
    for v in itertools.starmap(lambda a, b: a * b * b, p):
        s = s + v * v
    return s


# ---- taken as a whole ----


@program(X)
def sorted_iterators(x):
    s = sorted(x, key=lambda v: -v * v, reverse=True)
    t = sorted(map(square, x))
    u = sorted((v * v for v in x if v > 0), reverse=True)
    return s[0] * 2 + s[1] * s[2] + t[0] * t[1] * 3 + u[0] + u[1] * u[1]


@program([1.3, 0.4, 0.9])
def list_sorted_by_key(p):
    q = [(v, k * v) for k, v in enumerate(p)]
    q.sort(key=lambda t: t[0], reverse=True)
    return q[0][1] * 2 + q[1][1] * 3 + q[2][1] * q[0][0]


@program([1.3, 0.4, 0.9])
def sorted_list_that_is_updated(p):
    q = sorted(p)
    q[0] = q[1] * 2.0
    q.append(p[0])
    return p[0] * q[0] + q[2] * q[3]


@program([1.3, 0.4, 0.9])
def listed_map_that_is_updated(p):
    q = list(map(square, p))
    q[0] = q[1] * 2.0
    q.append(p[0])
    r = [v * v for v in p]
    r[0] = r[1] * 2.0
    return p[0] * q[0] + q[2] * q[3] + r[0] * r[2]


@program([X, Y])
def sorted_arrays_are_the_same_arrays(p):
    p = sorted(p, key=np.sum)
    p[0][1] = 5.0
    return np.sum(p[0] * 2) + np.sum(p[1] ** 2)


@program(X)
def order_by_active_values(x):
    order = sorted(range(3), key=lambda k: x[k])
    last = max(range(3), key=lambda k: x[k])
    return x[order[0]] * x[order[1]] * 2 + x[last]


@program(X)
def largest_with_default(x):
    s = max(x, key=abs) * 2 + min(x, default=0.0)
    return s + max((v * v for v in x if v > 9), default=x[0]) + max([1.0, x[0]], key=lambda v: v * v)


@program([1.3, 0.4], [0.9, 2.0])
def objects_by_method_and_attribute(p, q):
    items = [Item(a, b) for a, b in zip(p, q, strict=True)]
    best = max(items, key=lambda i: i.score())
    order = sorted(items, key=operator.attrgetter("v"))
    return best.v * 2 + order[0].w * order[1].v + sum(map(Item.score, items))


@program({"a": 1.3, "b": 0.4})
def dict_in_order(p):
    s = 0.0
    for name in sorted(p):
        s = s * 2 + p[name] * p[name]
    for _, v in sorted(p.items(), key=lambda t: t[1]):
        s = s * 2 + v
    return s + p[max(p, key=p.get)]


@program(M)
def reduced_matrices(m):
    chained = np.sum(functools.reduce(np.matmul, [m, m.T, m]))
    return chained + np.sum(functools.reduce(lambda h, w: np.tanh(w @ h), [m, m * 2], np.ones(2)))


@program(1.3, X)
def map_of_a_bound_method(k, x):
    m = Model(k)
    s = 0.0
    for v in map(m.step, x):
        s = s + v * v
    return s + sum(filter(None, [k, 0.0, k * k]))


@program(X)
def taken_apart(x):
    a, b, c = map(square, x)
    d = [*map(square, x), *(v * 2 for v in x)]
    return a * b + c + d[0] * d[4] + math.fsum(map(square, x))


@program(X)
def lists_of_iterators(x):
    r = list(zip(x, map(square, x), strict=True))
    t = tuple(enumerate(x))
    u = list(reversed(list(x)))
    kept = []
    kept.extend(map(square, x))
    kept.extend(powers(x[0], 2))
    return r[0][0] * r[1][1] + t[1][1] * u[0] + kept[0] * kept[1] * kept[4]


# ---- what is read late ----


@program(X)
def captured_name_rebound_by_the_loop(x):
    v = 2.0
    f = lambda t: t * v
    s = 0.0
    for w in map(f, x):
        v = v + w
        s = s + w
    return s


@program(X)
def iterated_name_rebound_by_the_loop(x):
    s = 0.0
    for x in map(square, x):  # noqa: B020 -- the iterator holds on to the array
        s = s + x * x
    return s


@program(X)
def arrays_filled_from_iterators(x):
    out = np.zeros(3)
    s = 0.0
    for k, v in enumerate(map(square, x)):
        out[k] = v * 2
    for (a, b), k in zip(itertools.pairwise(out), range(2), strict=True):
        s = s + a * b * k
    return np.sum(out) * s


@program(X)
def generator_over_a_generator(x):
    s = 0.0
    for v in (w * w for w in (u + 1.0 for u in x) if w > 0.5):
        s = s * v + v
    return s


# ---- generator functions ----


@program(X)
def generator_left_by_break(x):
    s = 0.0
    for v in powers(x[0], 4):
        if v < 0.3:
            break
        s = s + v * v
    else:
        s = s * 3
    return s


@program(X)
def generator_with_continue(x):
    s = 0.0
    for v in powers(x[0], 4):
        s = s + v
        if s > 1.1:
            continue
        s = s * v
    return s


@program(X)
def generator_left_by_return(x):
    for v in powers(x[0], 4):
        if v < 0.3:
            return v * x[1]
    return x[2]


@program(X)
def generator_taken_as_a_whole(x):
    return sum(powers(x[0], 3)) * list(powers(x[1], 2))[1] + max(several(x[2]))


@program(X)
def generator_without_end(x):
    s = sum(itertools.islice(euler(x[0], 0.1), 4))
    for y in itertools.takewhile(lambda v: v < 1.0, euler(x[0], 0.3)):
        s = s * y
    for k, y in zip(range(4), euler(x, 0.1), strict=False):
        s = s + np.sum(y * k)
    return s


@program(X)
def generator_that_updates_what_it_gave(x):
    s = 0.0
    for b in updated_in_place(x):
        s = s + np.sum(b * b)
    return s


@program(1.3)
def generator_that_hands_on(x):
    return sum(v * v for v in several(x)) + sum(under_errstate(x))


@program(X)
def generator_with_continue_and_return_of_its_own(x):
    return sum(every_second(x)) + sum(until_negative(x)) + sum(nothing(x[0])) + x[1]


@program(M)
def generator_with_loops_in_loops(m):
    s = 0.0
    for v in elements(m):
        if v > 1:
            break
        s = s + v
    return s * sum(elements(m))


@program(X)
def generator_of_nones(x):
    s = x[0]
    for _ in nones():
        s = s * x[1]
    return s


@program(X)
def generator_defined_here(x):
    def scaled(n):
        for k in range(n):
            yield x[k] * k + x[0]

    s = 1.0
    for v in scaled(3):
        s = s * v
    return s + sum(scaled(2))


@program(1.3, 0.4)
def generator_with_every_kind_of_parameter(x, y):
    return sum(every_kind_of_parameter(x, y, x * y, k=y, u=x))


@program(X)
def generator_of_slices(x):
    return sum(np.sum(c) * k for k, c in enumerate(chunks(x, 2), 1))


@program(X)
def bound_late_in_a_loop(x):
    first = True
    s = 0.0
    for v in x:
        if first:
            t = v
            first = False
        else:
            t = t * v
        s = s + t * t
    return s


@program(np.array([0.7, -1.2, 0.4]))
def generators_taken_apart(x):
    first, second = (v * v for v in x[:2])
    head, *rest = (np.sin(v) for v in x)
    [last] = (v for v in (x[-1],))
    return first * second + head * sum(rest) + last
