"""Items of one container that have several shapes, one after the other or side by side: each reader meets its own."""

from typing import Any, NamedTuple

import numpy as np

from tests.programs.corpus import program

X = np.array([0.4, -0.7, 1.1, 0.3])


class Pair(NamedTuple):
    left: Any
    right: Any


class State:
    def __init__(self, held):
        self.held = held


@program(X)
def swapped_items_of_a_dict(x):
    held = {"one": x[:1] * 2, "two": x * 3}
    held["two"], kept = held["one"], held["two"]
    return np.sum(np.sin(kept) * held["two"])


@program(X)
def item_replaced_by_part(x):
    held = {"k": x * 2}
    before = held["k"]
    held["k"] = np.cos(x[:1])
    return np.sum(before * held["k"])


@program(X)
def items_of_two_dicts(x):
    one, other = {"k": x * 1.0}, {"k": x * 2.0}
    one["k"] = x[:1]
    other["k"] = x[:1] * 3 if len(x) > 7 else x * 4
    return np.sum(one["k"] * other["k"])


@program(X)
def dict_item_in_a_loop(x):
    held, total = {"k": x * 1.0}, 0.0
    for _ in range(3):
        before = held["k"]
        held["k"] = np.sin(before[:1])
        total = total + np.sum(before * held["k"])
    return total


@program(X)
def attribute_replaced(x):
    state, total = State(x * 2), 0.0
    for _ in range(2):
        wide = state.held * 1.5
        state.held = np.sin(wide[:1])
        total = total + np.sum(wide * state.held)
    return total


@program(X)
def reversed_list(x):
    items = [x[:1] * 2, x * 1.0]
    items.reverse()
    items.append(x)
    return np.sum(items[0] * items[1])


@program(X)
def reversed_in_a_loop(x):
    pair, total = [x * 2, x[:1]], 0.0
    for _ in range(3):
        first = pair[0]
        pair.reverse()
        total = total + np.sum(first * pair[0])
    return total


@program(X)
def filled_by_a_loop(x):
    items = []
    for i in range(len(x)):
        items.append(x[i:])
    return np.sum(np.sin(items[0]) * items[-1])


@program(X)
def filled_by_a_loop_in_pairs(x):
    items = []
    for i in range(len(x)):
        items.append((x[i:] * 2, i))
    first, last = items[0], items[-1]
    return np.sum(np.sin(first[0]) * last[0])


@program(X)
def filled_by_a_loop_in_named_tuples(x):
    items = []
    for i in range(len(x)):
        items.append(Pair(x[i:] * 2, x[: i + 1]))
    return np.sum(items[0].left * items[-1].left) + np.sum(items[0].right * items[-1].right)


@program(X)
def popped_from_both_ends(x):
    items = [x[i:] * 2.0 for i in range(len(x))]
    last, first = items.pop(), items.pop(0)
    return np.sum(np.cos(first) * last)


@program(X)
def at_an_index_that_moves(x):
    items, total = [x[:1], x * 2, x[:1] * x[1]], 0.0
    for i in range(2):
        total = total + np.sum(items[i] * items[i + 1])
    return total


@program(X)
def side_by_side(x):
    total = 0.0
    for one, other in zip([x[:1], x * 2], [x * 3, x[1:2]], strict=True):
        total = total + np.sum(one * other)
    return total


@program(X)
def side_by_side_of_one_list(x):
    items, total = [], 0.0
    for i in range(len(x)):
        items.append(x[i:] if i % 2 else x[:1] * i)
    for one, other in zip(items[1:], items[:2], strict=False):
        total = total + np.sum(one * other)
    return total


def widest(items):
    total = 0.0
    for item in items:
        total = total + np.sum(items[0] * item)
    return total


@program(X)
def given_to_a_function(x):
    items = []
    for size in (1, len(x)):
        items.append(x[:size] * 2)
    return widest(items)


@program(X)
def items_taken_apart(x):
    items = []
    for size in (1, len(x)):
        items.append(x[:size] * 2)
    one, other = items
    return np.sum(one * np.exp(other))


@program(X)
def asked_with_get(x):
    held = {}
    for i in range(len(x)):
        held[i] = x[i:] * 2
    return np.sum(held.get(0) * held.get(len(x) - 1))
