"""Calls that give copies and parts of their arguments, or one thing in two places, which is updated afterwards."""

import copy
from dataclasses import dataclass, replace

import numpy as np

from tests.programs.corpus import program

X = np.array([0.7, -1.2, 0.4])


class Cell:
    def __init__(self, v):
        self.v = v


@dataclass
class Pair:
    v: np.ndarray
    w: object


def copied(d):
    return d.copy()


def copied_object(o):
    return copy.copy(o)


def with_other_weight(o, w):
    return replace(o, w=w)


def twice(v):
    w = v * 2.0
    return w, w


def rows_twice(a):
    row = [a * 2.0, a]
    return [row, row]


def object_twice(a):
    cell = Cell(a * 2.0)
    return [cell, Cell(cell)]


def either(o, c):
    return o.v if c > 0 else o.w


def starred(*cells, **named):
    return Cell((cells[1], named["more"]))


@program(X)
def array_in_a_copied_dict(x):
    d = {"a": x * 1.0}
    v = copied(d)["a"]
    v[0] *= x[1]
    return d["a"][0] * d["a"][1]


@program(X)
def list_in_a_copied_dict(x):
    d = {"a": [x * 1.0]}
    copied(d)["a"].append(x * 2)
    return d["a"][1][0] * d["a"][0][1]


@program(X)
def array_in_a_copied_object(x):
    cell = Cell(x * 1.0)
    v = copied_object(cell).v
    v[0] *= x[1]
    return cell.v[0] * cell.v[1]


@program(X)
def list_in_a_copied_object(x):
    cell = Cell([x * 1.0])
    copied_object(cell).v.append(x[0] * x)
    return cell.v[1][0] * cell.v[0][1]


@program(X)
def array_in_a_replaced_record(x):
    pair = Pair(x * 1.0, 2.0)
    other = with_other_weight(pair, x[0])
    v = other.v
    v[0] *= x[1]
    return pair.v[0] * pair.v[1] * other.w


@program(X)
def one_array_in_two_places(x):
    a, b = twice(x)
    a[0] *= x[1]
    return b[0] * b[1]


@program(0.7, 1.3)
def one_row_in_two_places(a, b):
    m = rows_twice(a)
    m[0][1] *= b
    m[1][0] += b * m[0][1]
    return m[0][0] * m[1][1]


@program(X, 1.3)
def one_object_in_two_places(a, b):
    m = object_twice(a)
    m[0].v[0] *= b
    m[1].v.v[1] += b * m[0].v[0]
    return np.sum(m[0].v * m[1].v.v)


@program(X)
def attribute_chosen_by_a_call(x):
    pair = Pair(x * 1.0, x * 2.0)
    v = either(pair, x[0])
    v[0] *= x[1]
    return pair.v[0] * pair.w[1]


@program(X)
def arguments_behind_stars_given_back(x):
    y, z = x * 1.0, x * 2.0
    v = starred(x, y, more=z).v[0]
    v[0] *= x[1]
    return y[0] * y[1] * z[0]
