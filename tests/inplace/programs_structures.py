"""Programs in which stored arrays lie in tuples, lists, dicts and objects; arguments as in ``programs_elements``."""

from dataclasses import dataclass

import numpy as np


def tuple_of_two_names(x, p):
    a, b = x.copy(), np.zeros(6)
    pair = (a, b)
    u, v = pair
    v[1:] = p * u[:-1]
    u *= v
    return np.sum(a * a) + np.sum(b)


def list_of_rows(x, p):
    rows = [x[:3].copy(), x[3:].copy()]
    rows[0] *= p
    rows[1][0] = rows[0][2]
    rows[0] += rows[1]
    return np.sum(rows[0] * rows[1])


def list_of_rows_in_a_loop(x, p):
    rows = [x[:3] * 1.0, x[3:] * 1.0, np.zeros(3)]
    for row in rows:
        row += p
        row[0] *= row[1]
    return sum(np.sum(row * row) for row in rows)


def list_item_under_a_name(x, p):
    rows = [x[:3].copy(), x[3:].copy()]
    first = rows[0]
    first *= p
    rows[1] += first
    return np.sum(rows[0] * rows[1]) + np.sum(first)


def dict_of_fields(x, p):
    fields = {"u": x[:3].copy(), "v": np.zeros(3)}
    fields["v"][1:] = p * fields["u"][:2]
    fields["u"] *= fields["v"] + 1.0
    return np.sum(fields["u"] ** 2) + np.sum(fields["v"])


def dict_field_under_a_name(x, p):
    fields = {"u": x[:3].copy(), "v": x[3:].copy()}
    u = fields["u"]
    u += p
    fields["v"] *= u
    u[0] = fields["v"][1]
    return np.sum(fields["u"] * fields["v"])


@dataclass
class Fields:
    u: np.ndarray
    v: np.ndarray


def object_of_fields(x, p):
    fields = Fields(x[:3].copy(), x[3:].copy())
    fields.u[1:] *= p
    fields.v += fields.u
    return np.sum(fields.u * fields.v)


def object_field_under_a_name(x, p):
    fields = Fields(x[:3].copy(), x[3:].copy())
    u = fields.u
    u *= p
    fields.v[0] = u[1]
    return np.sum(fields.u * fields.v)


def arrays_appended(x, p):
    states = []
    a = x.copy()
    for _ in range(3):
        a = a * p
        states.append(a)
    return sum(np.sum(state) for state in states)


def copies_appended(x, p):
    states = []
    a = x.copy()
    for k in range(3):
        a[k] *= p
        states.append(a.copy())
    return sum(np.sum(state**2) for state in states)


def same_array_appended(x, p):
    states = []
    a = x.copy()
    for k in range(3):
        a[k] *= p
        states.append(a)
    return sum(np.sum(state**2) for state in states)


def list_given(layers, p):
    first = layers[0].copy()
    first *= p
    first[0] = layers[1][0]
    return np.sum(first * layers[1])


def list_given_and_updated(layers, p):
    layers[0][1:] *= p
    layers[1] += layers[0]
    return np.sum(layers[0] * layers[1])


def tuple_returned_with_views(x, p):
    a = x.copy()
    v = a[1:]
    v *= p
    pair = (np.sum(a * a), v)
    return pair[0] + np.sum(pair[1])
