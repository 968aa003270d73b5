"""What each assignment does, from its text and the facts of its operands."""

import dataclasses
import functools
import math
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest

import cladpy
from cladpy import CladpyError, no_adjoint
from cladpy.analyses.classify import function_with_rules, operation_of
from cladpy.analyses.facts_of_values import fact_of
from cladpy.analyses.infer import Inference
from cladpy.analyses.operations import CallCustom
from cladpy.frontend.namespace import MISSING
from cladpy.ir.expressions import parse
from tests.stages import operation_text


def square(x, scale=2.0):
    return x * x * scale


def rest(x, *more):
    return x


def by_list(x, weights=(1.0, 2.0)):
    return x * weights[0]


def ruled(x, y):
    return x * y


@cladpy.custom_pullback(ruled, wrt="x")
def ruled_pullback(y, d_out):
    return d_out * y, no_adjoint


def handing(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


handed = handing(ruled)


@cladpy.non_differentiable
def logged(x):
    return x


@dataclasses.dataclass
class Layer:
    w: np.ndarray
    b: float = 0.5

    def __matmul__(self, x):
        return self.w * x

    def __rmul__(self, k):
        return Layer(self.w * k, self.b)

    def __call__(self, x):
        return self.w @ x

    def apply(self, x):
        return self.w * x

    @property
    def twice(self):
        return self.w * 2


class Pair(NamedTuple):
    left: float
    right: float


VALUES = {
    "f": 1.5,
    "i": 3,
    "v": np.ones(3),
    "m": np.ones((3, 3)),
    "p": (1.0, np.ones(3)),
    "l": [1.0, 2.0],
    "d": {"a": 1.0},
    "t": "text",
    "layer": Layer(np.ones(3)),
    "pair": Pair(1.0, 2.0),
    "u": object(),
}
GLOBALS = {name: value for name, value in globals().items() if not name.startswith("test_")}
GLOBALS |= {
    "math": math,
    "SCALE": 2.0,
    "abs": abs,
    "list": list,
    "tuple": tuple,
    "print": print,
    "model": SimpleNamespace(w=1.0),
}


def resolve(path):
    """Return what a dotted name of a global means: through modules and classes only."""
    first, *members = path.split(".")
    value = GLOBALS.get(first, MISSING)
    for member in members:
        value = getattr(value, member, MISSING)
    return value


def operation(expression):
    """Return what an expression over the values above does."""
    facts = {name: fact_of(value, name) for name, value in VALUES.items()}
    return operation_of(parse(expression), Inference(facts, resolve), lambda node: hasattr(node, "value"))


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("v", "Copy v"),
        ("2.5", "Copy 2.5"),
        # ---- operators are functions ----
        ("v + f", "Apply numpy.add(x=v, y=f)"),
        ("m @ v", "Apply numpy.matmul(x=m, y=v)"),
        ("v ** 2", "Apply numpy.power(x=v, y=2)"),
        ("-v", "Apply numpy.negative(x=v)"),
        ("l + l", "Chain l + l"),
        ("i * l", "Repeat l * i"),
        ("p * 2", "Repeat p * 2"),
        # ---- displays ----
        ("(v, 1)", "Display tuple(0: v, 1: 1)"),
        ("[v, f]", "Display list(0: v, 1: f)"),
        ("{'a': v, 1: f}", "Display dict(a: v, 1: f)"),
        # ---- items and attributes ----
        ("v[1:, None]", "Item v[1:, None]"),
        ("d['a']", 'Item d["a"]'),
        ("m.T", "Apply numpy.transpose(a=m, axes=None)"),
        ("layer.w", "Member layer.w"),
        ("np.r_[v, 1.0]", "Apply numpy.r_(key=(v, 1.0))"),
        ("np.c_[v]", "Apply numpy.c_(key=(v,))"),
        ("np.mgrid[0:3]", "Item np.mgrid[0:3]"),
        ("pair.left", "Member pair.left"),
        ("layer.twice", "CallUser Layer.twice(self=layer)"),
        # ---- calls ----
        ("np.sum(m, axis=0)", "Apply numpy.sum(a=m, axis=0, dtype=None, keepdims=False, initial=None, where=True)"),
        ("np.sum(m, 1)", "Apply numpy.sum(a=m, axis=1, dtype=None, keepdims=False, initial=None, where=True)"),
        ("m.sum(axis=1)", "Apply numpy.sum(a=m, axis=1, dtype=None, keepdims=False, initial=None, where=True)"),
        ("np.flip(v, 0)", "Apply numpy.flip(m=v, axis=0)"),
        ("math.exp(f)", "Apply math.exp(x=f)"),
        ("np.exp(v, dtype=t, order='C')", "Apply numpy.exp(x=v)"),
        ("abs(v)", "Apply builtins.abs(x=v)"),
        ("square(v)", "CallUser square(x=v, scale=2.0)"),
        ("square(scale=f, x=v)", "CallUser square(x=v, scale=f)"),
        ("rest(v, f)", "CallUser rest(x=v, more=(f,))"),
        ("rest(v, *p)", "CallUser rest(x=v, more=p)"),
        ("rest(v)", "CallUser rest(x=v, more=())"),
        ("layer.apply(v)", "CallUser Layer.apply(self=layer, x=v)"),
        ("layer(v)", "CallUser Layer.__call__(self=layer, x=v)"),
        ("layer @ v", "CallUser Layer.__matmul__(self=layer, x=v)"),
        ("f * layer", "CallUser Layer.__rmul__(self=layer, k=f)"),
        ("Layer(v)", "Display Layer(w: v, b: 0.5)"),
        ("Layer(b=f, w=v)", "Display Layer(w: v, b: f)"),
        ("Pair(f, right=1.0)", "Display Pair(0: f, 1: 1.0)"),
        # ---- what carries no derivative ----
        ("v > 0", "Opaque v > 0 inactive: a Compare of active values"),
        ("not v", "Opaque not v inactive: a UnaryOp of active values"),
        ("f'{v}'", 'Opaque f"{v}" inactive: a JoinedStr of active values'),
        ("t + t", "Opaque t + t inactive: "),
        ("np.pi", "Opaque np.pi inactive: "),
        ("np.argmax(*v)", "Opaque np.argmax(*v): a call with * or **"),
    ],
)  # fmt: skip
def test_operations(expression, expected):
    """Operators, methods and functions with rules are applications, with their defaults filled in."""
    assert operation_text(operation(expression)) == expected


