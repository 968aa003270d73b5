"""Adjoints handed on between names, and between containers and their items."""

import dataclasses
from typing import NamedTuple

import numpy as np
import pytest

from cladpy import check_gradient
from tests.stages import define, reverse_of, text

V = np.array([0.5, -1.25, 2.0])


def reverse(body, args=(1.5, 2.0), wrt=None, parameters="x, y"):
    """Return the reverse sweep of a function as text, without the return."""
    program = "\n    ".join([f"def f({parameters}):", *text(body).splitlines()]) + "\n"
    return reverse_of(program, args, wrt).rpartition("return ")[0]


def test_another_name_hands_its_adjoint_on():
    """Nothing is computed."""
    assert reverse("z = x\nw = z\nreturn w * y", wrt="x") == text(
        """
        d_result@ret = 1.0
        d_w = d_result@ret * y
        d_z = d_w
        d_x = d_z
        """
    )


def test_items_of_a_tuple_have_adjoints_of_their_own():
    """From a display, through an item, to the name."""
    assert reverse("t = (x, y)\nreturn t[0] * t[1]") == text(
        """
        d_result@ret = 1.0
        d@1 = d_result@ret * v@2
        d@2 = d_result@ret * v@1
        d_t_1 = d@2
        d_t_0 = d@1
        d_x = d_t_0
        d_y = d_t_1
        """
    )


def test_an_item_that_nothing_reads_receives_nothing():
    """Nor does what it was made of."""
    assert "d_y" not in reverse("t = (x, y)\nreturn t[0] * 2.0", wrt="x")


def test_slices_hand_on_their_items():
    """Each to its place."""
    found = reverse("t = [x, y, x * y]\nu = t[1:]\nreturn u[0] * u[1]")
    assert "d_t_1 = d_u_0\nd_t_2 = d_u_1\n" in found


def test_a_list_read_by_a_variable_index_has_one_adjoint():
    """A list that is updated in place."""
    found = reverse("t = [x, y]\ns = 0.0\nfor i in range(2):\n    s = s + t[i] * t[i]\nreturn s")
    assert "d_t = [0.0] * len(t)\n" in found
    assert found.count("    d_t[i] = d_t[i] + ") == 2
    assert "d_x = d_t[0]\nd_y = d_t[1]\n" in found


def test_fields_of_objects_have_adjoints_of_their_own():
    """By name, those of named tuples by position."""
    program = """
    from dataclasses import dataclass
    from typing import NamedTuple

    @dataclass
    class Layer:
        w: float
        b: float

    class Pair(NamedTuple):
        left: float
        right: float

    def f(x, y):
        layer = Layer(x, y)
        pair = Pair(layer.w * 2.0, layer.b)
        return pair.left * pair.right
    """
    found = reverse_of(program, (1.5, 2.0))
    assert "d@2 = d_pair_0\nd@3 = d_pair_1\nd_layer_b = d@3\n" in found
    assert "d_x = d_layer_w\nd_y = d_layer_b\n" in found


def test_lists_that_are_put_together_are_taken_apart():
    """By the lengths that they had; a list several times over is folded."""
    found = reverse(
        "t = [x] * n + [y]\ns = 0.0\nfor v in t:\n    s = s + v * v\nreturn s", (1.5, 2.0, 3), "x, y", "x, y, n"
    )
    assert "fold_repeats(" in found


@dataclasses.dataclass
class Parameters:
    w: np.ndarray
    layers: list
    name: str = "net"


class Pair(NamedTuple):
    left: float
    right: np.ndarray


def nested(p, x):
    w, (a, b) = p["w"], p["pair"]
    return np.sum(w * x) * a + np.sum(b) * x[0]


def objects(p, x):
    total = np.sum(p.w * x)
    for layer in p.layers:
        total = total * 0.5 + np.sum(layer * x)
    return total


def named(p, x):
    return p.left * np.sum(p.right * x) + p[0]


def mixed(p, x):
    items = [x, x * 2.0]
    items = items + [items[0] * p[0]]  # noqa: RUF005  the chain of lists is what is tested
    total = 0.0
    for item in items:
        total = total + np.sum(item * item) * p[1]
    return total


def swapped(p, x):
    a, b = p
    for _ in range(3):
        a, b = b * a, a + b
    pair = (a, b) if a < b else (b, a)
    return pair[0] * np.sum(x) + pair[1]


def repeated(p, x):
    row = [p[0], p[1]] * 3
    return sum(value * k for k, value in enumerate(row)) * x[0]


CASES = {
    "nested": (nested, ({"w": V, "pair": (2.0, V * 2)}, V)),
    "objects": (objects, (Parameters(V, [V * 2, V + 1.0]), V)),
    "named": (named, (Pair(1.5, V), V)),
    "mixed": (mixed, ((1.5, 0.5), V)),
    "swapped": (swapped, ((1.5, 0.5), V)),
    "repeated": (repeated, ([1.5, 0.5], V)),
}


@pytest.mark.parametrize("name", CASES)
def test_gradients_through_containers_agree_with_differences(name):
    """Of the items, in the structure of the argument."""
    function, args = CASES[name]
    check_gradient(function, args, variants=())


NET = """
class Net:
    def __init__(self, w, b):
        self.w = w
        self.b = b

    def __call__(self, x):
        return self.w * x + self.b

"""
PROGRAMS = [
    ("", "s = 0.0\nfor t in [[x[0], x[1]], [y[0], y[1]]]:\n    s = s + t[0] * t[1]\nreturn s"),
    (
        "def g(ts):\n    return ts[0] * ts[1]\n\n",
        "t = [x[0], y[0]]\ns = 0.0\nfor i in range(2):\n    s = s + t[i] * t[i]\nreturn s + g(t) * t[0]",
    ),
    ("def g(a):\n    return a * 2.0, np.sin(a)\n\n", "p, q = g(x)\nreturn np.sum(q * y)"),
    (
        "def g(d):\n    return {'a': d['b'] * 2.0, 'b': d['a']}\n\n",
        "d = {'a': x, 'b': y}\nd = g(d)\nreturn np.sum(d['a'] * d['b'] * d['b'])",
    ),
    (
        NET,
        "net = Net(x, y)\nreturn np.sum(net(net(x)))",
    ),
    ("", "if y[0] > 0:\n    t = (x[0], y[0])\nelse:\n    t = (y[1], x[1])\nreturn t[0] * t[1]"),
    ("", "t = (x[0], y[0])\nif y[1] > 0:\n    t = (t[1] * t[0], t[0])\nreturn t[0] * t[1] * t[0]"),
    ("", "t = list((x[0], y[0]))\nreturn t[0] * t[1]"),
    ("", "t = [x, y]\nfor i in range(2):\n    u = t[i:]\nreturn np.sum(u[0])"),
    ("", "t = [(x, y), (y, x)]\ns = 0.0\nfor i in range(2):\n    p = t[i]\n    s = s + np.sum(p[0])\nreturn s"),
]


@pytest.mark.parametrize(("helpers", "body"), PROGRAMS)
def test_gradients_through_containers_of_the_primal_agree_with_differences(helpers, body):
    """Made, taken apart, handed to helpers, joined behind branches."""
    program = "\n    ".join([f"{helpers}def f(x, y):", *body.splitlines()]) + "\n"
    check_gradient(define(program), (V, np.array([1.5, 0.25, -0.5])), variants=())
