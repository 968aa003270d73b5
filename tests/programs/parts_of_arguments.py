"""Functions that call themselves, and so are not written out, whose results hold parts of what they are given."""

import numpy as np

from tests.programs.corpus import program

X = np.array([1.3, 0.7])


class Pair:
    def __init__(self, first, second):
        self.first, self.second = first, second


class Box:
    def __init__(self, held):
        self.held = held


class Other:
    def __init__(self, value):
        self.value = value


def crossed(pair, k):
    return Pair(pair.second, pair.first) if k <= 0 else crossed(pair, k - 1)


def turned(pair, k):
    return (pair[1], pair[0]) if k <= 0 else turned(pair, k - 1)


def as_dict(pair, k):
    return {"u": pair.second, "v": pair.first} if k <= 0 else as_dict(pair, k - 1)


def from_dict(table, k):
    return Pair(table["v"], table["u"]) if k <= 0 else from_dict(table, k - 1)


def as_tuple(pair, k):
    return (pair.second, pair.first) if k <= 0 else as_tuple(pair, k - 1)


def unpacked(box, k):
    return Other(box.held.held) if k <= 0 else unpacked(box, k - 1)


def packed(box, k):
    return Other(Other(box.held)) if k <= 0 else packed(box, k - 1)


def listed(box, k):
    return Other([box.held]) if k <= 0 else listed(box, k - 1)


def turned_over(box, k):
    return Other(box.held) if k <= 0 else turned_over(box, k - 1)


@program(X)
def store_through_an_object_of_another_class(x):
    a = x * 1.0
    turned_over(Box(a), 2).value[0] *= x[1]
    return a[0] * a[1]


@program(X)
def store_through_crossed_attributes(x):
    a, b = x * 1.0, x * 2.0
    crossed(Pair(a, b), 2).first[0] *= x[1]
    return b[0] * 3 + a[0]


@program(X)
def store_through_a_turned_tuple(x):
    a, b = x * 1.0, x * 2.0
    turned((a, b), 2)[0][0] *= x[1]
    return b[0] * 3 + a[0]


@program(X)
def store_through_a_dict_of_attributes(x):
    a, b = x * 1.0, x * 2.0
    as_dict(Pair(a, b), 2)["u"][0] *= x[1]
    return b[0] * 3 + a[0]


@program(X)
def store_through_an_object_of_items(x):
    a, b = x * 1.0, x * 2.0
    from_dict({"u": a, "v": b}, 2).first[0] *= x[1]
    return b[0] * 3 + a[0]


@program(X)
def store_through_a_tuple_of_attributes(x):
    a, b = x * 1.0, x * 2.0
    as_tuple(Pair(a, b), 2)[0][0] *= x[1]
    return b[0] * 3 + a[0]


@program(X)
def store_through_an_inner_object(x):
    a = x * 1.0
    unpacked(Box(Box(a)), 2).value[0] *= x[1]
    return a[0] * a[1]


@program(X)
def store_through_two_objects(x):
    a = x * 1.0
    packed(Box(a), 2).value.value[0] *= x[1]
    return a[0] * a[1]


@program(X)
def store_through_a_list_in_an_object(x):
    a = x * 1.0
    listed(Box(a), 2).value[0][0] *= x[1]
    return a[0] * a[1]


@program(X)
def read_of_what_the_argument_has_updated(x):
    a = x * 1.0
    other = turned_over(Box(a), 2)
    a[0] *= x[1]
    return other.value[0] * other.value[1]


@program(X)
def read_of_a_new_object_alone(x):
    other = turned_over(Box(x * x), 2)
    return np.sum(other.value * x)
