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
