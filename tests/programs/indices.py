"""Indices that a variable holds: slices, tuples of parts, what a loop gives; views and gathers by turns."""

import numpy as np

from tests.programs.corpus import program

X = np.array([0.7, -1.2, 0.4, 2.1, -0.3, 0.9, 1.1, -0.6])
TABLE = X.reshape(2, 4)
MIDDLE = slice(1, 4)
FRONT = (slice(0, 2),)


@program(X)
def slice_in_a_variable(x):
    u = x.copy()
    part = slice(1, 4)
    u[part] *= u[:3]
    u[part] += u[:3] * u[part]
    u[part] = u[:3] * u[part]
    return np.sum(u**2)


@program(X)
def slices_in_a_loop(x):
    u = x.copy()
    for start in range(0, 8, 2):
        here, there = slice(start, start + 1), slice(start + 1, start + 2)
        step = u[here] - u[there]
        u[there] += step
        u[here] *= u[there]
    return np.sum(u**2)


@program(X)
def slices_that_are_globals(x):
    u = x.copy()
    u[MIDDLE] *= u[:3]
    u[FRONT] *= u[2:4]
    u[MIDDLE] = u[:3] * u[MIDDLE]
    return np.sum(u**2)


@program(X, slice(1, 4), wrt="x", other=[(X, slice(0, 6, 2)), (X, slice(4, 7))])
def slice_as_an_argument(x, part):
    u = x.copy()
    u[part] *= u[:3]
    u[part] += u[:3] * u[part]
    u[part] = u[:3] * u[part]
    return np.sum(u**2)


@program(X, np.array([1, 1, 2]), wrt="x")
def repeated_places_as_an_argument(x, part):
    u = x.copy()
    u[part] *= u[:3]
    u[part] += u[:3] * u[part]
    u[part] = u[:3] * u[part]
    return np.sum(u**2)


@program(X)
def views_and_gathers_by_turns(x):
    u = x.copy()
    mask = np.array([True, False, True, True] + [False] * 4)
    for place in [slice(0, 3), np.array([1, 1, 2]), mask, (slice(1, 4),), Ellipsis]:
        u[place] *= u[2:3]
        u[place] += 0.1 * u[:1] * u[place]
        u[place] = 0.1 * u[:1] * u[place]
    return np.sum(u)


@program(TABLE)
def tuples_of_parts(x):
    u = x.copy()
    for place in [(0, slice(1, 3)), (slice(0, 2), 2), (1,)]:
        u[place] *= u[0, 1]
        u[place] += u[place] * u[1, 1]
    return np.sum(u**2)


@program(TABLE)
def parts_that_are_numbers_or_slices(x):
    u = x.copy()
    for i, j in [(0, slice(1, 3)), (slice(0, 2), 2)]:
        u[i, j] *= u[0, 1]
        u[i, j] += u[i, j] * u[1, 1]
    return np.sum(u**2)


@program(TABLE)
def every_place(x):
    u = x.copy()
    for place in np.ndindex(2, 4):
        u[place] *= u[0, 1]
        u[place] += u[place] * u[1, 1]
    return np.sum(np.tanh(u))


@program(X)
def places_in_a_dict(x):
    u = x.copy()
    places = {"first": slice(0, 2), "second": slice(2, 4)}
    u[places["first"]] *= u[places["second"]]
    u[places["second"]] = u[places["second"]] * u[places["first"]]
    return np.sum(u**2)


@program(X)
def view_by_a_slice_in_a_variable(x):
    u = x.copy()
    part = slice(1, 4)
    v = u[part]
    v *= u[:3]
    u[0] = v[1] * v[2]
    return np.sum(u**2)


@program(X)
def view_by_a_tuple_in_a_variable(x):
    u = x.copy()
    place = (slice(1, 4),)
    v = u[place]
    v *= u[:3]
    u[0] = v[1] * v[2]
    return np.sum(u**2)


@program(X, np.array(2), wrt="x")
def place_of_no_dimensions(x, place):
    u = x.copy()
    v = u[place]
    u[place] *= u[0]
    u[place] += v * u[place]
    return np.sum(u**2)


@program(TABLE, np.array(1), wrt="x")
def row_at_a_place_of_no_dimensions(x, place):
    u = x.copy()
    row = u[place]
    u[place] *= u[0]
    row *= u[1]
    return np.sum(u**2) + np.sum(row**3)


@program(X)
def gathered_and_summed(x):
    d = np.sin(x)
    return np.sum(d[[0, 1, 0]] ** 2) + np.sum(d)


@program(X)
def gathered_of_a_sum(x):
    d = np.sin(x)
    u = np.zeros(3)
    u += d[[0, 1, 0]] / (1.5 + np.cos(x[3]))
    return np.sum(u) + np.mean(d)


@program(X)
def taken_of_what_has_another_name(x):
    a = x * 1.0
    u = a[:]
    np.take(a, [1, 0], axis=0, out=a[1:3])
    a[0] = u[2] * u[2]
    return np.sum(np.sin(u))
