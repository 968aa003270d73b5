"""What is done to a container is done to its shadow, and undone in the reverse sweep."""

import numpy as np
import pytest

from cladpy import check_gradient, gradient
from tests.stages import define, module


def source(program, *args):
    """Return the generated text of the gradient of a program."""
    derivative = gradient(define(program))
    derivative(*args)
    return derivative.source


def test_a_value_appended_gets_the_cell_back():
    """The form is undone in the reverse sweep."""
    text = source("def f(x):\n    l = []\n    l.append(x)\n    return l[0] * l[0]\n", 2.0)
    assert "d_l.append(0.0)" in text
    assert "d_l.pop()" in text


def test_a_number_replaced_needs_nothing_kept():
    """The old cell is the zero that the new one needs."""
    text = source("def f(x):\n    l = [x, x]\n    l[0] = x * x\n    return l[0] * l[1]\n", 2.0)
    assert "replaced(" not in text


def test_containers_that_nobody_updates_have_no_shadow():
    """They stay in the value regime."""
    text = source("def f(x):\n    l = [x, x * x]\n    return l[0] * l[1]\n", 2.0)
    assert "shadow" not in text
    assert "d_l[" not in text


UPDATES = {
    "append": "l.append(x * y)",
    "insert": "l.insert(-1, y)",
    "insert_far": "l.insert(99, y)",
    "pop": "y = l.pop() * x",
    "pop_first": "y = l.pop(0) * x",
    "pop_unused": "l.pop(-2)",
    "item": "l[1] = y * y",
    "slice": "l[1:] = [y, y * x, y]",
    "slice_of_itself": "l[:2] = l[::-1]",
    "step": "l[::2] = [y] * len(l[::2])",
    "extend": "l.extend([y, x])",
    "extend_itself": "l.extend(l)",
    "added": "l += [y * x]",
    "reverse": "l.reverse()",
    "clear": "l.clear(); l.extend([y, x, x * y])",
    "copy": "l = l.copy(); l[0] = x * y",
    "alias": "m = l; m.append(y * x); m[0] = y",
    "copy_kept": "m = l[:]; l[0] = y; l.append(m[0] * y)",
    "repeat": "l = l * 2; l[1] = x * y",
    "joined": "l = l + [y]; l[0] = l[-1] * x",
}
PLACES = {
    "once": "    {update}",
    "in_a_loop": "    for k in range(2):\n        {update}",
    "in_a_branch": "    if x > 1.0:\n        {update}",
    "not_reached": "    if x > 9.0:\n        {update}",
    "in_a_while": "    n = 0\n    while n < 2:\n        n += 1\n        {update}",
    "behind_a_break": "    for k in range(4):\n        if k == 2:\n            break\n        {update}",
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("update", UPDATES)
def test_updates_of_lists(update, place):
    """Every update, wherever it stands."""
    body = PLACES[place].format(update=UPDATES[update])
    program = f"""def f(x, y):
    l = [x, y, x * y]
{body}
    total = y
    for k, v in enumerate(l):
        total = total + v * v * (k + 1)
    return total * l[-1]
"""
    check_gradient(define(program), (1.3, 0.7), variants=())


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    "update", ["d['a'] = y * d['b']", "d['c'] = x", "y = d.pop('b') * x; d['b'] = y", "e = d; e['a'] *= x"]
)
def test_updates_of_dicts(update, place):
    """Every update, wherever it stands."""
    body = PLACES[place].format(update=update)
    program = f"def f(x, y):\n    d = {{'a': x, 'b': y}}\n{body}\n    return d['a'] * d['b'] + d.get('c', y) * y\n"
    check_gradient(define(program), (1.3, 0.7), variants=())


HELD_BY_HELPERS = """
class Box:
    def __init__(self, c):
        self.c = c


def boxed(c):
    return Box(c)


def wrapped(c):
    return {"c": c}


def in_a_dict(x, p):
    c = [x[0], p]
    t = wrapped(c)["c"]
    c[0] = c[0] * p
    return t[0] * t[1]


def array_in_a_dict(x, p):
    c = x * p
    t = wrapped(c)
    c[0] = c[1] * p
    return np.sum(t["c"] * c)


def in_an_object(x, p):
    c = [x[0], p]
    t = boxed(c).c
    c[0] = c[0] * p
    return t[0] * t[1]
"""


@pytest.mark.parametrize("name", ["in_a_dict", "array_in_a_dict", "in_an_object"])
def test_what_a_helper_puts_into_a_container_is_known_under_both_names(name):
    """What is updated under one name is read under the other."""
    check_gradient(getattr(module(HELD_BY_HELPERS), name), (np.array([0.7, 1.1, 0.4]), 0.6))


BESIDE_NUMBERS = {
    "appended": "d = [np.ones(2) * x, x]\nd.append([x, x * x])",
    "replaced": "d = [x, 2.0 * x]\nd[1] = [x, x * x]",
    "taken_out": "d = [x, [x, x * x]]\nlast = d.pop()\nd.append(2 * x)\nd.append(last)",
    "twice": "row = [x, 2.0]\nd = [x, row]\nd.append(row)",
    "copied": "d = [x, [x, x], np.ones(3) * x]\ne = d[1:]\nd[0] = [x, x * x]\nd = d + e",
    "at_times": "d = [x]\nfor i in range(4):\n    d.append([x * i, x] if i % 2 else x * i)",
}


@pytest.mark.parametrize("name", BESIDE_NUMBERS)
def test_lists_beside_numbers_and_arrays_get_what_their_cell_has(name):
    """Of an item that may be a list or a number nobody knows beforehand that it is a list."""
    body = BESIDE_NUMBERS[name].replace("\n", "\n    ")
    loop = "for k, v in enumerate(d):\n        total = total * 0.9 + (k + 1) * np.sum(v)"
    program = f"import numpy as np\n\n\ndef f(x):\n    {body}\n    total = 0.0\n    {loop}\n    return total\n"
    check_gradient(module(program).f, (1.3,), variants=("tbr", "useful"))


def test_attributes_that_are_lists_at_times_get_what_their_cell_has():
    """The same of objects and dicts, by keys that are known and others."""
    program = """
import numpy as np


class Box:
    pass


def f(x, n):
    o, d = Box(), {"w": x, "c": [x, 2.0]}
    o.v = x
    if n:
        o.v = [x, x * x]
    o.w = 2 * x
    d["b"] = o.v
    total = 0.0
    for k in sorted(d):
        total = total * 0.5 + np.sum(d[k])
    return np.sum(o.v) * o.w * total
"""
    check_gradient(module(program).f, (1.3, 1), other_args=[(1.3, 0)], variants=("tbr",))
