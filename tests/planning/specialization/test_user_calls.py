"""Arguments that the text of a call does not show."""

import numpy as np

from cladpy import check_gradient
from tests.planning.specialization.specialized import specialized
from tests.stages import module, text

PROGRAM = """
WEIGHTS = np.ones(3)

def weighted(a, w=WEIGHTS, k=2.0):
    return a * w * k

def several(a, b=1.0, *rest, c, **named):
    return a

class Layer:
    def __init__(self, w):
        self.w = w

    def apply(self, x, *more, table=(1.0, 2.0)):
        return x * self.w

layer = Layer(2.0)

def f(x, layer):
    return {}
"""


def form(expression):
    """Return the specialised normal form of a function that returns an expression."""
    return specialized(PROGRAM.format(expression), np.ones(3), 1.0).removesuffix("return result@ret\n")


def test_defaults_that_no_literal_is():
    """They get names; literals are left to the definition."""
    assert form("weighted(x)") == "result@ret = weighted(x, w=weighted_w)\n"
    assert form("weighted(x, 3.0)") == "result@ret = weighted(x, 3.0)\n"


def test_what_star_parameters_take():
    """A tuple and a dict, in front of the call."""
    assert form("several(x, 2.0, x, 3.0, c=1.0, d=x)") == text(
        """
        rest@1 = x, 3.0
        named@1 = {"d": x}
        result@ret = several(x, 2.0, *rest@1, c=1.0, **named@1)
        """
    )
    assert form("several(x, c=1.0)") == "result@ret = several(x, c=1.0)\n"


def test_methods():
    """Their object is no argument of the call."""
    program = PROGRAM.format("layer.apply(x, x, x)")
    made = module(program)
    assert specialized(made.f, np.ones(3), made.Layer(2.0)) == text(
        """
        rest@1 = x, x
        result@ret = layer.apply(x, *rest@1, table=apply_table)
        return result@ret
        """
    )


def test_defaults_of_constructors_that_nothing_can_update():
    """Of dataclasses, and of classes that compute: members of enumerations, functions, tuples."""
    program = """
    import enum
    from dataclasses import dataclass

    Kind = enum.Enum("Kind", "A B")

    @dataclass
    class Layer:
        w: float
        kind: Kind = Kind.A
        act: object = np.tanh

    class Net:
        def __init__(self, w, sizes=(1.0, 2.0), *, act=np.sin):
            self.w = w * sizes[1]
            self.act = act

    def f(x):
        layer, net = Layer(x, act=np.cos), Net(x)
        return layer.act(layer.w) * net.act(net.w)
    """
    made = module(program)
    assert "Layer(x, act=np.cos, kind=Layer_kind)" in specialized(made.f, 1.0)
    check_gradient(made.f, (0.7,), variants=())
