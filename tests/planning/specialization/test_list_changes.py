"""Updates of lists of objects of several classes, written as the making of others."""

import pytest

from cladpy import CladpyError, check_gradient, gradient
from tests.planning.specialization.specialized import specialized
from tests.stages import define

CLASSES = """
class Scaled:
    def __init__(self, a):
        self.a = a
    def of(self, x):
        return self.a * x

class Squared:
    def __init__(self, b):
        self.b = b
    def of(self, x):
        return x * x + self.b

"""
CHANGES = {
    "extend": "l.extend([Squared(y), Scaled(x)])",
    "in_place_sum": "l += [Squared(y), Scaled(x)]",
    "insert": "l.insert(0, Squared(y))\nl.insert(1, Scaled(y))\nl.insert(-1, Squared(x))",
    "pop": "a = l.pop()\nb = l.pop(0)\nl += [a, b]",
    "pop_in_the_middle": "a = l.pop(1)\nl.append(a)",
    "pop_for_its_effect": "l.pop()\nl.append(Squared(x))",
    "reverse": "l.reverse()",
    "clear": "l.clear()\nl.append(Squared(x))",
    "store": "l[0] = Squared(x)\nl[-1] = Scaled(y)\nl[-2] = Scaled(x)",
    "another_name": "m = l[1:]\nm += l\nl = m",
    "copy": "m = list(l)\nl.pop()\nl.extend(m)",
}
SEEN_ELSEWHERE = [
    "m = l\nl[0] = Squared(y)\nl = m",
    "m = [l]\nl.pop()\nl = m[0]",
    "m = l\nl += [Squared(y)]\nl = m",
    "m = l\nm.append(Squared(x))",
    "m = l\nm[0] = Squared(x)\nx = l[0].of(x)",
    "for k in 0, 1:\n    m = l\n    m.append(Squared(l[-1].of(k * x)))",
    "def last():\n    return l[-1].of(x)\nm = l\nm.append(Squared(x))\ny = last()",
    "m = l\nwhile m:\n    x = m.pop().of(x)\nl = [*l, Scaled(x)]",
]


def function(body):
    lines = ["l = [Scaled(x), Squared(y), Scaled(y)]", *body.splitlines(), "t = len(l) * x"]
    lines += ["for k, part in enumerate(l):", "    t = t + (k + 1) * part.of(y)", "return t"]
    return define(CLASSES + "def f(x, y):\n    " + "\n    ".join(lines) + "\n")


@pytest.mark.parametrize("body", CHANGES.values(), ids=CHANGES)
def test_what_each_place_holds_stays_known(body):
    """Nothing is updated any more."""
    text = specialized(function(body), 0.7, 1.3)
    assert not [each for each in (".append", ".pop", ".insert", ".extend", ".reverse", ".clear") if each in text]
    check_gradient(function(body), (0.7, 1.3), variants=())


@pytest.mark.parametrize("body", SEEN_ELSEWHERE)
def test_what_another_name_would_see_is_updated(body):
    """It is refused, or right."""
    try:
        check_gradient(function(body), (0.7, 1.3), variants=())
    except CladpyError as error:
        assert error.code in ("C120", "C121", "C201")  # noqa: PT017 -- either outcome is right


@pytest.mark.parametrize(
    "body", ["if y > x:\n    l.clear()\nl.pop()\nl.append(Squared(x))", "if y > x:\n    l.pop()\nl[2] = Scaled(x)"]
)
def test_a_place_that_is_not_there(body):
    """The error is Python's."""
    check_gradient(function(body), (1.3, 0.7), variants=())
    with pytest.raises(IndexError, match="list index out of range"):
        gradient(function(body))(0.7, 1.3)
