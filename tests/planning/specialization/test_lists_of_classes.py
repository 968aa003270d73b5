"""Lists into which objects of several classes are put are made anew, if no other name sees the update."""

import pytest

from cladpy import CladpyError, check_gradient
from tests.planning.specialization.specialized import specialized
from tests.stages import define

CLASSES = """
class Scaled:
    def __init__(self, a):
        self.a = a
    def __call__(self, x):
        return self.a * x

class Squared:
    def __init__(self, b):
        self.b = b
    def __call__(self, x):
        return x * x + self.b

class Stack:
    def __init__(self, parts):
        self.parts = parts
    def __call__(self, x):
        for part in self.parts:
            x = part(x)
        return x

"""
SEEN_BY_ONE_NAME = {
    "straight": "l = [Scaled(x)]\nl.append(Squared(x))\nreturn l[0](x) * l[1](x)",
    "in_a_loop": "l = []\nfor k in 1, 2:\n    l.append(Scaled(k * x))\n    l.append(Squared(x))\nreturn l[2](l[3](x))",
    "made_in_a_loop": (
        "t = 0.0\nfor k in range(2):\n    l = [Scaled(x)]\n    l.append(Squared(k * x))\n    t += Stack(l)(x)\nreturn t"
    ),
    "kept_behind": "l = [Scaled(x)]\nl.append(Squared(x))\ns = Stack(l)\nreturn s(x) * l[1](x)",
    "item_of_its_own": "l = [Scaled(x), Squared(x)]\nl.append(Stack(l[:1]))\nreturn l[2](x) * l[1](x)",
}
SEEN_BY_ANOTHER = {
    "kept_before": "l = [Scaled(x)]\ns = Stack(l)\nl.append(Squared(x))\nreturn s(x)",
    "copied_before": "l = [Scaled(x)]\nm = l\nl.append(Squared(x))\nreturn m[1](x)",
    "kept_in_a_loop": (
        "l = [Scaled(x), Squared(x)]\ns = []\nfor k in range(2):\n    l.append(Squared(x))\n    s.append(Stack(l))\n"
        "return s[0](x)"
    ),
    "gone_through_meanwhile": (
        "l = [Scaled(x), Squared(x)]\nfor part in l:\n    x = part(x)\n    if len(l) < 3:\n"
        "        l.append(Squared(x))\n"
        "return x"
    ),
}


def function(body):
    return define(CLASSES + "def f(x):\n    " + "\n    ".join(body.splitlines()) + "\n")


@pytest.mark.parametrize("body", SEEN_BY_ONE_NAME.values(), ids=SEEN_BY_ONE_NAME)
def test_what_each_place_holds_stays_known(body):
    """Nothing is appended any more."""
    assert ".append(" not in specialized(function(body), 0.7)
    check_gradient(function(body), (0.7,), variants=())


@pytest.mark.parametrize("body", SEEN_BY_ANOTHER.values(), ids=SEEN_BY_ANOTHER)
def test_what_another_name_would_see_is_updated(body):
    """It is refused, or right."""
    try:
        check_gradient(function(body), (0.7,), variants=())
    except CladpyError as error:
        assert error.code in ("C120", "C121", "C201")  # noqa: PT017 -- either outcome is right


def test_lists_of_one_class_are_updated():
    """They stay what they are, however long."""
    body = "l = [Scaled(x)]\nfor k in range(3):\n    l.append(Scaled(k * x))\nreturn l[2](x)"
    assert ".append(" in specialized(function(body), 0.7)
