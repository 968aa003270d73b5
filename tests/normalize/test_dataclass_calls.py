"""Dataclasses that do more than store their arguments: default factories and ``__post_init__``."""

import pytest

from cladpy import CladpyError, check_gradient, gradient
from tests.stages import module

CLASSES = """
import numpy as np
from dataclasses import InitVar, dataclass, field


@dataclass
class Cell:
    v: float
    w: list = field(default_factory=lambda: [1.0, 2.0])
    d: dict = field(default_factory=dict)
    k: float = 3.0

    def put(self, key, v):
        self.d[key] = v


@dataclass(frozen=True)
class Frozen:
    a: float
    w: list = field(default_factory=list)


@dataclass
class Doubled:
    a: float
    scale: InitVar[float] = 2.0
    b: float = field(init=False, default=0.5)

    def __post_init__(self, scale):
        if scale > 1:
            self.b = self.a * scale


@dataclass
class Base:
    a: float

    def __post_init__(self):
        self.s = self.a * 2


@dataclass
class Sub(Base):
    b: float = 1.0
    log: list = field(default_factory=list)

    def __post_init__(self):
        super().__post_init__()
        self.t = self.s * self.b


@dataclass
class Checked:
    a: float

    def __post_init__(self):
        if self.a < 0:
            raise ValueError("a is negative")


@dataclass(frozen=True)
class FrozenDoubled:
    a: float

    def __post_init__(self):
        object.__setattr__(self, "b", self.a * 2)


"""

PROGRAMS = {
    "factories": """
c = Cell(p)
c.w[0] = c.w[0] * x
c.put("z", x * p)
e = Cell(p, [p, x])
e.w[1] *= x
return c.v * c.w[0] * c.w[1] * c.d["z"] + e.w[1] * e.w[0] * e.k
""",
    "factories_in_a_loop": """
cells = [Cell(x), Cell(p), Cell(x * p)]
for k, c in enumerate(cells):
    c.w[0] = c.w[0] * p
    c.v = c.v * c.w[0]
return cells[0].v * cells[1].v + cells[2].w[0]
""",
    "factory_of_a_frozen_class": "o = Frozen(p)\no.w.append(x)\no.w.append(o.a)\nreturn o.w[0] * o.w[1]",
    "given_by_keyword": "o = Frozen(w=[x, p], a=p)\nreturn o.w[0] * o.w[1] * o.a",
    "post_init": "o = Base(x)\nreturn o.s * o.a * p",
    "post_init_of_the_base": "o = Sub(p, x)\no.s += 1.0\no.log.append(o.t)\nreturn o.t * o.s * sum(o.log)",
    "post_init_with_an_argument": "o = Doubled(p)\nq = Doubled(p, x * 3)\nreturn o.b * o.a + q.b",
    "field_that_post_init_leaves": "o = Doubled(p, 0.5)\nreturn o.b * o.a * x",
    "post_init_that_checks": "o = Checked(p)\nreturn o.a * x",
}


def program(body):
    """Return the function ``f(x, p)`` with this body, beside the classes."""
    return module(CLASSES + "def f(x, p):\n    " + "\n    ".join(body.strip().splitlines()) + "\n").f


@pytest.mark.parametrize("body", PROGRAMS.values(), ids=PROGRAMS)
def test_gradients_agree_with_differences(body):
    """Each object has containers of its own, and what ``__post_init__`` stores."""
    check_gradient(program(body), (0.7, 0.6), variants=())


def test_a_frozen_class_that_sets_fields_past_its_lock_is_refused():
    """Its ``__post_init__`` stores by a call that is not followed."""
    with pytest.raises(CladpyError) as caught:
        gradient(program("return FrozenDoubled(p).b * x"))(0.7, 0.6)
    assert caught.value.code == "C201"


def test_an_exception_of_post_init_is_the_users():
    """It arrives as it was raised."""
    with pytest.raises(ValueError, match="a is negative"):
        gradient(program("o = Checked(p)\nreturn o.a * x"))(0.7, -0.6)
