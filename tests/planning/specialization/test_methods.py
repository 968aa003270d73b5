"""Methods and classes of which one text stands for several."""

import pytest

from cladpy import CladpyError, gradient
from cladpy.testing import check_gradient
from tests.planning.specialization.specialized import specialized
from tests.stages import define

CLASSES = """
class Scaled:
    def __init__(self, a):
        self.a = 2 * a
    def step(self, x):
        self.a += x
        return self.a * x

class Shifted:
    def __init__(self, a):
        self.a = 3 * a
        self.things = []
    def step(self, x):
        self.a *= x
        return self.a + x

class Grows:
    def __init__(self, things, a):
        self.things = things
        self.a = 2 * a
    def step(self, x):
        self.things.append(Scaled(x))
        return x
"""


def test_methods_of_several_classes_are_written_out():
    """None of their calls is left."""
    program = "def f(x):\n    v = x\n    for o in [Scaled(x), Shifted(x)]:\n        v = o.step(v)\n    return v\n"
    text = specialized(define(CLASSES + program), 1.3)
    assert ".step(" not in text
    assert "for " not in text


def test_classes_chosen_by_a_loop_are_written_out():
    """Their constructors compute."""
    program = "def f(x):\n    v = x\n    for c in (Scaled, Shifted):\n        v = v * c(x).step(v)\n    return v\n"
    check_gradient(define(CLASSES + program), (1.3,))


def test_a_list_that_grows_meanwhile_is_refused():
    """Its loop is not written out for the length that it had."""
    program = """
def f(x):
    steps = [Scaled(x), Shifted(x)]
    growing = [Grows(steps, x), Shifted(x)]
    v = x
    for _ in range(2):
        for o in steps:
            v = o.step(v)
        for o in growing:
            v = o.step(v)
    return v
"""
    function = define(CLASSES + program)
    with pytest.raises(CladpyError):
        gradient(function, "x")(1.3)
