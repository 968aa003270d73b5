"""Shadows follow what is done to a list, dict or object, and undo it."""

import copy
import random

import numpy as np
import pytest

from cladpy import runtime


class Point:
    """An object with two attributes."""

    def __init__(self, x, y):
        self.x, self.y = x, y


def test_a_shadow_has_the_form_of_its_value():
    """One shadow for what is held twice; a cell for whole numbers and None too, none for texts and truth values."""
    inner = [2.0]
    shadow = runtime.zero_shadow([inner, (1.5, "text", 3, True), Point(np.ones(2), None), inner])
    assert shadow[0] == [0.0]
    assert shadow[0] is shadow[3]
    assert shadow[1] == [0.0, runtime.no_adjoint, 0.0, runtime.no_adjoint]
    assert shadow[2].x.tolist() == [0.0, 0.0]
    assert shadow[2].y == 0.0


def test_arrays_share_a_cell_only_where_they_are_updated():
    """Else their adjoints are told apart."""
    x = np.ones(2)
    apart, same = runtime.zero_shadow([x, x]), runtime.zero_shadow([x, x], same_arrays=True)
    assert apart[0] is not apart[1]
    assert same[0] is same[1]


def test_cells_of_a_copy_go_back_to_the_original():
    """Numbers, arrays; containers are the same."""
    shadow = [1.0, np.ones(2), [5.0]]
    copied = runtime.fresh_cells(shadow)
    copied[0] += 2.0
    copied[1] += 1.0
    copied[2][0] += 1.0
    runtime.add_cells(shadow, copied)
    assert shadow[0] == 3.0
    assert shadow[1].tolist() == [2.0, 2.0]
    assert shadow[2] == [6.0]


def test_cells_of_items_several_times_go_back_once_where_they_are_one():
    """Numbers are added; what is updated has one cell, which has received everything already."""
    shadow = [1.0, np.ones(2), [5.0]]
    copied = runtime.fresh_cells(shadow * 2, same_arrays=True)
    for position in (0, 1, 3, 4):
        copied[position] += 2.0
    copied[5][0] += 1.0
    runtime.add_repeats(shadow, copied)
    assert shadow[0] == 5.0
    assert shadow[1].tolist() == [5.0, 5.0]
    assert shadow[2] == [6.0]
    empty = []
    runtime.add_repeats(empty, [])
    assert empty == []


@pytest.mark.parametrize("seed", range(30))
def test_updates_of_a_list_are_undone(seed):
    """Random updates by index, undone from the last to the first, give the list back."""
    draw = random.Random(seed)  # noqa: S311 -- chooses what to test
    shadow = [float(k) for k in range(5)]
    before, undo = list(shadow), []
    for _ in range(6):
        kind, index = draw.choice(["pop", "insert", "slice"]), draw.randint(-4, 4)
        if kind == "pop" and -len(shadow) <= index < len(shadow):
            cell = shadow.pop(index)
            undo.append(lambda index=index, cell=cell: runtime.put_back(shadow, index, cell))
        elif kind == "insert":
            shadow.insert(index, -1.0)
            undo.append(lambda index=index: runtime.take_out(shadow, index))
        elif kind == "slice":
            places = slice(index, draw.randint(-4, 4))
            kept = runtime.put_slice(shadow, places, [9.0] * draw.randint(0, 3))
            undo.append(lambda kept=kept: runtime.taken_slice(shadow, kept))
    for step in reversed(undo):
        step()
    assert shadow == before


@pytest.mark.parametrize("key", ["old", "new"])
def test_a_key_is_taken_back_with_its_cell(key):
    """Of dicts and of objects, there before or not."""
    for shadow in ({"old": 1.0}, runtime.Shadow(old=1.0)):
        before = copy.deepcopy(shadow)
        old = runtime.replaced(shadow, key, 0.0)
        runtime.restore(shadow, key, old)
        assert repr(shadow) == repr(before)


def test_an_entry_copy_keeps_what_is_held_twice():
    """Arrays are copied only where asked."""
    inner, array = Point(1.0, 2.0), np.ones(2)
    value = {"a": inner, "b": [inner, array]}
    made, whole = runtime.entry_copy(value), runtime.entry_copy(value, arrays=True)
    assert made["a"] is made["b"][0]
    assert made["a"] is not inner
    assert made["b"][1] is array
    assert whole["b"][1] is not array


def test_what_is_held_twice_counts_once():
    """In the first of its places; the form of the others stays."""
    row, cells = np.ones(2), runtime.Shadow(x=3.0, rows=[1.0])
    found = runtime.shadow_adjoint([row, cells, {"again": cells}, row], [None, None, {"again": None}, None], once=True)
    assert [found[0].tolist(), found[1], found[2], found[3].tolist()] == [
        [1.0, 1.0],
        (3.0, [1.0]),
        {"again": (0.0, [0.0])},
        [0.0, 0.0],
    ]