@pytest.mark.parametrize("expression", ["list(p)", "l.copy()", "list(v)", "tuple(l)"])
def test_copies_of_containers_are_shallow(expression):
    """A new container of the same items, or of the rows of an array."""
    assert type(operation(expression)).__name__ == "Shallow"


@pytest.mark.parametrize(
    ("expression", "why"),
    [
        ("np.exp(v, where=t)", "numpy.exp with 'where'"),
        ("np.sum(v, 0, None, None, 1)", "numpy.sum with these arguments"),
        ("m.flags", "the attribute 'flags'"),
        ("v.nothing()", "the method 'nothing'"),
        ("u.method()", "the method 'method'"),
        ("u + v", "this operator on unknown and array"),
        ("l - l", "this operator on list and list"),
        ("-l", "this operator on list"),
        ("[*l]", "a * inside a display of active values"),
        ("{t: v, f: v}", "a dict whose keys are not literals"),
        ("square(*l)", "a call of square with * or **"),
        ("square(**d)", "a call of square with * or **"),
        ("np.hypot(*l)", "a call with * or **"),
        ("nothing(v)", "nothing"),
        ("print(v)", "print"),
        ("lambda: v", "a Lambda of active values"),
        ("np.r_[v, 0:3]", "indexing np.r_ with active values"),
        ("np.mgrid[0:f]", "indexing np.mgrid with active values"),
        ("[t for t in l]", "a ListComp of active values"),
    ],
)
def test_what_is_not_followed_says_why(expression, why):
    """It is refused where a derivative would flow through it, and only there."""
    found = operation(expression)
    assert type(found).__name__ == "Opaque"
    assert (found.inactive, found.why) == (False, why)


def test_an_array_times_a_list_is_no_repetition():
    """NumPy makes an array of the list."""
    assert operation_text(operation("v * l")) == "Apply numpy.multiply(x=v, y=l)"


def test_a_call_with_wrong_arguments_is_an_error():
    """As it would be when it runs."""
    with pytest.raises(CladpyError, match="square: the argument 'x' is missing") as caught:
        operation("square()")
    assert caught.value.code == "C115"


def test_variants_are_chosen_by_facts():
    """Numbers of dimensions and literals decide which formulas apply."""
    assert operation("m @ v").variant.when == "ndim(x) == 2 and ndim(y) == 1"
    assert operation("v ** 2").variant.when == "value(y) == 2"
    assert operation("v ** f").variant.when != "value(y) == 2"


# ---- functions with rules of the user's ----


@pytest.mark.parametrize("name", ["ruled", "handed"])
def test_a_function_with_a_custom_rule_is_called_by_it(name):
    """Also through a decorator that hands everything on; what it is without the rule is kept."""
    found = operation(f"{name}(v, y=f)")
    assert isinstance(found, CallCustom)
    assert operation_text(found) == "CallCustom ruled(x=v, y=f)"
    assert operation_text(found.otherwise).startswith("CallUser")


def test_a_function_that_is_not_differentiated_takes_any_arguments():
    """They need no names."""
    found = operation("logged(v)")
    assert found.rules.is_inactive


def test_rules_are_found_through_decorators():
    """A function without rules is returned as it is."""
    assert function_with_rules(handed)[0] is ruled
    assert function_with_rules(square) == (square, None)
    assert function_with_rules(3) == (3, None)
