"""Methods that call those of their base classes, and constructors among them."""

import numpy as np
import pytest

from cladpy import CladpyError, check_gradient, gradient
from tests.stages import module

CLASSES = """
import numpy as np


class Level:
    def __init__(self, a):
        self.a = a

    def update(self, v):
        self.a = self.a + v
        return self.a


class Scaled(Level):
    def __init__(self, a, b):
        self.b = b
        super().__init__(a * b)

    def update(self, v):
        r = super().update(v * self.b)
        self.b = self.b * 2
        return r


class Logged(Scaled):
    def __init__(self, a, b, c=1.5):
        super().__init__(a, b)
        self.c = c
        self.log = []

    def update(self, v):
        self.log.append(v)
        super().update(v + self.c)
        return self.c * self.a


class Root(Level):
    def __init__(self):
        super().__init__(1.0)
        object.__init__(self)


class OldStyle(Level):
    def __init__(self, a, b):
        Level.__init__(self, a)
        self.b = b


class Bare:
    def __init__(self, a):
        super().__init__()
        self.a = a


class Named(Scaled):
    def __init__(self, a, b):
        super(Named, self).__init__(a, b)

    def update(self, v):
        return super(Scaled, self).update(v) + super(Named, self).update(v) * self.a


class Rebound(Level):
    def update(self, v):
        self = Scaled(v, v)
        return super(Scaled, self).update(v)


class Cooperative(Level):
    def __init__(self, **rest):
        super().__init__(**rest)


"""

PROGRAMS = {
    "two_levels": "o = Scaled(x, p)\nreturn np.sum(o.a) * o.b",
    "three_levels": "o = Logged(x, p)\nreturn np.sum(o.a) * o.b * o.c",
    "of_object": "o = Bare(x * p)\nreturn np.sum(o.a)",
    "of_a_class_by_name": "o = Named(x, p)\nr = o.update(p)\nreturn np.sum(r * o.a) * o.update(x[0])[1]",
    "by_the_name_of_the_base": "o = OldStyle(x, p)\nreturn np.sum(o.a) * o.b",
    "methods_that_update": """
o = Logged(x, p)
s = 0.0
for k in range(3):
    s = s + np.sum(o.update(p * x[k]))
return s + np.sum(o.a) * o.b + sum(o.log)
""",
    "made_in_a_loop": """
s = 0.0
for k in range(3):
    o = Logged(x, p, p + s)
    s = s + np.sum(o.update(p)) * 0.1
return s
""",
    "made_on_one_path": """
o = Scaled(x, p)
if p < 1.0:
    o = Scaled(x * p, p)
return np.sum(o.update(p)) * o.b
""",
    "under_two_names": "o = Scaled(x, p)\nq = o\nq.update(p)\nreturn np.sum(o.a) * o.b",
}


def program(body):
    """Return the function ``f(x, p)`` with this body, beside the classes."""
    return module(CLASSES + "def f(x, p):\n    " + "\n    ".join(body.strip().splitlines()) + "\n").f


@pytest.mark.parametrize("body", PROGRAMS.values(), ids=PROGRAMS)
def test_gradients_agree_with_differences(body, rng):
    """What the base's method stores belongs to the same object."""
    check_gradient(program(body), (rng.uniform(0.5, 1.5, 3), 0.6), variants=())


def test_keywords_that_are_not_known_are_refused():
    """What ``**rest`` holds is not followed."""
    with pytest.raises(CladpyError) as caught:
        gradient(program("return np.sum(Cooperative(a=x).a) * p"))(np.ones(3), 0.5)
    assert caught.value.code == "C119"


def test_an_object_under_another_name_is_refused():
    """A method that gives its object's name to another object says nothing about the class of either."""
    with pytest.raises(CladpyError) as caught:
        gradient(program("o = Rebound(x)\nreturn o.update(p)"))(np.ones(3), 0.5)
    assert caught.value.code == "C123"
